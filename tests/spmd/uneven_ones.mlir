// Dims of one element over several devices: batches of gathers and of top_k, and groups of convolutions with one feature or one batch each.
// RUN: spmd-run %s --random-args=1 --check-against-sequential --mesh=x=4,z=3
// RUN: spmd-run %s --random-args=2 --check-against-sequential --mesh=x=2,z=2
// RUN: env SPMD_VERIFY_PARTITION=1 spmd-run %s --random-args=3 --check-against-sequential --mesh=x=3,z=5
module {
  sdy.mesh @mesh = <["x"=4, "z"=3]>
  func.func public @main(%a: tensor<1x20xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {"x"}]>},
                         %p: tensor<1x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}]>},
                         %image: tensor<4x16x2xf32>, %depthwise: tensor<3x1x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"z"}, {}]>},
                         %two: tensor<2x16x3xf32>, %k: tensor<3x3x4xf32>) ->
      (tensor<1x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}]>}, tensor<1x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}]>},
       tensor<1x4xf32>, tensor<4x16x2xf32>, tensor<1x16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}, {}]>}) {
    %0:2 = chlo.top_k(%a, k = 2) : tensor<1x20xf32> -> (tensor<1x2xf32>, tensor<1x2xi32>)
    %1 = "stablehlo.gather"(%a, %p) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<1x20xf32>, tensor<1x4xi32>) -> tensor<1x4xf32>
    %2 = stablehlo.convolution(%image, %depthwise) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<4x16x2xf32>, tensor<3x1x2xf32>) -> tensor<4x16x2xf32>
    %3 = stablehlo.convolution(%two, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<2x16x3xf32>, tensor<3x3x4xf32>) -> tensor<1x16x4xf32>
    return %0#0, %0#1, %1, %2, %3 : tensor<1x2xf32>, tensor<1x2xi32>, tensor<1x4xf32>, tensor<4x16x2xf32>, tensor<1x16x4xf32>
  }
}
