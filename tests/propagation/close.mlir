// RUN: spmd-opt %s --sdy-remove-sharding-groups --sdy-sharding-constraint-to-reshard --sdy-close-shardings --spmd-complete-shardings --sdy-constant-or-scalar-merger --spmd-check-propagated | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: @main
// CHECK-SAME: %arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}
// CHECK-SAME: %arg1: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}
// CHECK-SAME: -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}], replicated={"b"}>}, %s: tensor<f32>) -> tensor<8xf32> {
  // CHECK-NEXT: %[[C:.*]] = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} dense<1.0
  // CHECK-NEXT: stablehlo.add %arg0, %[[C]] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>}
  // CHECK-NEXT: sdy.reshard %{{.*}} <@mesh, [{"a"}]>
  // CHECK-NEXT: %[[S:.*]] = stablehlo.add %{{.*}}, %[[C]]
  // CHECK-NEXT: %[[T:.*]] = sdy.reshard %[[S]] <@mesh, [{"b"}]>
  // CHECK-NEXT: return %[[T]]
  %c = sdy.constant dense<1.0> : tensor<8xf32>
  %d = sdy.constant dense<1.0> : tensor<8xf32>
  %0 = stablehlo.add %x, %c : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"a", ?}]> : tensor<8xf32>
  sdy.sharding_group %1 group_id=0 : tensor<8xf32>
  %2 = stablehlo.add %1, %d : tensor<8xf32>
  %3 = sdy.propagation_barrier %2 allowed_direction=NONE {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}]>]>} : tensor<8xf32>
  return %3 : tensor<8xf32>
}

// CHECK-LABEL: @priorities
// CHECK-SAME: <@mesh, [{"a"}p1, {}]>
func.func private @priorities(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}p1, {?}p2]>})
