// Start indices that are partial sums, or lie on one device, of an operand that is padded.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
sdy.mesh @mesh = <["x"=4]>
sdy.mesh @dev0 = <[], device_ids=[0]>
func.func @main(%a: tensor<6x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %i: tensor<i32>, %j: tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %k: tensor<3x1xi32>)
    -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<3x6xf32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %sum = stablehlo.reduce(%j init: %z) applies stablehlo.add across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [], unreduced={"x"}>]>} : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  %0 = stablehlo.dynamic_slice %a, %i, %sum, sizes = [2, 3] : (tensor<6x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  %one = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@dev0, []>]>} dense<1> : tensor<i32>
  %1 = stablehlo.dynamic_slice %a, %i, %one, sizes = [2, 3] : (tensor<6x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  %t = stablehlo.transpose %a, dims = [1, 0] : (tensor<6x6xf32>) -> tensor<6x6xf32>
  %twice = stablehlo.add %k, %k {sdy.sharding = #sdy.sharding_per_value<[<@dev0, []>]>} : tensor<3x1xi32>
  %2 = "stablehlo.gather"(%t, %twice) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<6x6xf32>, tensor<3x1xi32>) -> tensor<3x6xf32>
  return %0, %1, %2 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<3x6xf32>
}
