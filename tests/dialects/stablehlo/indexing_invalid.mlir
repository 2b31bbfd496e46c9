// RUN: spmd-opt %s -split-input-file -verify-diagnostics

// expected-note @+1 {{operand is 'tensor<7x9xf32>'}}
func.func @dynamic_slice_c2(%a: tensor<7x9xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  // expected-error @+1 {{has 1 start indices, the operand has 2 dims}}
  %0 = stablehlo.dynamic_slice %a, %i, sizes = [3, 1] : (tensor<7x9xf32>, tensor<i32>) -> tensor<3x1xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<7x9xf32>'}}
func.func @dynamic_slice_c2_sizes(%a: tensor<7x9xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  // expected-error @+1 {{slice size has 1 dims, the operand 'tensor<7x9xf32>' has 2}}
  %0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [3] : (tensor<7x9xf32>, tensor<i32>, tensor<i32>) -> tensor<3x1xf32>
  return
}

// -----

// expected-note @+2 {{start index 0 is 'tensor<i32>'}}
// expected-note @+1 {{the other index is 'tensor<i64>'}}
func.func @dynamic_slice_c3(%a: tensor<7x9xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  // expected-error @+1 {{has start index 1 of type 'tensor<i64>' and start index 0 of type 'tensor<i32>'; they must be equal}}
  %0 = stablehlo.dynamic_slice %a, %i, %j, sizes = [3, 1] : (tensor<7x9xf32>, tensor<i32>, tensor<i64>) -> tensor<3x1xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<7x9xf32>'}}
func.func @dynamic_slice_c4(%a: tensor<7x9xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  // expected-error @+1 {{slice size is 10 in dim 1, the operand has size 9 there}}
  %0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [3, 10] : (tensor<7x9xf32>, tensor<i32>, tensor<i32>) -> tensor<3x10xf32>
  return
}

// -----

// expected-note @+3 {{operand 0 is 'tensor<7x9xf32>'}}
// expected-note @+2 {{operand 1 is 'tensor<i32>'}}
// expected-note @+1 {{operand 2 is 'tensor<i32>'}}
func.func @dynamic_slice_c5(%a: tensor<7x9xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  // expected-error @+1 {{tensor<3x2xf32>}}
  %0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [3, 1] : (tensor<7x9xf32>, tensor<i32>, tensor<i32>) -> tensor<3x2xf32>
  return
}

// -----

// expected-note @+2 {{operand is 'tensor<7x9xf32>'}}
// expected-note @+1 {{the update is 'tensor<3x1xf64>'}}
func.func @dynamic_update_slice_c2(%a: tensor<7x9xf32>, %b: tensor<3x1xf64>, %i: tensor<i32>, %j: tensor<i64>) {
  // expected-error @+1 {{updates 'tensor<7x9xf32>' with elements of type 'f64'; the element types must be equal}}
  %0 = stablehlo.dynamic_update_slice %a, %b, %i, %i : (tensor<7x9xf32>, tensor<3x1xf64>, tensor<i32>, tensor<i32>) -> tensor<7x9xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<7x9xf32>'}}
func.func @dynamic_update_slice_c3(%a: tensor<7x9xf32>, %b: tensor<3xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  // expected-error @+1 {{update size has 1 dims, the operand 'tensor<7x9xf32>' has 2}}
  %0 = stablehlo.dynamic_update_slice %a, %b, %i, %i : (tensor<7x9xf32>, tensor<3xf32>, tensor<i32>, tensor<i32>) -> tensor<7x9xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<7x9xf32>'}}
func.func @dynamic_update_slice_c4(%a: tensor<7x9xf32>, %b: tensor<3x1xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  // expected-error @+1 {{has 1 start indices, the operand has 2 dims}}
  %0 = stablehlo.dynamic_update_slice %a, %b, %i : (tensor<7x9xf32>, tensor<3x1xf32>, tensor<i32>) -> tensor<7x9xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<7x9xf32>'}}
func.func @dynamic_update_slice_c6(%a: tensor<7x9xf32>, %b: tensor<8x1xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  // expected-error @+1 {{update size is 8 in dim 0, the operand has size 7 there}}
  %0 = stablehlo.dynamic_update_slice %a, %b, %i, %i : (tensor<7x9xf32>, tensor<8x1xf32>, tensor<i32>, tensor<i32>) -> tensor<7x9xf32>
  return
}

// -----

// expected-note @+2 {{operand is 'tensor<7x9xf32>'}}
// expected-note @+1 {{the list is 'tensor<3xi32>'}}
func.func @real_dynamic_slice_lists(%a: tensor<7x9xf32>, %b: tensor<2xi32>, %c: tensor<3xi32>) {
  // expected-error @+1 {{has strides of type 'tensor<3xi32>'; the operand of rank 2 needs 2 entries, of one type in all three lists}}
  %0 = stablehlo.real_dynamic_slice %a, %b, %b, %c : (tensor<7x9xf32>, tensor<2xi32>, tensor<2xi32>, tensor<3xi32>) -> tensor<?x?xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<7x9xf32>'}}
func.func @real_dynamic_slice_result(%a: tensor<7x9xf32>, %b: tensor<2xi32>) {
  // expected-error @+1 {{ranks and element types must be equal}}
  %0 = stablehlo.real_dynamic_slice %a, %b, %b, %b : (tensor<7x9xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<10x4xf32>'}}
func.func @gather_c1(%a: tensor<10x4xf32>, %b: tensor<5x1xi32>) {
  // expected-error @+1 {{offset_dims, collapsed_slice_dims and operand_batching_dims have 1 dims together, the operand 'tensor<10x4xf32>' has 2}}
  %0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<10x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  return
}

// -----

// expected-note @+1 {{indices is 'tensor<5x1xi32>'}}
func.func @gather_c2(%a: tensor<10x4xf32>, %b: tensor<5x1xi32>) {
  // expected-error @+1 {{index_vector_dim is 3, indices of rank 2 admit 0 to 2}}
  %0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 3>, slice_sizes = array<i64: 1, 4>}> : (tensor<10x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  return
}

// -----

// expected-note @+1 {{indices is 'tensor<5x1xi32>'}}
func.func @gather_c3(%a: tensor<10x4xf32>, %b: tensor<5x1xi32>) {
  // expected-error @+1 {{start_index_map has 2 entries, an index vector has 1}}
  %0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<10x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  return
}

// -----

func.func @gather_c4(%a: tensor<3x10x4xf32>, %b: tensor<5x1xi32>) {
  // expected-error @+1 {{offset_dims are [2, 1], they must ascend}}
  %0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 10, 4>}> : (tensor<3x10x4xf32>, tensor<5x1xi32>) -> tensor<5x10x4xf32>
  return
}

// -----

func.func @gather_c5(%a: tensor<10x4xf32>, %b: tensor<5x1xi32>) {
  // expected-error @+1 {{offset_dims names dim 2, the tensor has dims 0 to 1}}
  %0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<10x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  return
}

// -----

func.func @gather_c6(%a: tensor<3x10x4xf32>, %b: tensor<3x5x1xi32>) {
  // expected-error @+1 {{collapsed_slice_dims and operand_batching_dims names dim 1 twice}}
  %0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>}> : (tensor<3x10x4xf32>, tensor<3x5x1xi32>) -> tensor<3x5x4xf32>
  return
}

// -----

func.func @gather_c7(%a: tensor<3x10x4xf32>, %b: tensor<5x1xi32>) {
  // expected-error @+1 {{collapsed_slice_dims are [1, 0], they must ascend}}
  %0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1, 0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 4>}> : (tensor<3x10x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  return
}

// -----

func.func @gather_c8(%a: tensor<10x4xf32>, %b: tensor<5x1xi32>) {
  // expected-error @+1 {{collapsed_slice_dims names dim 2, the tensor has dims 0 to 1}}
  %0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<10x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  return
}

// -----

func.func @gather_c9(%a: tensor<10x4xf32>, %b: tensor<5x1xi32>) {
  // expected-error @+1 {{slice size is 2 in dim 0, which is one of collapsed_slice_dims and must have size 0 or 1}}
  %0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 4>}> : (tensor<10x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  return
}

// -----

func.func @gather_c12(%a: tensor<3x10x4xf32>, %b: tensor<3x5x1xi32>) {
  // expected-error @+1 {{slice size is 2 in dim 0, which is one of operand_batching_dims and must have size 0 or 1}}
  %0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 2, 1, 4>}> : (tensor<3x10x4xf32>, tensor<3x5x1xi32>) -> tensor<3x5x4xf32>
  return
}

// -----

func.func @gather_c14(%a: tensor<3x10x4xf32>, %b: tensor<3x5x1xi32>) {
  // expected-error @+1 {{start_indices_batching_dims names dim 3, the tensor has dims 0 to 2}}
  %0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [3], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>}> : (tensor<3x10x4xf32>, tensor<3x5x1xi32>) -> tensor<3x5x4xf32>
  return
}

// -----

func.func @gather_c15(%a: tensor<3x10x4xf32>, %b: tensor<3x5x1xi32>) {
  // expected-error @+1 {{start_indices_batching_dims names dim 2, which is the index_vector_dim}}
  %0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>}> : (tensor<3x10x4xf32>, tensor<3x5x1xi32>) -> tensor<3x5x4xf32>
  return
}

// -----

func.func @gather_c16(%a: tensor<3x10x4xf32>, %b: tensor<3x5x1xi32>) {
  // expected-error @+1 {{operand_batching_dims has 1 dims, start_indices_batching_dims has 2}}
  %0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0, 1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>}> : (tensor<3x10x4xf32>, tensor<3x5x1xi32>) -> tensor<3x5x4xf32>
  return
}

// -----

// expected-note @+2 {{operand is 'tensor<3x10x4xf32>'}}
// expected-note @+1 {{indices is 'tensor<3x5x1xi32>'}}
func.func @gather_c17(%a: tensor<3x10x4xf32>, %b: tensor<3x5x1xi32>) {
  // expected-error @+1 {{runs operand dim 0 of size 3 with indices dim 1 of size 5; the sizes must be equal}}
  %0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>}> : (tensor<3x10x4xf32>, tensor<3x5x1xi32>) -> tensor<3x5x4xf32>
  return
}

// -----

func.func @gather_c18(%a: tensor<3x10x4xf32>, %b: tensor<3x5x1xi32>) {
  // expected-error @+1 {{start_index_map and operand_batching_dims names dim 0 twice}}
  %0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>}> : (tensor<3x10x4xf32>, tensor<3x5x1xi32>) -> tensor<3x5x4xf32>
  return
}

