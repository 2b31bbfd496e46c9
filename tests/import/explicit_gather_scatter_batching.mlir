// RUN: spmd-opt %s --sdy-explicit-gather-scatter-batching | FileCheck %s

// CHECK-LABEL: @counted_component_goes
// CHECK-NEXT: "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>
func.func @counted_component_goes(%x: tensor<4x8xf32>, %i: tensor<4x3x1xi32>) -> tensor<4x3xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<4xi32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<4xi32>) -> tensor<4x3x1xi32>
  %2 = stablehlo.concatenate %1, %i, dim = 2 : (tensor<4x3x1xi32>, tensor<4x3x1xi32>) -> tensor<4x3x2xi32>
  %3 = "stablehlo.gather"(%x, %2) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x3x2xi32>) -> tensor<4x3xf32>
  return %3 : tensor<4x3xf32>
}

// CHECK-LABEL: @wide_parts_are_cut
// CHECK: %[[C:.*]] = stablehlo.concatenate
// CHECK: %[[S:.*]] = stablehlo.slice %[[C]] [0:4, 0:3, 1:3]
// CHECK: "stablehlo.gather"(%arg0, %[[S]])
func.func @wide_parts_are_cut(%x: tensor<4x8x5xf32>, %i: tensor<4x3x2xi32>) -> tensor<4x3xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<4x3x1xi32>
  %1 = stablehlo.concatenate %0, %i, dim = 2 : (tensor<4x3x1xi32>, tensor<4x3x2xi32>) -> tensor<4x3x3xi32>
  %2 = "stablehlo.gather"(%x, %1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<4x8x5xf32>, tensor<4x3x3xi32>) -> tensor<4x3xf32>
  return %2 : tensor<4x3xf32>
}

// The second of three components is the second column of %i, not the second part.
// CHECK-LABEL: @position_is_counted_in_components
// CHECK-NOT: operand_batching_dims
func.func @position_is_counted_in_components(%x: tensor<4x8x5xf32>, %i: tensor<4x3x2xi32>) -> tensor<4x3xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<4x3x1xi32>
  %1 = stablehlo.concatenate %i, %0, dim = 2 : (tensor<4x3x2xi32>, tensor<4x3x1xi32>) -> tensor<4x3x3xi32>
  %2 = "stablehlo.gather"(%x, %1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [1, 0, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<4x8x5xf32>, tensor<4x3x3xi32>) -> tensor<4x3xf32>
  return %2 : tensor<4x3xf32>
}

// CHECK-LABEL: @other_sizes_do_not_batch
// CHECK-NOT: operand_batching_dims
func.func @other_sizes_do_not_batch(%x: tensor<5x8xf32>, %i: tensor<4x3x1xi32>) -> tensor<4x3xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<4x3x1xi32>
  %1 = stablehlo.concatenate %0, %i, dim = 2 : (tensor<4x3x1xi32>, tensor<4x3x1xi32>) -> tensor<4x3x2xi32>
  %2 = "stablehlo.gather"(%x, %1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<5x8xf32>, tensor<4x3x2xi32>) -> tensor<4x3xf32>
  return %2 : tensor<4x3xf32>
}

// CHECK-LABEL: @scatter_too
// CHECK-NEXT: "stablehlo.scatter"(%arg0, %arg1, %arg2) <{{.*}}inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>
func.func @scatter_too(%x: tensor<4x8xf32>, %i: tensor<4x3x1xi32>, %u: tensor<4x3xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<4x3x1xi32>
  %1 = stablehlo.concatenate %0, %i, dim = 2 : (tensor<4x3x1xi32>, tensor<4x3x1xi32>) -> tensor<4x3x2xi32>
  %2 = "stablehlo.scatter"(%x, %1, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x3x2xi32>, tensor<4x3xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}
