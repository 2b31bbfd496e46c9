// A view of what a kernel reads is no result of the kernel, unless its other results have loops in common only with it.
// RUN: spmd-run %s --random-args=1 --check-against-sequential --no-cache

func.func @main(%arg1: tensor<1x1x129x5xf32>) -> (tensor<3x215xf32>, tensor<215xf32>, tensor<215x3xf32>) {
  %0 = stablehlo.reshape %arg1 : (tensor<1x1x129x5xf32>) -> tensor<215x3xf32>
  %1 = stablehlo.reshape %0 : (tensor<215x3xf32>) -> tensor<3x215xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<3x215xf32>, tensor<f32>) -> tensor<215xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<215xf32>) -> tensor<3x215xf32>
  %4 = stablehlo.subtract %1, %3 : tensor<3x215xf32>
  return %4, %2, %0 : tensor<3x215xf32>, tensor<215xf32>, tensor<215x3xf32>
}
