// RUN: spmd-opt %s --sdy-apply-sharding-constraints | FileCheck %s

sdy.mesh @mesh = <["x"=2, "y"=4]>

// CHECK-LABEL: @a_closed_constraint_dictates_its_input
func.func @a_closed_constraint_dictates_its_input(%a: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: stablehlo.tanh %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>}
  %0 = stablehlo.tanh %a : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: @an_open_one_does_not
func.func @an_open_one_does_not(%a: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: stablehlo.tanh %{{[a-z0-9]*}} : tensor
  %0 = stablehlo.tanh %a : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x", ?}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: @two_different_wishes_cancel
func.func @two_different_wishes_cancel(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: stablehlo.tanh %{{[a-z0-9]*}} : tensor
  %0 = stablehlo.tanh %a : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}]> : tensor<8xf32>
  %2 = sdy.sharding_constraint %0 <@mesh, [{"y"}]> : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: @behind_an_edge_the_constraint_replaces_the_value
func.func @behind_an_edge_the_constraint_replaces_the_value(%a: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: %[[E:.*]] = sdy.data_flow_edge
  // CHECK-NEXT: %[[C:.*]] = sdy.sharding_constraint %[[E]] <@mesh, [{"x"}]>
  // CHECK-NEXT: %[[T:.*]] = stablehlo.tanh %[[C]]
  // CHECK-NEXT: stablehlo.add %[[T]], %[[C]]
  %0 = stablehlo.optimization_barrier %a : tensor<8xf32>
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  %2 = stablehlo.tanh %1 : tensor<8xf32>
  %3 = sdy.sharding_constraint %1 <@mesh, [{"x"}]> : tensor<8xf32>
  %4 = stablehlo.add %2, %3 : tensor<8xf32>
  return %4 : tensor<8xf32>
}

// CHECK-LABEL: @users_behind_a_chain_take_its_end
func.func @users_behind_a_chain_take_its_end(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: %[[X:.*]] = stablehlo.tanh
  // CHECK: %[[E:.*]] = sdy.sharding_constraint %{{.*}} <@mesh, [{"y"}]>
  // CHECK: stablehlo.add %[[E]], %[[E]]
  // CHECK: return %{{.*}}, %[[X]]
  %0 = stablehlo.tanh %a : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}]> : tensor<8xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"y"}]> : tensor<8xf32>
  %3 = stablehlo.add %2, %0 : tensor<8xf32>
  return %3, %0 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: @a_manual_computation_dictates_its_operands
func.func @a_manual_computation_dictates_its_operands(%a: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: stablehlo.tanh %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>}
  %0 = stablehlo.tanh %a : tensor<8xf32>
  %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: @another_constraint_keeps_its_input
func.func @another_constraint_keeps_its_input(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: %[[X:.*]] = stablehlo.tanh
  // CHECK: sdy.sharding_constraint %[[X]] <@mesh, [{?}]>
  %0 = stablehlo.tanh %a : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}]> : tensor<8xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"y"}]> : tensor<8xf32>
  %3 = sdy.sharding_constraint %0 <@mesh, [{?}]> : tensor<8xf32>
  return %2, %3 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: @tokens(
// CHECK-SAME:    !stablehlo.token {sdy.sharding = #sdy.sharding<@mesh, []>})
func.func @tokens(%t: !stablehlo.token) -> !stablehlo.token {
  // CHECK: stablehlo.create_token {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>}
  %0 = stablehlo.create_token : !stablehlo.token
  %1 = sdy.manual_computation(%t, %0) in_shardings=[<@mesh, []>, <@mesh, []>] out_shardings=[<@mesh, []>]
      manual_axes={"x"} (%u: !stablehlo.token, %v: !stablehlo.token) {
    sdy.return %u : !stablehlo.token
  } : (!stablehlo.token, !stablehlo.token) -> !stablehlo.token
  return %1 : !stablehlo.token
}
