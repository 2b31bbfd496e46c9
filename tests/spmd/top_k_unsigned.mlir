// The pieces of a top_k are filled up with the least element of the type: zero where integers have no sign. All elements lie below 64, so
// that a filler that counts as more than zero would be among the candidates.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
// RUN: spmd-opt %s --spmd-pipeline=stop-after=propagate -o %t.mlir
// RUN: spmd-opt %t.mlir --spmd-cut-dims | FileCheck %s
// CHECK: %[[LEAST:.*]] = stablehlo.constant {{.*}}dense<0> : tensor<ui8>
// CHECK: stablehlo.pad %{{.*}}, %[[LEAST]], low = [0, 0], high = [0, 2]
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<3x22xui8> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<3x1xui8>, tensor<3x1xi32>) {
  %few = stablehlo.constant dense<63> : tensor<3x22xui8>
  %0 = stablehlo.and %a, %few : tensor<3x22xui8>
  %1:2 = chlo.top_k(%0, k = 1) : tensor<3x22xui8> -> (tensor<3x1xui8>, tensor<3x1xi32>)
  return %1#0, %1#1 : tensor<3x1xui8>, tensor<3x1xi32>
}
