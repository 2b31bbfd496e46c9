// The program wants a result as partial sums, of operands that are whole: the op is split along what it adds up.
// RUN: spmd-opt %s --spmd-insert-reshards | FileCheck %s
// RUN: spmd-run %s --random-args=1 --check-against-sequential
// CHECK: %[[A:.*]] = sdy.reshard %arg0 <@mesh, [{}, {"x"}]>
// CHECK: %[[B:.*]] = sdy.reshard %arg1 <@mesh, [{"x"}, {}]>
// CHECK: %[[P:.*]] = stablehlo.dot_general %[[A]], %[[B]], {{.*}}[{}, {}], unreduced={"x"}
// CHECK: sdy.reshard %[[P]] <@mesh, [{}, {}]>
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %b: tensor<64x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={"x"}>]>} : (tensor<8x64xf32>, tensor<64x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
