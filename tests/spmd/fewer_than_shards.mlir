// The only split dim has fewer elements than there are shards, so it grows to one element for each.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.tanh %x : tensor<3xf32>
  return %0 : tensor<3xf32>
}
