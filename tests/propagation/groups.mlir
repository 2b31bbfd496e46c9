// RUN: spmd-opt %s --sdy-basic-propagate --split-input-file --verify-diagnostics | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: @members_are_placed_alike
func.func @members_are_placed_alike(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, %y: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: stablehlo.tanh %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>}
  %0 = stablehlo.tanh %y : tensor<8xf32>
  sdy.sharding_group %x group_id=0 : tensor<8xf32>
  sdy.sharding_group %0 group_id=0 : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: @contradicting_members_are_separated
func.func @contradicting_members_are_separated(
    // expected-note @below {{a member has}}
    %x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>},
    // expected-note @below {{a member has}}
    %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>}) -> tensor<8xf32> {
  // CHECK-NEXT: sdy.sharding_constraint %arg1
  // CHECK-NEXT: sdy.sharding_constraint %arg0
  // expected-warning @below {{members of sharding group 0 have different shardings before propagation; they keep them}}
  sdy.sharding_group %x group_id=0 : tensor<8xf32>
  sdy.sharding_group %y group_id=0 : tensor<8xf32>
  return %x : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @ranks_differ(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %y: tensor<8xf32>) {
  // expected-note @below {{the first value is here, of type 'tensor<8x8xf32>'}}
  sdy.sharding_group %x group_id=4 : tensor<8x8xf32>
  // expected-error @below {{puts a value of type 'tensor<8xf32>' into group 4, which has values of another rank}}
  sdy.sharding_group %y group_id=4 : tensor<8xf32>
  return
}

// -----

// Any number is a group's.
sdy.mesh @mesh = <["a"=2]>
// CHECK-LABEL: @largest_id
// CHECK-SAME: %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}
func.func @largest_id(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, %y: tensor<8xf32>) {
  sdy.sharding_group %x group_id=9223372036854775807 : tensor<8xf32>
  sdy.sharding_group %y group_id=9223372036854775807 : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @manual_computations_differ(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-note @below {{the first value is here}}
  sdy.sharding_group %x group_id=4 : tensor<8xf32>
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%y: tensor<4xf32>) {
    // expected-error @below {{puts a value of type 'tensor<4xf32>' into group 4, which has values in another manual computation}}
    sdy.sharding_group %y group_id=4 : tensor<4xf32>
    sdy.return %y : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2]>

// Replicated axes of one member do not bind the group; what the group agrees on takes their place.
// CHECK-LABEL: @replicated_axes_give_way
// CHECK-SAME: %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}]>}
func.func @replicated_axes_give_way(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>},
    %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}], replicated={"a"}>}) -> tensor<8xf32> {
  // CHECK: stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}]>]>}
  %0 = stablehlo.negate %x : tensor<8xf32>
  sdy.sharding_group %y group_id=0 : tensor<8xf32>
  sdy.sharding_group %0 group_id=0 : tensor<8xf32>
  return %0 : tensor<8xf32>
}
