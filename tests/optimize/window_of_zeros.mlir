// RUN: spmd-run %s --random-args=1 --check-against-sequential

// The index of two windows is made in the kernel that writes the first of them. That kernel writes its window alone: one that made the
// zeros around it, too, would have loops in which the index has no place.
func.func @main(%x: tensor<2x1xf32>, %n: tensor<ui32>, %w: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %zeros = stablehlo.constant dense<0.0> : tensor<2x2xf32>
  %i = stablehlo.convert %n : (tensor<ui32>) -> tensor<i32>
  %k = stablehlo.divide %i, %four : tensor<i32>
  %a = stablehlo.dynamic_update_slice %zeros, %x, %zero, %k : (tensor<2x2xf32>, tensor<2x1xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  %d = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = stablehlo.slice %d [0:2, 0:1] : (tensor<2x2xf32>) -> tensor<2x1xf32>
  %z = stablehlo.tanh %y : tensor<2x1xf32>
  %b = stablehlo.dynamic_update_slice %zeros, %z, %zero, %k : (tensor<2x2xf32>, tensor<2x1xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  %e = stablehlo.dot_general %b, %w, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %d, %e : tensor<2x2xf32>, tensor<2x2xf32>
}