// -----

func.func @gather_c19(%a: tensor<10x4xf32>, %b: tensor<5x1xi32>) {
  // expected-error @+1 {{start_index_map names dim 2, the tensor has dims 0 to 1}}
  %0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<10x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<10x4xf32>'}}
func.func @gather_c20(%a: tensor<10x4xf32>, %b: tensor<5x1xi32>) {
  // expected-error @+1 {{has 3 slice sizes, the operand 'tensor<10x4xf32>' has 2 dims}}
  %0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4, 1>}> : (tensor<10x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<10x4xf32>'}}
func.func @gather_c21(%a: tensor<10x4xf32>, %b: tensor<5x1xi32>) {
  // expected-error @+1 {{slice size is 5 in dim 1, the operand 'tensor<10x4xf32>' has size 4 there}}
  %0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<10x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  return
}

// -----

// expected-note @+2 {{operand 0 is 'tensor<10x4xf32>'}}
// expected-note @+1 {{operand 1 is 'tensor<5x1xi32>'}}
func.func @gather_c22(%a: tensor<10x4xf32>, %b: tensor<5x1xi32>) {
  // expected-error @+1 {{tensor<5x3xf32>}}
  %0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<10x4xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

// expected-note @+2 {{operand is 'tensor<10x4xf32>'}}
// expected-note @+1 {{slice_sizes is 'tensor<3xi32>'}}
func.func @dynamic_gather_c11(%a: tensor<10x4xf32>, %b: tensor<5x1xi32>, %s: tensor<3xi32>) {
  // expected-error @+1 {{has 3 slice sizes, the operand 'tensor<10x4xf32>' has 2 dims}}
  %0 = "stablehlo.dynamic_gather"(%a, %b, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<10x4xf32>, tensor<5x1xi32>, tensor<3xi32>) -> tensor<5x?xf32>
  return
}

// -----

// Slice sizes of few bytes of text and 10^12 entries.
// expected-note @+1 {{operand is 'tensor<10x4xf32>'}}
func.func @dynamic_gather_of_many_sizes(%a: tensor<10x4xf32>, %b: tensor<5x1xi32>) {
  // expected-note @+1 {{slice_sizes is 'tensor<1000000000000xi32>'}}
  %s = stablehlo.constant dense<1> : tensor<1000000000000xi32>
  // expected-error @+1 {{has 1000000000000 slice sizes, the operand 'tensor<10x4xf32>' has 2 dims}}
  %0 = "stablehlo.dynamic_gather"(%a, %b, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<10x4xf32>, tensor<5x1xi32>, tensor<1000000000000xi32>) -> tensor<5x?xf32>
  return
}

// -----

func.func @dynamic_gather_c8(%a: tensor<10x4xf32>, %b: tensor<5x1xi32>) {
  %s = stablehlo.constant dense<[2, 4]> : tensor<2xi32>
  // expected-error @+1 {{slice size is 2 in dim 0, which is one of collapsed_slice_dims and must have size 0 or 1}}
  %0 = "stablehlo.dynamic_gather"(%a, %b, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<10x4xf32>, tensor<5x1xi32>, tensor<2xi32>) -> tensor<5x?xf32>
  return
}

// -----

// expected-note @+2 {{input 0 is 'tensor<4xf32>'}}
// expected-note @+1 {{input 1 is 'tensor<5xf32>'}}
func.func @scatter_c1(%a: tensor<4xf32>, %b: tensor<5xf32>, %i: tensor<2x1xi32>, %u: tensor<2xf32>) {
  // expected-error @+1 {{has input 1 of type 'tensor<5xf32>' and input 0 of type 'tensor<4xf32>'; the shapes must be equal}}
  %0:2 = "stablehlo.scatter"(%a, %b, %i, %u, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
    stablehlo.return %x, %y : tensor<f32>, tensor<f32>
  }) : (tensor<4xf32>, tensor<5xf32>, tensor<2x1xi32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4xf32>, tensor<5xf32>)
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<10x4xf32>'}}
func.func @scatter_c2(%a: tensor<10x4xf32>, %b: tensor<5x1xi32>, %c: tensor<5x4xf32>) {
  // expected-error @+1 {{update_window_dims, inserted_window_dims and input_batching_dims have 1 dims together}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<10x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<10x4xf32>
  return
}

// -----

// expected-note @+2 {{scatter_indices is 'tensor<5x1xi32>'}}
// expected-note @+1 {{the update is 'tensor<5x4x1xf32>'}}
func.func @scatter_c4_rank(%a: tensor<10x4xf32>, %b: tensor<5x1xi32>, %c: tensor<5x4x1xf32>) {
  // expected-error @+1 {{has updates 'tensor<5x4x1xf32>'; scatter_indices and update_window_dims make rank 2}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<10x4xf32>, tensor<5x1xi32>, tensor<5x4x1xf32>) -> tensor<10x4xf32>
  return
}

// -----

// expected-note @+2 {{the input is 'tensor<10x4xf32>'}}
// expected-note @+1 {{the update is 'tensor<5x5xf32>'}}
func.func @scatter_c4_window(%a: tensor<10x4xf32>, %b: tensor<5x1xi32>, %c: tensor<5x5xf32>) {
  // expected-error @+1 {{whose window dim 1 of size 5 exceeds the inputs' size 4}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<10x4xf32>, tensor<5x1xi32>, tensor<5x5xf32>) -> tensor<10x4xf32>
  return
}

// -----

// expected-note @+2 {{scatter_indices is 'tensor<5x1xi32>'}}
// expected-note @+1 {{the update is 'tensor<6x4xf32>'}}
func.func @scatter_c4_batch(%a: tensor<10x4xf32>, %b: tensor<5x1xi32>, %c: tensor<6x4xf32>) {
  // expected-error @+1 {{whose dim 0 of size 6 runs with dim 0 of scatter_indices of size 5; the sizes must be equal}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<10x4xf32>, tensor<5x1xi32>, tensor<6x4xf32>) -> tensor<10x4xf32>
  return
}

// -----

func.func @scatter_c5(%i: tensor<2x1xi32>) {
  // expected-error @+1 {{has no inputs; there must be at least one}}
  "stablehlo.scatter"(%i) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    stablehlo.return
  }) : (tensor<2x1xi32>) -> ()
  return
}

// -----

// expected-note @+2 {{the input is 'tensor<10x4xf32>'}}
// expected-note @+1 {{the update is 'tensor<5x4xf64>'}}
func.func @scatter_c6(%a: tensor<10x4xf32>, %b: tensor<5x1xi32>, %c: tensor<5x4xf64>) {
  // expected-error @+1 {{updates input 0 of type 'tensor<10x4xf32>' with elements of type 'f64'; the element types must be equal}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<10x4xf32>, tensor<5x1xi32>, tensor<5x4xf64>) -> tensor<10x4xf32>
  return
}

// -----

func.func @scatter_c8(%a: tensor<10x4xf32>, %b: tensor<5x1xi32>, %c: tensor<5x4xf32>) {
  // expected-error @+1 {{update_window_dims names dim 2, the tensor has dims 0 to 1}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<10x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<10x4xf32>
  return
}

// -----

func.func @scatter_c11(%a: tensor<10x4xf32>, %b: tensor<5x1xi32>, %c: tensor<5x4xf32>) {
  // expected-error @+1 {{inserted_window_dims names dim 2, the tensor has dims 0 to 1}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<10x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<10x4xf32>
  return
}

// -----

// expected-note @+1 {{indices is 'tensor<5x1xi32>'}}
func.func @scatter_c19(%a: tensor<10x4xf32>, %b: tensor<5x1xi32>, %c: tensor<5x4xf32>) {
  // expected-error @+1 {{scatter_dims_to_operand_dims has 2 entries, an index vector has 1}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<10x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<10x4xf32>
  return
}

// -----

func.func @scatter_c21(%a: tensor<10x4xf32>, %b: tensor<5x1xi32>, %c: tensor<5x4xf32>) {
  // expected-error @+1 {{scatter_dims_to_operand_dims names dim 2, the tensor has dims 0 to 1}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [2], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<10x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<10x4xf32>
  return
}

// -----

// expected-note @+1 {{indices is 'tensor<5x1xi32>'}}
func.func @scatter_c22(%a: tensor<10x4xf32>, %b: tensor<5x1xi32>, %c: tensor<5x4xf32>) {
  // expected-error @+1 {{index_vector_dim is 3, indices of rank 2 admit 0 to 2}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 3>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<10x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<10x4xf32>
  return
}

// -----

// expected-note @+3 {{operand 0 is 'tensor<10x4xf32>'}}
// expected-note @+2 {{operand 1 is 'tensor<5x1xi32>'}}
// expected-note @+1 {{operand 2 is 'tensor<5x4xf32>'}}
func.func @scatter_c23(%a: tensor<10x4xf32>, %b: tensor<5x1xi32>, %c: tensor<5x4xf32>) {
  // expected-error @+1 {{input 0 of element type 'f32' cannot be reduced in 'i32'}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<10x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<10x4xf32>
  return
}

// -----

// expected-note @+1 {{the input is 'tensor<10x4xf32>'}}
func.func @scatter_c24(%a: tensor<10x4xf32>, %b: tensor<5x1xi32>, %c: tensor<5x4xf32>) {
  // expected-error @+1 {{has result 0 of type 'tensor<10x5xf32>'; it must have the shape of input 'tensor<10x4xf32>' and the region's element type 'f32'}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    // expected-note @+1 {{the returned value is 'tensor<f32>'}}
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<10x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<10x5xf32>
  return
}
