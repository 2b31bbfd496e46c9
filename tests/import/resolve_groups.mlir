// RUN: spmd-opt %s --sdy-sharding-group-import --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: @groups_that_share_a_value_are_one
func.func @groups_that_share_a_value_are_one(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) {
  // CHECK: sdy.sharding_group %arg0 group_id=0
  // CHECK-NEXT: sdy.sharding_group %arg1 group_id=0
  // CHECK-NEXT: sdy.sharding_group %arg2 group_id=1
  // CHECK-NEXT: return
  sdy.sharding_group %a group_id=7 : tensor<8xf32>
  sdy.sharding_group %b group_id=3 : tensor<8xf32>
  sdy.sharding_group %a group_id=3 : tensor<8xf32>
  sdy.sharding_group %c group_id=12 : tensor<8xf32>
  return
}

// -----

func.func @shapes_must_agree(%a: tensor<8xf32>, %b: tensor<4xf32>) {
  // expected-note @below {{the first value is here, of type 'tensor<8xf32>'}}
  sdy.sharding_group %a group_id=0 : tensor<8xf32>
  // expected-error @below {{the value must have the same shape, as the first value of the sharding group}}
  sdy.sharding_group %b group_id=0 : tensor<4xf32>
  return
}

// -----

// A value's first group leads, and the new ids go by where the leaders appear: 30 follows 9, which comes after 7.
// CHECK-LABEL: @leaders_in_order
func.func @leaders_in_order(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>, %d: tensor<8xf32>) {
  // CHECK: sdy.sharding_group %arg0 group_id=1
  // CHECK-NEXT: sdy.sharding_group %arg1 group_id=0
  // CHECK-NEXT: sdy.sharding_group %arg2 group_id=1
  // CHECK-NEXT: sdy.sharding_group %arg3 group_id=2
  sdy.sharding_group %a group_id=30 : tensor<8xf32>
  sdy.sharding_group %b group_id=7 : tensor<8xf32>
  sdy.sharding_group %c group_id=9 : tensor<8xf32>
  sdy.sharding_group %c group_id=30 : tensor<8xf32>
  sdy.sharding_group %d group_id=9223372036854775807 : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @inside_and_outside(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-note @below {{the first value is here, of type 'tensor<8xf32>'}}
  sdy.sharding_group %a group_id=0 : tensor<8xf32>
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"a"} (%b: tensor<8xf32>) {
    // expected-error @below {{the value must stand in the same manual computation, as the first value of the sharding group}}
    sdy.sharding_group %b group_id=0 : tensor<8xf32>
    sdy.return %b : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
