// RUN: spmd-opt %s --sdy-add-data-flow-edges | FileCheck %s

sdy.mesh @mesh = <["x"=2, "y"=4]>

// CHECK-LABEL: @while_results_own_their_edges
func.func @while_results_own_their_edges(%n: tensor<i32>, %x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: %[[W:.*]]:2 = stablehlo.while
  // CHECK: %[[E0:.*]] = sdy.data_flow_edge %[[W]]#0 : tensor<i32>
  // CHECK: %[[E1:.*]] = sdy.data_flow_edge %[[W]]#1 : tensor<8xf32>
  // CHECK: return %[[E1]]
  %0:2 = stablehlo.while(%i = %n, %v = %x) : tensor<i32>, tensor<8xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %i, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.tanh %v : tensor<8xf32>
    stablehlo.return %i, %1 : tensor<i32>, tensor<8xf32>
  }
  return %0#1 : tensor<8xf32>
}

// CHECK-LABEL: @manual_axes_are_not_seen_inside
func.func @manual_axes_are_not_seen_inside(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: sdy.manual_computation
  // CHECK-NEXT: sdy.data_flow_edge %{{.*}} sharding=<@mesh, [{"y", ?}]> : tensor<4xf32>
  // CHECK: sdy.data_flow_edge %{{.*}} sharding=<@mesh, [{"x", ?}]> : tensor<8xf32>
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x", "y", ?}]>] out_shardings=[<@mesh, [{"x", ?}]>] manual_axes={"x"} (%a: tensor<4xf32>) {
    %1 = stablehlo.tanh %a : tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Only ops whose regions share values with the outside have edges: a reduction's body works on elements.
// CHECK-LABEL: @no_control_flow
// CHECK-NOT: sdy.data_flow_edge
// CHECK: return
func.func @no_control_flow(%x: tensor<8xf32>, %i: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// A value of dynamic shape has no placement, so it needs no edge.
// CHECK-LABEL: @dynamic_shape
func.func @dynamic_shape(%p: tensor<i1>, %x: tensor<?xf32>, %y: tensor<8xf32>) -> (tensor<?xf32>, tensor<8xf32>) {
  // CHECK: %[[R:.*]]:2 = "stablehlo.if"
  // CHECK: %[[E:.*]] = sdy.data_flow_edge %[[R]]#1 : tensor<8xf32>
  // CHECK-NEXT: return %[[R]]#0, %[[E]]
  %0:2 = "stablehlo.if"(%p) ({
    stablehlo.return %x, %y : tensor<?xf32>, tensor<8xf32>
  }, {
    stablehlo.return %x, %y : tensor<?xf32>, tensor<8xf32>
  }) : (tensor<i1>) -> (tensor<?xf32>, tensor<8xf32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<8xf32>
}
