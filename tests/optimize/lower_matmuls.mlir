// RUN: spmd-opt %s --spmd-lower-matmuls --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: @plain(
func.func @plain(%x: tensor<4x8xf32>, %y: tensor<8x2xf32>) -> tensor<4x2xf32> {
  // CHECK-NEXT: %[[Z:.*]] = spmd.dot %arg0, %arg1 batch = [] x [] contract = [1] x [0] to [0, 1]
  // CHECK-NEXT: return %[[Z]]
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// The matmul reads the operands in the order in which they lie.
// CHECK-LABEL: @transposed_operands(
func.func @transposed_operands(%x: tensor<8x3x4xf32>, %y: tensor<2x3x8xf32>) -> tensor<3x4x2xf32> {
  // CHECK: spmd.dot %arg0, %arg1 batch = [1] x [1] contract = [0] x [2] to [0, 1, 2]
  // CHECK-SAME: (tensor<8x3x4xf32>, tensor<2x3x8xf32>) -> tensor<3x4x2xf32>
  %0 = stablehlo.transpose %x, dims = [1, 2, 0] : (tensor<8x3x4xf32>) -> tensor<3x4x8xf32>
  %1 = stablehlo.transpose %y, dims = [1, 2, 0] : (tensor<2x3x8xf32>) -> tensor<3x8x2xf32>
  %2 = stablehlo.dot_general %0, %1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x4x8xf32>, tensor<3x8x2xf32>) -> tensor<3x4x2xf32>
  return %2 : tensor<3x4x2xf32>
}

// Two free dims of a transposed operand are read in memory order; the order of the result makes up for it.
// CHECK-LABEL: @transposed_free_dims(
func.func @transposed_free_dims(%x: tensor<3x5x8xf32>, %y: tensor<8x2xf32>) -> tensor<5x3x2xf32> {
  // CHECK: spmd.dot %arg0, %arg1 batch = [] x [] contract = [2] x [0] to [1, 0, 2]
  %0 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<3x5x8xf32>) -> tensor<5x3x8xf32>
  %1 = stablehlo.dot_general %0, %y, contracting_dims = [2] x [0] : (tensor<5x3x8xf32>, tensor<8x2xf32>) -> tensor<5x3x2xf32>
  return %1 : tensor<5x3x2xf32>
}

// CHECK-LABEL: @transposed_result(
func.func @transposed_result(%x: tensor<4x8xf32>, %y: tensor<8x2xf32>) -> tensor<2x4xf32> {
  // CHECK-NEXT: %[[Z:.*]] = spmd.dot %arg0, %arg1 batch = [] x [] contract = [1] x [0] to [1, 0] {{.*}} -> tensor<2x4xf32>
  // CHECK-NEXT: return %[[Z]]
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<4x2xf32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}

// Both orders are wanted, so the transpose stays.
// CHECK-LABEL: @result_with_two_users(
func.func @result_with_two_users(%x: tensor<4x8xf32>, %y: tensor<8x2xf32>) -> (tensor<4x2xf32>, tensor<2x4xf32>) {
  // CHECK-NEXT: %[[Z:.*]] = spmd.dot %arg0, %arg1 {{.*}} to [0, 1] {{.*}} -> tensor<4x2xf32>
  // CHECK-NEXT: %[[T:.*]] = stablehlo.transpose %[[Z]], dims = [1, 0]
  // CHECK-NEXT: return %[[Z]], %[[T]]
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<4x2xf32>) -> tensor<2x4xf32>
  return %0, %1 : tensor<4x2xf32>, tensor<2x4xf32>
}

// A number times a number: nothing is contracted, and no dim is free.
// CHECK-LABEL: @no_dims(
func.func @no_dims(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: spmd.dot %arg0, %arg1 batch = [] x [] contract = [] x [] to []
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [] x [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @complex_elements(%x: tensor<4x8xcomplex<f32>>, %y: tensor<8x2xcomplex<f32>>) -> tensor<4x2xcomplex<f32>> {
  // expected-error @+1 {{multiplies elements of type 'complex<f32>', for which there is no matmul in generated code}}
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x8xcomplex<f32>>, tensor<8x2xcomplex<f32>>) -> tensor<4x2xcomplex<f32>>
  return %0 : tensor<4x2xcomplex<f32>>
}
