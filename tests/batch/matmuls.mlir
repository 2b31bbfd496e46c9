// RUN: spmd-opt %s --split-input-file --spmd-batch="function=both size=8" | FileCheck %s --check-prefix=BOTH
// RUN: spmd-opt %s --split-input-file --spmd-batch="function=both size=8 in=1,none" | FileCheck %s --check-prefix=LHS
// RUN: spmd-opt %s --split-input-file --spmd-batch="function=both size=8 in=none,2" | FileCheck %s --check-prefix=RHS

// The batch of both operands is a batch dim. That of one operand is a free dim of it, so that the other one is not copied.
func.func @both(%x: tensor<4x6xf32>, %y: tensor<6x2xf32>) -> tensor<4x2xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
// BOTH-LABEL: func.func @both_batched(
// BOTH-NEXT:  stablehlo.dot_general %{{.*}}, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x4x6xf32>, tensor<8x6x2xf32>) -> tensor<8x4x2xf32>
// LHS-LABEL: func.func @both_batched(
// LHS-NEXT:   %[[P:.*]] = stablehlo.dot_general %{{.*}}, contracting_dims = [2] x [0] : (tensor<4x8x6xf32>, tensor<6x2xf32>) -> tensor<4x8x2xf32>
// LHS-NEXT:   stablehlo.transpose %[[P]], dims = [1, 0, 2]
// RHS-LABEL: func.func @both_batched(
// RHS-NEXT:   %[[P:.*]] = stablehlo.dot_general %{{.*}}, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x2x8xf32>) -> tensor<4x2x8xf32>
// RHS-NEXT:   stablehlo.transpose %[[P]], dims = [2, 0, 1]

// -----

// Images, features of the result, or groups.
func.func @both(%x: tensor<2x5x4xf32>, %k: tensor<3x4x6xf32>) -> tensor<2x3x6xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<2x5x4xf32>, tensor<3x4x6xf32>) -> tensor<2x3x6xf32>
  return %0 : tensor<2x3x6xf32>
}
// BOTH-LABEL: func.func @both_batched(
// BOTH:       stablehlo.convolution({{.*}}feature_group_count = 8 : i64{{.*}} : (tensor<2x5x32xf32>, tensor<3x4x48xf32>) -> tensor<2x3x48xf32>
// LHS-LABEL: func.func @both_batched(
// LHS:        stablehlo.convolution({{.*}}feature_group_count = 1 : i64{{.*}} : (tensor<16x5x4xf32>, tensor<3x4x6xf32>) -> tensor<16x3x6xf32>
// RHS-LABEL: func.func @both_batched(
// RHS:        stablehlo.convolution({{.*}}feature_group_count = 1 : i64{{.*}} : (tensor<2x5x4xf32>, tensor<3x4x48xf32>) -> tensor<2x3x48xf32>

// -----

// One matrix for all entries: their right-hand sides are columns.
func.func @both(%a: tensor<4x4xf32>, %b: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}>
      : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
// BOTH-LABEL: func.func @both_batched(
// BOTH:       stablehlo.triangular_solve{{.*}} (tensor<8x4x4xf32>, tensor<8x4x2xf32>) -> tensor<8x4x2xf32>
// RHS-LABEL: func.func @both_batched(
// RHS:        stablehlo.triangular_solve{{.*}} (tensor<4x4xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
