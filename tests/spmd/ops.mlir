// RUN: spmd-run --check-against-sequential --random-args=5 %s
// RUN: spmd-run --check-against-sequential --random-args=5 --mesh=x=4,y=1 %s
// RUN: spmd-run --check-against-sequential=jit --random-args=5 %s

// One of each that needs more than smaller types on a device: iota and constants along split dims, slices of whole split
// dims, maxima over split dims, a reduction from a start value, a gather from split rows, a scatter of split updates.
sdy.mesh @mesh = <["x"=2, "y"=2]>

func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
                %table: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %i: tensor<8x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>})
    -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<4xf32>, tensor<8xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x2xf32>) {
  %rows = stablehlo.iota dim = 0 : tensor<8x4xf32>
  %some = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %wide = stablehlo.broadcast_in_dim %some, dims = [1] : (tensor<4xf32>) -> tensor<8x4xf32>
  %0 = stablehlo.add %a, %rows : tensor<8x4xf32>
  %1 = stablehlo.multiply %0, %wide : tensor<8x4xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %max = stablehlo.reduce(%1 init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  %start = stablehlo.constant dense<7.0> : tensor<f32>
  %sum = stablehlo.reduce(%a init: %start) applies stablehlo.add across dimensions = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
  %picked = "stablehlo.gather"(%table, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<8x4xf32>, tensor<8x1xi32>) -> tensor<8x4xf32>
  %scattered = "stablehlo.scatter"(%table, %i, %picked) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8x4xf32>, tensor<8x1xi32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  %part = stablehlo.slice %a [0:8, 1:3] : (tensor<8x4xf32>) -> tensor<8x2xf32>
  return %1, %max, %sum, %picked, %scattered, %part : tensor<8x4xf32>, tensor<4xf32>, tensor<8xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x2xf32>
}
