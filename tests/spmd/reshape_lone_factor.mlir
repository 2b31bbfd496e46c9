// 6x4 -> 4x6: the major 2 of both first dims is one factor, which may stay split. The 3 of the operand has no partner in the result, so its
// rows come together, though propagation lets it pass.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
sdy.mesh @mesh = <["a"=2, "x"=3]>
func.func @main(%u: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "x"}, {}]>}) -> (tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  %0 = stablehlo.tanh %u : tensor<6x4xf32>
  %1 = stablehlo.reshape %0 : (tensor<6x4xf32>) -> tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}
