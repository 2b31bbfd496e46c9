// RUN: spmd-opt %s --sdy-add-data-flow-edges --sdy-apply-sharding-constraints=debug-sharding-origins=true | FileCheck %s
// RUN: spmd-opt %s --sdy-add-data-flow-edges --sdy-apply-sharding-constraints=debug-propagation-edge-sharding=true | FileCheck %s --check-prefix=STEPS

sdy.mesh @m = <["a"=2, "b"=2, "c"=4]>

// Arguments and results say "self", what a constraint has placed names it; a returned value and the result share their origins.
// CHECK-LABEL: @main(
// CHECK-SAME: %arg0: tensor<8x8xf32> {{.*}}sdy.sharding_origins = {a = "constraint_1", b = "constraint_1"}}
// CHECK-SAME: %arg1: tensor<8x8xf32> {{.*}}sdy.sharding_origins = {a = "self", b = "self"}}
// CHECK-SAME: -> (tensor<8x8xf32> {{.*}}sdy.sharding_origins = {c = "self"}}
func.func @main(%x: tensor<8x8xf32>, %y: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"c"}, {?}]>}) {
  // CHECK: stablehlo.add {{.*}}sdy.sharding_origins = [{a = "constraint_0", "c:(1)2" = "constraint_0"}]
  %0 = stablehlo.add %x, %y : tensor<8x8xf32>
  // CHECK: sdy.sharding_constraint {{.*}}sdy.sharding_origins = {a = "self", "c:(1)2" = "self"}
  %1 = sdy.sharding_constraint %0 <@m, [{"a"}, {"c":(1)2}]> : tensor<8x8xf32>
  %2 = sdy.sharding_constraint %x <@m, [{"b", "a"}, {}]> : tensor<8x8xf32>
  %3 = stablehlo.add %1, %2 : tensor<8x8xf32>
  // CHECK: stablehlo.tanh {{.*}}sdy.sharding_origins = [{c = "output: 0"}]
  %4 = stablehlo.tanh %3 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {?}]>]>} : tensor<8x8xf32>
  return %4 : tensor<8x8xf32>
}

// The borders of a manual computation are its own, until a constraint speaks for them.
// CHECK-LABEL: @borders(
// CHECK-SAME: -> (tensor<8x8xf32> {sdy.sharding_origins = {a = "mc_0_output: 0", b = "mc_0_output: 0"}}, tensor<8x8xf32> {{.*}}sdy.sharding_origins = {a = "constraint_2", b = "self"}}
func.func @borders(%x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"b"}]>}) {
  // CHECK: sdy.data_flow_edge {{.*}} {sdy.sharding_origins = {a = "self"}}
  %0:2 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {"b"}]>, <@m, [{"a"}, {?}]>] manual_axes={"a"} (%l: tensor<4x8xf32>) {
    %9 = stablehlo.tanh %l : tensor<4x8xf32>
    sdy.return %9, %l : tensor<4x8xf32>, tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)
  // CHECK: sdy.data_flow_edge {{.*}} {sdy.sharding_origins = {a = "self", b = "self"}}
  // CHECK: sdy.data_flow_edge {{.*}} {sdy.sharding_origins = {a = "constraint_2", b = "output: 1"}}
  %1 = sdy.sharding_constraint %0#1 <@m, [{"b"}, {}]> : tensor<8x8xf32>
  return %0#0, %0#1 : tensor<8x8xf32>, tensor<8x8xf32>
}

// What a manual computation dictates has no origin; what was there before is its.
// CHECK-LABEL: @manual_operands(
// CHECK-SAME: %arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, %arg1: {{.*}}sdy.sharding_origins = {b = "mc_2_input: 0", c = "mc_2_input: 0"}})
func.func @manual_operands(%x: tensor<8x8xf32>, %y: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}, {"c"}]>}) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%l: tensor<4x8xf32>) {
    sdy.return %l : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = sdy.manual_computation(%y) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%l: tensor<4x8xf32>) {
    sdy.return %l : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = stablehlo.add %0, %1 : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// The names that are there stay when a constraint is applied.
// CHECK-LABEL: @applied(
// CHECK-SAME: sdy.sharding_origins = {a = "self", b = "constraint_3"}}
func.func @applied(%x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"a"}]>}) {
  // CHECK: stablehlo.tanh {{.*}}<@m, [{"a"}, {"b"}]>{{.*}}sdy.sharding_origins = [{a = "output: 1", b = "constraint_3"}]
  %0 = stablehlo.tanh %x : tensor<8x8xf32>
  // STEPS: @applied(
  // STEPS: sdy.sharding_constraint {{.*}} {sdy.propagation_edges = #sdy.propagation_edges<[{step-2 = [{"a" = result-0 -> [operand-0]}, {"b" = result-0 -> [operand-0]}]}]>
  %1 = sdy.sharding_constraint %0 <@m, [{"a"}, {"b"}]> : tensor<8x8xf32>
  return %1, %0 : tensor<8x8xf32>, tensor<8x8xf32>
}

// A constraint in a loop's body comes before one on its result; of two results that return a loop's the first is listed.
// CHECK-LABEL: @carried(
// CHECK-SAME: -> (tensor<8x8xf32> {sdy.sharding_origins = {a = "constraint_4", b = "output: 1"}}, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"b"}]>})
func.func @carried(%x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"b"}]>}) {
  %0 = stablehlo.while(%c = %x) : tensor<8x8xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", ?}, {?}]>]>}
  cond {
    %2 = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %2 = sdy.sharding_constraint %c <@m, [{?}, {"c"}]> : tensor<8x8xf32>
    stablehlo.return %2 : tensor<8x8xf32>
  }
  // CHECK: sdy.data_flow_edge {{.*}} {sdy.sharding_origins = {a = "constraint_4", b = "output: 1"}}
  %1 = sdy.sharding_constraint %0 <@m, [{"a", ?}, {?}]> : tensor<8x8xf32>
  return %0, %0 : tensor<8x8xf32>, tensor<8x8xf32>
}
