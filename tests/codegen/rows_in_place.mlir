// Parameters of two layers, which a loop updates row by row: each new row is computed in the buffer of its argument. The copy is of the
// counter.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
// RUN: spmd-run %s --random-args=1 --stats | FileCheck %s
// CHECK: commands {{.*}} 1 copies (4 B) a step
// CHECK: memory {{.*}} arena 128 B, results 32.00 KiB of which 32.00 KiB in place
func.func @main(%a: tensor<64x64xf32> {tf.aliasing_output = 0 : i32}, %b: tensor<64x64xf32> {tf.aliasing_output = 1 : i32}, %g: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %r0 = stablehlo.reshape %a : (tensor<64x64xf32>) -> tensor<1x64x64xf32>
  %r1 = stablehlo.reshape %b : (tensor<64x64xf32>) -> tensor<1x64x64xf32>
  %p = stablehlo.concatenate %r0, %r1, dim = 0 : (tensor<1x64x64xf32>, tensor<1x64x64xf32>) -> tensor<2x64x64xf32>
  %3:2 = stablehlo.while(%i = %zero, %t = %p) : tensor<i32>, tensor<2x64x64xf32>
  cond {
    %8 = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %8 : tensor<i1>
  } do {
    %8 = stablehlo.dynamic_slice %t, %i, %zero, %zero, sizes = [1, 64, 64] : (tensor<2x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x64xf32>
    %9 = stablehlo.reshape %8 : (tensor<1x64x64xf32>) -> tensor<64x64xf32>
    %10 = stablehlo.subtract %9, %g : tensor<64x64xf32>
    %19 = stablehlo.reshape %10 : (tensor<64x64xf32>) -> tensor<1x64x64xf32>
    %20 = stablehlo.dynamic_update_slice %t, %19, %i, %zero, %zero : (tensor<2x64x64xf32>, tensor<1x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x64x64xf32>
    %21 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %21, %20 : tensor<i32>, tensor<2x64x64xf32>
  }
  %s0 = stablehlo.slice %3#1 [0:1, 0:64, 0:64] : (tensor<2x64x64xf32>) -> tensor<1x64x64xf32>
  %q0 = stablehlo.reshape %s0 : (tensor<1x64x64xf32>) -> tensor<64x64xf32>
  %s1 = stablehlo.slice %3#1 [1:2, 0:64, 0:64] : (tensor<2x64x64xf32>) -> tensor<1x64x64xf32>
  %q1 = stablehlo.reshape %s1 : (tensor<1x64x64xf32>) -> tensor<64x64xf32>
  return %q0, %q1 : tensor<64x64xf32>, tensor<64x64xf32>
}
