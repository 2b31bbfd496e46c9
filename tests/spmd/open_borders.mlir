// RUN: spmd-run --check-against-sequential --random-args=1 %s
// RUN: spmd-opt %s --spmd-pipeline=stop-after=propagate | FileCheck %s

// An open result of 6 over an axis of 4 stays, in shards of 2: the last device has only padding. An open result of 1
// drops the axis, which would add nothing but padding.
sdy.mesh @mesh = <["x"=4]>

// CHECK: -> (tensor<2x6xf32> {{.*}}, tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})
func.func @main(%a: tensor<12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}]>}, %c: tensor<1xf32>)
    -> (tensor<2x6xf32>, tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}]>}, tensor<1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}]>}) {
  %0 = stablehlo.reshape %a : (tensor<12xf32>) -> tensor<2x6xf32>
  %1 = stablehlo.tanh %b : tensor<6xf32>
  return %0, %1, %c : tensor<2x6xf32>, tensor<6xf32>, tensor<1xf32>
}
