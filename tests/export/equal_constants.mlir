// RUN: spmd-opt %s --sdy-export-pipeline=inline-meshes=false | FileCheck %s

// Equal constants with different shardings are two values, also where collectives are simplified beside them.
// CHECK-LABEL: @main
// CHECK-DAG: %[[A:.*]] = stablehlo.constant {{.*}}[{"a"}]
// CHECK-DAG: %[[B:.*]] = stablehlo.constant {{.*}}[{"b"}]
// CHECK: %[[PARTIAL:.*]] = sdy.sharded_to_unreduced [{"b"}] %[[B]] out_sharding=<@mesh, [{}], unreduced={"b"}>
// CHECK: return %[[A]], %[[PARTIAL]]
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main() -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>},
                      tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}], unreduced={"b"}>}) {
  %0 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} dense<1.0> : tensor<8xf32>
  %1 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}]>]>} dense<1.0> : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
