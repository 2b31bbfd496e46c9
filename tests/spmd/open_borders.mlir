// RUN: spmd-run --check-against-sequential --random-args=1 %s
// RUN: spmd-opt %s --spmd-pipeline=stop-after=propagate | FileCheck %s

// An open result of 6 over an axis of 4: 4 shards do not divide it, the first part of the axis does.
sdy.mesh @mesh = <["x"=4]>

// CHECK: -> (tensor<2x6xf32> {{.*}}, tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2}]>})
func.func @main(%a: tensor<12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}]>})
    -> (tensor<2x6xf32>, tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}]>}) {
  %0 = stablehlo.reshape %a : (tensor<12xf32>) -> tensor<2x6xf32>
  %1 = stablehlo.tanh %b : tensor<6xf32>
  return %0, %1 : tensor<2x6xf32>, tensor<6xf32>
}
