// Means and deviations of channels that lie apart in memory have a kernel of their own where the result is transposed: each tile of the transposed kernel would sum them up again.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
// RUN: spmd-run %s --no-run --print-after=kernels 2>&1 | FileCheck %s

// CHECK: spmd.kernel
// CHECK: stablehlo.reduce
// CHECK: spmd.kernel
// CHECK-SAME: tile_columns
// CHECK-NOT: stablehlo.reduce
// CHECK: stablehlo.transpose
func.func @main(%x: tensor<5x20x30x64xf32>) -> tensor<5x64x20x30xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %count = stablehlo.constant dense<6.0e+02> : tensor<5x64xf32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1, 2] : (tensor<5x20x30x64xf32>, tensor<f32>) -> tensor<5x64xf32>
  %mean = stablehlo.divide %sum, %count : tensor<5x64xf32>
  %means = stablehlo.broadcast_in_dim %mean, dims = [0, 3] : (tensor<5x64xf32>) -> tensor<5x20x30x64xf32>
  %centered = stablehlo.subtract %x, %means : tensor<5x20x30x64xf32>
  %square = stablehlo.multiply %centered, %centered : tensor<5x20x30x64xf32>
  %squares = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [1, 2] : (tensor<5x20x30x64xf32>, tensor<f32>) -> tensor<5x64xf32>
  %deviation = stablehlo.sqrt %squares : tensor<5x64xf32>
  %deviations = stablehlo.broadcast_in_dim %deviation, dims = [0, 3] : (tensor<5x64xf32>) -> tensor<5x20x30x64xf32>
  %normal = stablehlo.divide %centered, %deviations : tensor<5x20x30x64xf32>
  %out = stablehlo.transpose %normal, dims = [0, 3, 1, 2] : (tensor<5x20x30x64xf32>) -> tensor<5x64x20x30xf32>
  return %out : tensor<5x64x20x30xf32>
}
