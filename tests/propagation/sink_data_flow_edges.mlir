// RUN: spmd-opt %s --sdy-sink-data-flow-edges | FileCheck %s

sdy.mesh @mesh = <["x"=2, "y"=4]>

// The edge's sharding goes to the loop; a result without an edge gets an open one.
// CHECK-LABEL: @loop(
func.func @loop(%n: tensor<i32>, %x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: %[[L:.*]]:2 = stablehlo.while
  // CHECK-SAME: sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{"x", ?}]>]>
  %0:2 = stablehlo.while(%i = %n, %v = %x) : tensor<i32>, tensor<8xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    stablehlo.return %i, %v : tensor<i32>, tensor<8xf32>
  }
  // CHECK-NOT: sdy.data_flow_edge
  // CHECK: stablehlo.tanh %[[L]]#1
  %2 = sdy.data_flow_edge %0#1 sharding=<@mesh, [{"x", ?}]> : tensor<8xf32>
  %3 = stablehlo.tanh %2 : tensor<8xf32>
  return %3 : tensor<8xf32>
}

// The edge of an argument says how the value lies inside; outside the manual axis comes first.
// CHECK-LABEL: @manual_computation(
func.func @manual_computation(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x", "y"}, {}]>] out_shardings=[<@mesh, [{"x", ?}, {"y"}]>] manual_axes={"x"} (%[[A:.*]]: tensor<4x8xf32>)
  // CHECK-NEXT: stablehlo.tanh %[[A]]
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x", ?}, {?}]>] out_shardings=[<@mesh, [{"x", ?}, {?}]>] manual_axes={"x"} (%a: tensor<4x8xf32>) {
    %e = sdy.data_flow_edge %a sharding=<@mesh, [{"y"}, {}]> : tensor<4x8xf32>
    %1 = stablehlo.tanh %e : tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = sdy.data_flow_edge %0 sharding=<@mesh, [{"x", ?}, {"y"}]> : tensor<8x8xf32>
  // CHECK: return
  return %2 : tensor<8x8xf32>
}

// An edge without a sharding leaves none behind.
// CHECK-LABEL: @nothing_is_placed(
func.func @nothing_is_placed(%p: tensor<i1>, %x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NOT: sharding
  // CHECK: %[[R:.*]] = "stablehlo.if"
  // CHECK-NOT: sharding
  // CHECK: return %[[R]]
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<8xf32>
  }, {
    stablehlo.return %x : tensor<8xf32>
  }) : (tensor<i1>) -> tensor<8xf32>
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
