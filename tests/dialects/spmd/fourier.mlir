// RUN: spmd-opt %s | spmd-opt | FileCheck %s

// CHECK: spmd.fourier(%arg0) dim = 1 length = 8 : (tensor<4x8xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>)
// CHECK: spmd.fourier({{.*}}) dim = 1 length = 8 inverse : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x8xf32>
// CHECK: spmd.fourier({{.*}}) dim = 0 length = 4 inverse turned : (tensor<4x5xf32>, tensor<4x5xf32>) -> (tensor<5x4xf32>, tensor<5x4xf32>)
// CHECK: spmd.fourier({{.*}}) dim = 0 length = 4 from_pairs to_pairs : (tensor<4x2xf32>) -> tensor<4x2xf32>
func.func @f(%x: tensor<4x8xf32>, %p: tensor<4x2xf32>) -> (tensor<4x8xf32>, tensor<4x2xf32>, tensor<5x4xf32>, tensor<5x4xf32>) {
  %0:2 = spmd.fourier(%x) dim = 1 length = 8 : (tensor<4x8xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>)
  %1 = spmd.fourier(%0#0, %0#1) dim = 1 length = 8 inverse : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x8xf32>
  %2:2 = spmd.fourier(%0#0, %0#1) dim = 0 length = 4 inverse turned : (tensor<4x5xf32>, tensor<4x5xf32>) -> (tensor<5x4xf32>, tensor<5x4xf32>)
  %3 = spmd.fourier(%p) dim = 0 length = 4 from_pairs to_pairs : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return %1, %3, %2#0, %2#1 : tensor<4x8xf32>, tensor<4x2xf32>, tensor<5x4xf32>, tensor<5x4xf32>
}
