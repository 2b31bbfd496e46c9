// RUN: spmd-opt %s --spmd-batch-known-indices --split-input-file | FileCheck %s

// Component 1 of the index counts along dim 0 of the indices and selects dim 1 of the operand: both become batching dims.
// CHECK-LABEL: @scattered
// CHECK: %[[REST:.*]] = stablehlo.concatenate %{{.*}}, %{{.*}}, dim = 2 : (tensor<8x32x1xi32>, tensor<8x32x1xi32>) -> tensor<8x32x2xi32>
// CHECK: "stablehlo.scatter"(%{{.*}}, %[[REST]], %{{.*}}) <{{.*}}inserted_window_dims = [0, 2], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>
func.func @scattered(%x: tensor<4x8x5x16xf32>, %i: tensor<8x32x1xi32>, %k: tensor<8x32x1xi32>, %u: tensor<8x32x16xf32>) -> tensor<4x8x5x16xf32> {
  %row = stablehlo.iota dim = 0 : tensor<8xi32>
  %0 = stablehlo.broadcast_in_dim %row, dims = [0] : (tensor<8xi32>) -> tensor<8x32x1xi32>
  %1 = stablehlo.concatenate %i, %0, %k, dim = 2 : (tensor<8x32x1xi32>, tensor<8x32x1xi32>, tensor<8x32x1xi32>) -> tensor<8x32x3xi32>
  %2 = "stablehlo.scatter"(%x, %1, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 1, 2], scatter_dims_to_operand_dims = [0, 1, 2], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8x5x16xf32>, tensor<8x32x3xi32>, tensor<8x32x16xf32>) -> tensor<4x8x5x16xf32>
  return %2 : tensor<4x8x5x16xf32>
}

// -----

// Two components count, along different dims; batching dims come in the order of the operand's. Reshapes of dims of size 1 and
// conversions that keep all numbers are looked through.
// CHECK-LABEL: @gathered
// CHECK: "stablehlo.gather"(%arg0, %{{.*}}) <{{.*}}collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [1, 0], start_index_map = [2], index_vector_dim = 2>
// CHECK-SAME: (tensor<6x8x5xf32>, tensor<8x6x1xi32>) -> tensor<8x6xf32>
func.func @gathered(%x: tensor<6x8x5xf32>, %k: tensor<8x6x1xi32>) -> tensor<8x6xf32> {
  %i = stablehlo.iota dim = 0 : tensor<6xi8>
  %j = stablehlo.iota dim = 1 : tensor<1x8xi32>
  %0 = stablehlo.convert %i : (tensor<6xi8>) -> tensor<6xi32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<6xi32>) -> tensor<8x6x1xi32>
  %2 = stablehlo.reshape %j : (tensor<1x8xi32>) -> tensor<8x1x1xi32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1, 2] : (tensor<8x1x1xi32>) -> tensor<8x6x1xi32>
  %4 = stablehlo.concatenate %3, %1, %k, dim = 2 : (tensor<8x6x1xi32>, tensor<8x6x1xi32>, tensor<8x6x1xi32>) -> tensor<8x6x3xi32>
  %5 = "stablehlo.gather"(%x, %4) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [1, 0, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<6x8x5xf32>, tensor<8x6x3xi32>) -> tensor<8x6xf32>
  return %5 : tensor<8x6xf32>
}

// -----

// Nothing changes where the component counts over fewer rows than the operand has, where a conversion wraps, and
// for an only component.
// CHECK-LABEL: @not_counted
func.func @not_counted(%x: tensor<9x300x5xf32>, %k: tensor<8x300x1xi32>, %v: tensor<8xf32>) -> (tensor<8x300xf32>, tensor<8x300xf32>, tensor<8xf32>) {
  // CHECK-NOT: batching_dims
  %i = stablehlo.iota dim = 0 : tensor<8x300x1xi32>
  %0 = stablehlo.concatenate %i, %k, %k, dim = 2 : (tensor<8x300x1xi32>, tensor<8x300x1xi32>, tensor<8x300x1xi32>) -> tensor<8x300x3xi32>
  %1 = "stablehlo.gather"(%x, %0) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<9x300x5xf32>, tensor<8x300x3xi32>) -> tensor<8x300xf32>
  %j = stablehlo.iota dim = 1 : tensor<8x300x1xui16>
  %small = stablehlo.convert %j : (tensor<8x300x1xui16>) -> tensor<8x300x1xi8>
  %wide = stablehlo.convert %small : (tensor<8x300x1xi8>) -> tensor<8x300x1xi32>
  %2 = stablehlo.concatenate %k, %wide, %k, dim = 2 : (tensor<8x300x1xi32>, tensor<8x300x1xi32>, tensor<8x300x1xi32>) -> tensor<8x300x3xi32>
  %3 = "stablehlo.gather"(%x, %2) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<9x300x5xf32>, tensor<8x300x3xi32>) -> tensor<8x300xf32>
  %only = stablehlo.iota dim = 0 : tensor<8x1xi32>
  %4 = "stablehlo.gather"(%v, %only) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<8xf32>, tensor<8x1xi32>) -> tensor<8xf32>
  return %1, %3, %4 : tensor<8x300xf32>, tensor<8x300xf32>, tensor<8xf32>
}
