// RUN: spmd-opt %s | spmd-opt | FileCheck %s

sdy.mesh @mesh = <["x"=2, "y"=4]>

// CHECK-LABEL: @placements
func.func @placements(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: %[[C:.*]] = sdy.sharding_constraint %arg0 <@mesh, [{"x"}p1, {?}]> {note = 1 : i64} : tensor<8x8xf32>
  %0 = sdy.sharding_constraint %x <@mesh, [{"x"}p1, {?}]> {note = 1} : tensor<8x8xf32>
  // CHECK: %[[R:.*]] = sdy.reshard %[[C]] <@mesh, [{}, {"y":(2)2}]> : tensor<8x8xf32>
  %1 = sdy.reshard %0 <@mesh, [{}, {"y":(2)2}]> : tensor<8x8xf32>
  // CHECK: sdy.propagation_barrier %[[R]] allowed_direction=BACKWARD : tensor<8x8xf32>
  %2 = sdy.propagation_barrier %1 allowed_direction=BACKWARD : tensor<8x8xf32>
  // CHECK: sdy.sharding_group %[[R]] group_id=3 : tensor<8x8xf32>
  sdy.sharding_group %1 group_id=3 : tensor<8x8xf32>
  // CHECK: sdy.constant {note = 1 : i64} dense<1.000000e+00> : tensor<8xf32>
  %3 = sdy.constant {note = 1} dense<1.0> : tensor<8xf32>
  return %2 : tensor<8x8xf32>
}

// CHECK-LABEL: @edges
func.func @edges(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: sdy.func_data_flow_edge %arg0 : tensor<8xf32>
  %0 = sdy.func_data_flow_edge %x : tensor<8xf32>
  // CHECK: %[[B:.*]] = stablehlo.optimization_barrier
  %1 = stablehlo.optimization_barrier %y : tensor<8xf32>
  // CHECK: sdy.data_flow_edge %[[B]] sharding=<@mesh, [{"x"}]> : tensor<8xf32>
  %2 = sdy.data_flow_edge %1 sharding=<@mesh, [{"x"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: @computations
func.func @computations(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK:      sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
  // CHECK-NEXT:   sdy.return %arg1 : tensor<4x8xf32>
  // CHECK-NEXT: } {note = 1 : i64} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[#sdy.sharding<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%y: tensor<4x8xf32>) {
    sdy.return %y : tensor<4x8xf32>
  } {note = 1} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK:      sdy.named_computation<"f">(%0) in_shardings=[<@mesh, [{"x"}, {}]>] (%arg1: tensor<8x8xf32>) {
  // CHECK-NEXT:   sdy.return %arg1 : tensor<8x8xf32>
  // CHECK-NEXT: } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = sdy.named_computation<"f">(%0) in_shardings=[<@mesh, [{"x"}, {}]>] (%y: tensor<8x8xf32>) {
    sdy.return %y : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK:      sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
  // CHECK-NEXT:   sdy.return
  // CHECK-NEXT: } : () -> ()
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    sdy.return
  } : () -> ()
  return %1 : tensor<8x8xf32>
}

// CHECK-LABEL: @collectives
func.func @collectives(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  // CHECK: sdy.all_gather [{}, {"x"}] %arg0 out_sharding=<@mesh, [{}, {}]> {note = 1 : i64} : tensor<8x8xf32>
  %0 = sdy.all_gather [{}, {"x"}] %x out_sharding=<@mesh, [{}, {}]> {note = 1} : tensor<8x8xf32>
  // CHECK: sdy.all_slice [{"y"}, {}] %arg0 out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<8x8xf32>
  %1 = sdy.all_slice [{"y"}, {}] %x out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<8x8xf32>
  // CHECK: sdy.all_to_all [{"x"}: 1->0] %arg0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  %2 = sdy.all_to_all [{"x"}: 1->0] %x out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  // CHECK: sdy.collective_permute %arg0 out_sharding=<@mesh, [{}, {"y":(1)2}]> : tensor<8x8xf32>
  %3 = sdy.collective_permute %x out_sharding=<@mesh, [{}, {"y":(1)2}]> : tensor<8x8xf32>
  // CHECK: sdy.all_reduce {"y"} %arg0 out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  %4 = sdy.all_reduce {"y"} %x out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  // CHECK: sdy.all_reduce max {"y"} %arg0 out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  %5 = sdy.all_reduce max {"y"} %x out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  // CHECK: sdy.reduce_scatter [{"y"}, {}] %arg0 out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<8x8xf32>
  %6 = sdy.reduce_scatter [{"y"}, {}] %x out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<8x8xf32>
  // CHECK: sdy.sharded_to_unreduced [{}, {"x"}] %arg0 out_sharding=<@mesh, [{}, {}], unreduced={"x"}> : tensor<8x8xf32>
  %7 = sdy.sharded_to_unreduced [{}, {"x"}] %x out_sharding=<@mesh, [{}, {}], unreduced={"x"}> : tensor<8x8xf32>
  // CHECK: sdy.replicated_to_unreduced {"y"} %arg0 out_sharding=<@mesh, [{}, {"x"}], unreduced={"y"}> : tensor<8x8xf32>
  %8 = sdy.replicated_to_unreduced {"y"} %x out_sharding=<@mesh, [{}, {"x"}], unreduced={"y"}> : tensor<8x8xf32>
  return
}
