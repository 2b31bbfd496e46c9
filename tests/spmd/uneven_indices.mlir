// RUN: spmd-run %s --random-args=1 --check-against-sequential

// Indices into padded dims are limited as if there were no padding, and windows that would reach into padding are taken whole.
sdy.mesh @m = <["a"=4, "b"=3]>
func.func @main(%x: tensor<6x7xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}, %i: tensor<5x1xi32>, %u: tensor<5x7xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"b"}]>}, %w: tensor<5x2x7xf32>, %s: tensor<i32>, %p: tensor<3x7xf32>)
  -> (tensor<5x7xf32>, tensor<6x7xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, tensor<6x7xf32>, tensor<5x3x7xf32>, tensor<6x7xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}, tensor<6x7xf32>) {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 7>}> : (tensor<6x7xf32>, tensor<5x1xi32>) -> tensor<5x7xf32>
  %1 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<6x7xf32>, tensor<5x1xi32>, tensor<5x7xf32>) -> tensor<6x7xf32>
  %2 = "stablehlo.scatter"(%x, %i, %w) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<6x7xf32>, tensor<5x1xi32>, tensor<5x2x7xf32>) -> tensor<6x7xf32>
  %3 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 3, 7>}> : (tensor<6x7xf32>, tensor<5x1xi32>) -> tensor<5x3x7xf32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %4 = stablehlo.dynamic_update_slice %x, %p, %s, %z : (tensor<6x7xf32>, tensor<3x7xf32>, tensor<i32>, tensor<i32>) -> tensor<6x7xf32>
  %5 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<6x7xf32>, tensor<5x1xi32>, tensor<5x7xf32>) -> tensor<6x7xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<5x7xf32>, tensor<6x7xf32>, tensor<6x7xf32>, tensor<5x3x7xf32>, tensor<6x7xf32>, tensor<6x7xf32>
}
