// RUN: spmd-opt %s --split-input-file --spmd-batch="function=f size=8 in=1,none" | FileCheck %s --check-prefix=ONE
// RUN: spmd-opt %s --split-input-file --spmd-batch="function=f size=8 in=1,0" | FileCheck %s --check-prefix=EACH

// A place for all entries: the window has the whole batch. A place for each: a gather, in which the batch is a batching dim.
func.func @f(%x: tensor<4x6xf32>, %i: tensor<i32>) -> tensor<1x6xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_slice %x, %i, %zero, sizes = [1, 6] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<1x6xf32>
  return %0 : tensor<1x6xf32>
}
// ONE-LABEL: func.func @f_batched(
// ONE:       stablehlo.dynamic_slice %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, sizes = [1, 8, 6] : {{.*}} -> tensor<1x8x6xf32>
// EACH-LABEL: func.func @f_batched(
// EACH:      "stablehlo.gather"(%{{.*}}, %{{.*}}) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 1>
// EACH-SAME: slice_sizes = array<i64: 1, 1, 6>}> : (tensor<4x8x6xf32>, tensor<8x2xi32>) -> tensor<8x1x6xf32>

// -----

func.func @f(%x: tensor<4x6xf32>, %i: tensor<3x1xi32>) -> tensor<3x6xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
      indices_are_sorted = true, slice_sizes = array<i64: 1, 6>}> : (tensor<4x6xf32>, tensor<3x1xi32>) -> tensor<3x6xf32>
  return %0 : tensor<3x6xf32>
}
// ONE-LABEL: func.func @f_batched(
// ONE:       "stablehlo.gather"(%{{.*}}, %{{.*}}) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>
// ONE-SAME:  indices_are_sorted = true, slice_sizes = array<i64: 1, 8, 6>}> : (tensor<4x8x6xf32>, tensor<3x1xi32>) -> tensor<3x8x6xf32>
// EACH-LABEL: func.func @f_batched(
// EACH:      "stablehlo.gather"(%{{.*}}, %{{.*}}) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 2>
// EACH-SAME: slice_sizes = array<i64: 1, 1, 6>}> : (tensor<4x8x6xf32>, tensor<8x3x1xi32>) -> tensor<8x3x6xf32>

// -----

// Updates outside are clamped as in dynamic_update_slice.
func.func @f(%x: tensor<4x6xf32>, %i: tensor<i32>) -> tensor<4x6xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<2x6xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %x, %one, %i, %zero : (tensor<4x6xf32>, tensor<2x6xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
// ONE-LABEL: func.func @f_batched(
// ONE:       stablehlo.dynamic_update_slice %{{.*}} : (tensor<4x8x6xf32>, tensor<2x8x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x6xf32>
// EACH-LABEL: func.func @f_batched(
// EACH:      stablehlo.minimum
// EACH:      stablehlo.maximum
// EACH:      "stablehlo.scatter"{{.*}} input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 1>
// EACH-SAME: unique_indices = true
