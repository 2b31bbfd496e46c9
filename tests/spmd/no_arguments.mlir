// RUN: spmd-run %s --check-against-sequential
// RUN: spmd-run %s --stop-after=partition > %t.mlir
// RUN: spmd-run %t.mlir --devices=6 --save=%t.npz
// RUN: spmd-run %t.mlir --devices=6 --backend=reference --save=%t.reference.npz
// RUN: cmp %t.npz %t.reference.npz

// The number of devices of a partitioned program without arguments is told by its results.
sdy.mesh @mesh = <["x"=2, "y"=3]>
func.func @main() -> (tensor<6xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.iota dim = 0 : tensor<6xi32>
  %1 = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  return %0, %1 : tensor<6xi32>, tensor<4xf32>
}
