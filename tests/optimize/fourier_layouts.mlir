// A Fourier transform between a transpose and its inverse is one along another dim.
// RUN: spmd-opt %s --split-input-file --spmd-simplify | FileCheck %s

// CHECK-LABEL: @columns(
// CHECK-NEXT: %[[Y:.*]]:2 = spmd.fourier(%arg0, %arg1) dim = 1 length = 6 : (tensor<4x6x8xf32>, tensor<4x6x8xf32>) -> (tensor<4x6x8xf32>, tensor<4x6x8xf32>)
// CHECK-NEXT: return %[[Y]]#0, %[[Y]]#1
func.func @columns(%re: tensor<4x6x8xf32>, %im: tensor<4x6x8xf32>) -> (tensor<4x6x8xf32>, tensor<4x6x8xf32>) {
  %0 = stablehlo.transpose %re, dims = [0, 2, 1] : (tensor<4x6x8xf32>) -> tensor<4x8x6xf32>
  %1 = stablehlo.transpose %im, dims = [0, 2, 1] : (tensor<4x6x8xf32>) -> tensor<4x8x6xf32>
  %2:2 = spmd.fourier(%0, %1) dim = 2 length = 6 : (tensor<4x8x6xf32>, tensor<4x8x6xf32>) -> (tensor<4x8x6xf32>, tensor<4x8x6xf32>)
  %3 = stablehlo.transpose %2#0, dims = [0, 2, 1] : (tensor<4x8x6xf32>) -> tensor<4x6x8xf32>
  %4 = stablehlo.transpose %2#1, dims = [0, 2, 1] : (tensor<4x8x6xf32>) -> tensor<4x6x8xf32>
  return %3, %4 : tensor<4x6x8xf32>, tensor<4x6x8xf32>
}

// -----

// A permutation that is not its own inverse; the spectrum is shorter than the signal.
// CHECK-LABEL: @real(
// CHECK-NEXT: %[[Y:.*]]:2 = spmd.fourier(%arg0) dim = 0 length = 6 : (tensor<6x4x8xf32>) -> (tensor<4x4x8xf32>, tensor<4x4x8xf32>)
// CHECK-NEXT: return %[[Y]]#0, %[[Y]]#1
func.func @real(%x: tensor<6x4x8xf32>) -> (tensor<4x4x8xf32>, tensor<4x4x8xf32>) {
  %0 = stablehlo.transpose %x, dims = [1, 2, 0] : (tensor<6x4x8xf32>) -> tensor<4x8x6xf32>
  %1:2 = spmd.fourier(%0) dim = 2 length = 6 : (tensor<4x8x6xf32>) -> (tensor<4x8x4xf32>, tensor<4x8x4xf32>)
  %2 = stablehlo.transpose %1#0, dims = [2, 0, 1] : (tensor<4x8x4xf32>) -> tensor<4x4x8xf32>
  %3 = stablehlo.transpose %1#1, dims = [2, 0, 1] : (tensor<4x8x4xf32>) -> tensor<4x4x8xf32>
  return %2, %3 : tensor<4x4x8xf32>, tensor<4x4x8xf32>
}

// -----

// A result that is read as it is, and one transposed in another way, need the transposed array.
// CHECK-LABEL: @stays(
// CHECK: spmd.fourier({{.*}}) dim = 2 length = 8
func.func @stays(%x: tensor<8x2x2xf32>) -> (tensor<2x2x5xf32>, tensor<5x2x2xf32>) {
  %0 = stablehlo.transpose %x, dims = [1, 2, 0] : (tensor<8x2x2xf32>) -> tensor<2x2x8xf32>
  %1:2 = spmd.fourier(%0) dim = 2 length = 8 : (tensor<2x2x8xf32>) -> (tensor<2x2x5xf32>, tensor<2x2x5xf32>)
  %2 = stablehlo.transpose %1#1, dims = [2, 0, 1] : (tensor<2x2x5xf32>) -> tensor<5x2x2xf32>
  return %1#0, %2 : tensor<2x2x5xf32>, tensor<5x2x2xf32>
}

// -----

// Complex numbers are pairs in memory.
// CHECK-LABEL: @pairs(
// CHECK-NEXT: %[[Y:.*]] = spmd.fourier(%arg0) dim = 0 length = 4 inverse from_pairs to_pairs : (tensor<4x8x2xf32>) -> tensor<4x8x2xf32>
// CHECK-NEXT: return %[[Y]]
func.func @pairs(%x: tensor<4x8x2xf32>) -> tensor<4x8x2xf32> {
  %0 = stablehlo.slice %x [0:4, 0:8, 0:1] : (tensor<4x8x2xf32>) -> tensor<4x8x1xf32>
  %1 = stablehlo.reshape %0 : (tensor<4x8x1xf32>) -> tensor<4x8xf32>
  %2 = stablehlo.slice %x [0:4, 0:8, 1:2] : (tensor<4x8x2xf32>) -> tensor<4x8x1xf32>
  %3 = stablehlo.reshape %2 : (tensor<4x8x1xf32>) -> tensor<4x8xf32>
  %4 = stablehlo.transpose %1, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %5 = stablehlo.transpose %3, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %6:2 = spmd.fourier(%4, %5) dim = 1 length = 4 inverse : (tensor<8x4xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
  %7 = stablehlo.transpose %6#0, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
  %8 = stablehlo.transpose %6#1, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
  %9 = stablehlo.reshape %7 : (tensor<4x8xf32>) -> tensor<4x8x1xf32>
  %10 = stablehlo.reshape %8 : (tensor<4x8xf32>) -> tensor<4x8x1xf32>
  %11 = stablehlo.concatenate %9, %10, dim = 2 : (tensor<4x8x1xf32>, tensor<4x8x1xf32>) -> tensor<4x8x2xf32>
  return %11 : tensor<4x8x2xf32>
}

// -----

// Parts in another order, and a part that is read by itself, stay parts.
// CHECK-LABEL: @parts(
// CHECK: spmd.fourier(%{{.*}}, %{{.*}}) dim = 0 length = 8 :
func.func @parts(%x: tensor<8x2xf32>) -> (tensor<8x2xf32>, tensor<8xf32>) {
  %0 = stablehlo.slice %x [0:8, 1:2] : (tensor<8x2xf32>) -> tensor<8x1xf32>
  %1 = stablehlo.reshape %0 : (tensor<8x1xf32>) -> tensor<8xf32>
  %2 = stablehlo.slice %x [0:8, 0:1] : (tensor<8x2xf32>) -> tensor<8x1xf32>
  %3 = stablehlo.reshape %2 : (tensor<8x1xf32>) -> tensor<8xf32>
  %4:2 = spmd.fourier(%1, %3) dim = 0 length = 8 : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  %5 = stablehlo.reshape %4#0 : (tensor<8xf32>) -> tensor<8x1xf32>
  %6 = stablehlo.reshape %4#1 : (tensor<8xf32>) -> tensor<8x1xf32>
  %7 = stablehlo.concatenate %5, %6, dim = 1 : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x2xf32>
  return %7, %4#0 : tensor<8x2xf32>, tensor<8xf32>
}
