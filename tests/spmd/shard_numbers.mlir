// The number of a shard over three axes: the first one is not next to the others on the mesh, which are one digit together, and no two have
// one size. Each device makes its part of the iota by its number.
// RUN: spmd-run %s --check-against-sequential
sdy.mesh @mesh = <["x"=2, "y"=3, "z"=4]>
func.func @main() -> (tensor<24xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"z", "x", "y"}]>}, tensor<24xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "z", "x"}]>}) {
  %0 = stablehlo.iota dim = 0 : tensor<24xi32>
  %1 = stablehlo.negate %0 : tensor<24xi32>
  return %0, %1 : tensor<24xi32>, tensor<24xi32>
}
