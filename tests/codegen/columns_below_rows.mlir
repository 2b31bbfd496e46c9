// RUN: spmd-opt %s --spmd-pipeline=stop-after=kernels | FileCheck %s
// RUN: spmd-run %s --random-args=1 --no-cache --check-against-sequential

// Column sums are computed before the rows that read them. Computed in place they would run again in each row, because the loop over the
// columns is inside of the one over the rows: 500 x 500 x 2 additions here, and the cube where a sum reads another one.
// CHECK-LABEL: @main
// CHECK:       spmd.kernel(
// CHECK:         stablehlo.reduce(
// CHECK:       spmd.kernel(
// CHECK:         stablehlo.reduce(
// CHECK:       spmd.kernel(
// CHECK-NOT:   stablehlo.reduce(
// CHECK:         stablehlo.divide
// CHECK:       return
func.func @main(%x: tensor<500x2xf32>) -> tensor<500x2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<500x2xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<2xf32>) -> tensor<500x2xf32>
  %2 = "stablehlo.reduce_window"(%1, %zero) <{padding = dense<[[0, 0], [0, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %9 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %9 : tensor<f32>
  }) : (tensor<500x2xf32>, tensor<f32>) -> tensor<500x2xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<500x2xf32>, tensor<f32>) -> tensor<2xf32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [1] : (tensor<2xf32>) -> tensor<500x2xf32>
  %5 = stablehlo.divide %1, %4 : tensor<500x2xf32>
  return %5 : tensor<500x2xf32>
}
