// RUN: spmd-opt %s | spmd-opt | FileCheck %s

// CHECK-LABEL: @slices
func.func @slices(%x: tensor<7x9xf32>, %u: tensor<3x1xf32>, %i: tensor<i32>) {
  // CHECK: stablehlo.dynamic_slice %{{.*}}, %{{.*}}, %{{.*}}, sizes = [3, 1] : (tensor<7x9xf32>, tensor<i32>, tensor<i32>) -> tensor<3x1xf32>
  %0 = stablehlo.dynamic_slice %x, %i, %i, sizes = [3, 1] : (tensor<7x9xf32>, tensor<i32>, tensor<i32>) -> tensor<3x1xf32>
  // CHECK: stablehlo.dynamic_update_slice %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<7x9xf32>, tensor<3x1xf32>, tensor<i32>, tensor<i32>) -> tensor<7x9xf32>
  %1 = stablehlo.dynamic_update_slice %x, %u, %i, %i : (tensor<7x9xf32>, tensor<3x1xf32>, tensor<i32>, tensor<i32>) -> tensor<7x9xf32>
  return
}

// CHECK-LABEL: @slices_of_scalars
func.func @slices_of_scalars(%x: tensor<f32>) {
  // CHECK: stablehlo.dynamic_slice %arg0, sizes = [] : (tensor<f32>) -> tensor<f32>
  %0 = stablehlo.dynamic_slice %x, sizes = [] : (tensor<f32>) -> tensor<f32>
  // CHECK: stablehlo.dynamic_slice %arg0, sizes = [] : (tensor<f32>) -> tensor<f32>
  %1 = stablehlo.dynamic_slice %x, , sizes = [] : (tensor<f32>) -> tensor<f32>
  // CHECK: stablehlo.dynamic_update_slice %{{.*}}, %{{.*}} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.dynamic_update_slice %x, %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// CHECK-LABEL: @computed_bounds
func.func @computed_bounds(%x: tensor<?x4xf32>, %i: tensor<2xi32>) -> tensor<?x?xf32> {
  // CHECK: stablehlo.real_dynamic_slice %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %0 = stablehlo.real_dynamic_slice %x, %i, %i, %i : (tensor<?x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: @embedding_lookup
func.func @embedding_lookup(%table: tensor<64x32xf32>, %ids: tensor<8x16x1xi32>) -> tensor<8x16x32xf32> {
  // CHECK: "stablehlo.gather"(%{{.*}}, %{{.*}}) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 32>}> : (tensor<64x32xf32>, tensor<8x16x1xi32>) -> tensor<8x16x32xf32>
  %0 = "stablehlo.gather"(%table, %ids) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 32>} : (tensor<64x32xf32>, tensor<8x16x1xi32>) -> tensor<8x16x32xf32>
  return %0 : tensor<8x16x32xf32>
}

// CHECK-LABEL: @gather_with_batching_dims
func.func @gather_with_batching_dims(%x: tensor<3x10x4xf32>, %i: tensor<3x5x1xi64>) -> tensor<3x5x4xf32> {
  // CHECK: operand_batching_dims = [0], start_indices_batching_dims = [0]
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>, indices_are_sorted = true}> : (tensor<3x10x4xf32>, tensor<3x5x1xi64>) -> tensor<3x5x4xf32>
  return %0 : tensor<3x5x4xf32>
}

// CHECK-LABEL: @gather_of_computed_sizes
func.func @gather_of_computed_sizes(%x: tensor<?x4xf32>, %i: tensor<1xi64>, %s: tensor<2xi32>) -> tensor<?x2xf32> {
  // CHECK: "stablehlo.dynamic_gather"
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1]>, indices_are_sorted = true} : (tensor<?x4xf32>, tensor<1xi64>, tensor<2xi32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// CHECK-LABEL: @scatter_adds_rows
func.func @scatter_adds_rows(%x: tensor<64x32xf32>, %ids: tensor<8x1xi32>, %u: tensor<8x32xf32>) -> tensor<64x32xf32> {
  // CHECK: "stablehlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  %0 = "stablehlo.scatter"(%x, %ids, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<64x32xf32>, tensor<8x1xi32>, tensor<8x32xf32>) -> tensor<64x32xf32>
  return %0 : tensor<64x32xf32>
}

// CHECK-LABEL: @scatter_of_two
func.func @scatter_of_two(%x: tensor<4xf32>, %y: tensor<4xi32>, %i: tensor<2x1xi32>, %u: tensor<2xf32>, %v: tensor<2xi32>) {
  // CHECK: "stablehlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{{.*}}unique_indices = true
  %0:2 = "stablehlo.scatter"(%x, %y, %i, %u, %v) ({
  ^bb0(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<i32>):
    stablehlo.return %c, %d : tensor<f32>, tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true} : (tensor<4xf32>, tensor<4xi32>, tensor<2x1xi32>, tensor<2xf32>, tensor<2xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  return
}

// CHECK-LABEL: @torch_index_select
func.func @torch_index_select(%x: tensor<5x1x5xi32>, %i: tensor<2xi32>) -> tensor<2x1x5xi32> {
  // CHECK: "stablehlo.torch_index_select"(%{{.*}}, %{{.*}}) <{batch_dims = 0 : i64, dim = 0 : i64}>
  %0 = "stablehlo.torch_index_select"(%x, %i) <{dim = 0 : i64, batch_dims = 0 : i64}> : (tensor<5x1x5xi32>, tensor<2xi32>) -> tensor<2x1x5xi32>
  return %0 : tensor<2x1x5xi32>
}
