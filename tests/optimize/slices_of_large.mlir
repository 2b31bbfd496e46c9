// RUN: spmd-run %s --random-args=1 --check-against-sequential
// RUN: spmd-opt %s --spmd-pipeline | FileCheck %s
// Of gigabytes only a few elements are read: neither generated code nor the interpreter makes the others.

// CHECK-NOT: tensor<{{[0-9x]*}}0000000
func.func @main(%x: tensor<4xf32>, %m: tensor<4x1xf32>) -> (tensor<2x4xf32>, tensor<4x3xf32>, tensor<4xi32>, tensor<2x2xf32>, tensor<4xf32>, tensor<6xf32>, tensor<3xf32>, tensor<5xf32>, tensor<3xf32>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<4xf32>) -> tensor<4000000000x4xf32>
  %1 = stablehlo.slice %0 [7:11:2, 0:4] : (tensor<4000000000x4xf32>) -> tensor<2x4xf32>
  %2 = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x4000000000xf32>
  %3 = stablehlo.slice %2 [0:4, 5:8] : (tensor<4x4000000000xf32>) -> tensor<4x3xf32>
  %4 = stablehlo.iota dim = 0 : tensor<2000000000xi32>
  %5 = stablehlo.slice %4 [1000000001:1000000009:2] : (tensor<2000000000xi32>) -> tensor<4xi32>
  %6 = stablehlo.iota dim = 1 : tensor<2x2000000000xf32>
  %7 = stablehlo.slice %6 [0:2, 500000001:500000003] : (tensor<2x2000000000xf32>) -> tensor<2x2xf32>
  %c = stablehlo.constant dense<2.5> : tensor<f32>
  %8 = stablehlo.pad %x, %c, low = [1000000000], high = [1000000000], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<2000000004xf32>
  %9 = stablehlo.slice %8 [999999998:1000000002] : (tensor<2000000004xf32>) -> tensor<4xf32>
  %10 = stablehlo.concatenate %8, %x, dim = 0 : (tensor<2000000004xf32>, tensor<4xf32>) -> tensor<2000000008xf32>
  %11 = stablehlo.slice %10 [2000000001:2000000007] : (tensor<2000000008xf32>) -> tensor<6xf32>
  %12 = stablehlo.slice %8 [5:8] : (tensor<2000000004xf32>) -> tensor<3xf32>
  %13 = stablehlo.constant dense<1.5> : tensor<1000000000xf32>
  %14 = stablehlo.slice %13 [0:5] : (tensor<1000000000xf32>) -> tensor<5xf32>
  %15 = stablehlo.slice %8 [1000000000:1000000003] : (tensor<2000000004xf32>) -> tensor<3xf32>
  return %1, %3, %5, %7, %9, %11, %12, %14, %15 : tensor<2x4xf32>, tensor<4x3xf32>, tensor<4xi32>, tensor<2x2xf32>, tensor<4xf32>, tensor<6xf32>, tensor<3xf32>, tensor<5xf32>, tensor<3xf32>
}
