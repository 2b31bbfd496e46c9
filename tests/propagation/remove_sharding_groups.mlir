// RUN: spmd-opt %s --sdy-remove-sharding-groups | FileCheck %s

sdy.mesh @mesh = <["a"=2]>

// Groups go wherever they stand. The values of a group keep their shardings.
// CHECK-LABEL: @members_keep_their_shardings(
// CHECK-NOT: sdy.sharding_group
// CHECK: sdy.manual_computation
// CHECK-NOT: sdy.sharding_group
// CHECK: stablehlo.tanh %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>}
// CHECK-NOT: sdy.sharding_group
// CHECK: return
func.func @members_keep_their_shardings(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  sdy.sharding_group %x group_id=0 : tensor<8xf32>
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={} (%y: tensor<8xf32>) {
    sdy.sharding_group %y group_id=1 : tensor<8xf32>
    sdy.return %y : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.tanh %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<8xf32>
  sdy.sharding_group %1 group_id=0 : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: @no_group(
// CHECK-NEXT: sdy.sharding_constraint %arg0 <@mesh, [{"a"}]>
func.func @no_group(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
