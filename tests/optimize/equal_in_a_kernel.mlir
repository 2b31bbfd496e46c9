// RUN: spmd-opt %s --spmd-shrink-residuals --spmd-fuse | FileCheck %s

// The exponentials are kept for nobody, so they are made again behind the sum; in one kernel they are one value.
// CHECK-LABEL: @softmax_takes_one_exponential(
func.func @softmax_takes_one_exponential(%x: tensor<64x512xf32>) -> tensor<64x512xf32> {
  // CHECK: spmd.fusion
  // CHECK: stablehlo.exponential
  // CHECK-NOT: stablehlo.exponential
  // CHECK: stablehlo.divide
  %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x init: %ninf) applies stablehlo.maximum across dimensions = [1] : (tensor<64x512xf32>, tensor<f32>) -> tensor<64xf32>
  %0 = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<64xf32>) -> tensor<64x512xf32>
  %1 = stablehlo.subtract %x, %0 : tensor<64x512xf32>
  %2 = stablehlo.exponential %1 : tensor<64x512xf32>
  %s = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x512xf32>, tensor<f32>) -> tensor<64xf32>
  %3 = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<64xf32>) -> tensor<64x512xf32>
  %4 = stablehlo.divide %2, %3 : tensor<64x512xf32>
  return %4 : tensor<64x512xf32>
}
