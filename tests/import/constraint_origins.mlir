// RUN: spmd-opt %s --sdy-add-data-flow-edges --sdy-apply-sharding-constraints=debug-sharding-origins=true | FileCheck %s

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
