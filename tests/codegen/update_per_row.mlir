// RUN: spmd-run --check-against-sequential --random-args=1 %s

// Kernels that write one element of a buffer in place, at a start that is read while the program runs: a sum, a number per
// row, and an element made in the kernel that also makes the next start in the place of the old one.
func.func @main(%x: tensor<8xf32>, %m: tensor<4x16xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<4x8xf32>, tensor<8xi64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %c0 = stablehlo.constant dense<0> : tensor<i64>
  %c1 = stablehlo.constant dense<1> : tensor<i64>
  %c8 = stablehlo.constant dense<8> : tensor<i64>
  %zeros = stablehlo.constant dense<0.0> : tensor<8xf32>
  %stack = stablehlo.constant dense<0.0> : tensor<4x8xf32>
  %squares = stablehlo.constant dense<0> : tensor<8xi64>
  %w:6 = stablehlo.while(%i = %c0, %a = %x, %s = %zeros, %t = %stack, %n = %squares, %r = %m)
      : tensor<i64>, tensor<8xf32>, tensor<8xf32>, tensor<4x8xf32>, tensor<8xi64>, tensor<4x16xf32>
  cond {
    %p = stablehlo.compare LT, %i, %c8, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %0 = stablehlo.add %a, %x : tensor<8xf32>
    %1 = stablehlo.tanh %0 : tensor<8xf32>
    %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %3 = stablehlo.reshape %2 : (tensor<f32>) -> tensor<1xf32>
    %4 = stablehlo.dynamic_update_slice %s, %3, %i : (tensor<8xf32>, tensor<1xf32>, tensor<i64>) -> tensor<8xf32>
    %5 = stablehlo.tanh %r : tensor<4x16xf32>
    %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x16xf32>, tensor<f32>) -> tensor<4xf32>
    %7 = stablehlo.reshape %6 : (tensor<4xf32>) -> tensor<4x1xf32>
    %8 = stablehlo.dynamic_update_slice %t, %7, %c0, %i : (tensor<4x8xf32>, tensor<4x1xf32>, tensor<i64>, tensor<i64>) -> tensor<4x8xf32>
    %9 = stablehlo.multiply %i, %i : tensor<i64>
    %10 = stablehlo.reshape %9 : (tensor<i64>) -> tensor<1xi64>
    %11 = stablehlo.dynamic_update_slice %n, %10, %i : (tensor<8xi64>, tensor<1xi64>, tensor<i64>) -> tensor<8xi64>
    %next = stablehlo.add %i, %c1 : tensor<i64>
    stablehlo.return %next, %1, %4, %8, %11, %5 : tensor<i64>, tensor<8xf32>, tensor<8xf32>, tensor<4x8xf32>, tensor<8xi64>, tensor<4x16xf32>
  }
  return %w#1, %w#2, %w#3, %w#4 : tensor<8xf32>, tensor<8xf32>, tensor<4x8xf32>, tensor<8xi64>
}
