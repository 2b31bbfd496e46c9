// RUN: spmd-opt %s --sdy-insert-explicit-reshards | FileCheck %s

// Partial values that flow into loops, branches, barriers, calls and computations are reduced behind their definition; before other ops
// where they are used.
sdy.mesh @m = <["a"=2, "b"=2, "c"=2]>
!t = tensor<8x8xf32>

// CHECK-LABEL: @barrier
func.func @barrier(%x: !t, %y: !t) -> !t {
  // CHECK: %[[X:.*]] = stablehlo.tanh
  // CHECK-NEXT: %[[S:.*]] = sdy.all_reduce {"c"} %[[X]] out_sharding=<@m, [{"b"}, {}], unreduced={"a"}>
  // CHECK-NEXT: %[[Y:.*]] = stablehlo.negate
  // CHECK-NEXT: optimization_barrier {{.*}} %[[S]], %[[Y]]
  // CHECK-NEXT: sdy.all_reduce {"a"}
  %0 = stablehlo.tanh %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"b"}, {}], unreduced={"a", "c"}>]>} : !t
  %1 = stablehlo.negate %y : !t
  %2:2 = stablehlo.optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"b"}, {}], unreduced={"a"}>, <@m, [{"b"}, {}]>]>} %0, %1 : !t, !t
  %3 = stablehlo.add %2#0, %2#1 : !t
  return %3 : !t
}

// CHECK-LABEL: @branches
func.func @branches(%i: tensor<i32>, %x: !t {sdy.sharding = #sdy.sharding<@m, [{"b"}, {}], unreduced={"a"}>}, %y: !t) -> !t {
  // CHECK-NEXT: %[[S:.*]] = sdy.all_reduce {"a"} %arg1
  // CHECK: stablehlo.return %[[S]]
  // CHECK: stablehlo.return %arg2
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %x : !t
  }, {
    stablehlo.return %y : !t
  }) : (tensor<i32>) -> !t
  return %0 : !t
}

// CHECK-LABEL: @loop
func.func @loop(%n: tensor<i32>, %x: !t {sdy.sharding = #sdy.sharding<@m, [{"b"}, {}], unreduced={"a"}>}) -> !t {
  // CHECK-NEXT: %[[INIT:.*]] = sdy.all_reduce {"a"} %arg1
  // CHECK: stablehlo.while({{.*}} = %arg0, %[[CARRY:.*]] = %[[INIT]])
  %0:2 = stablehlo.while(%i = %n, %c = %x) : tensor<i32>, !t
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    // CHECK: %[[T:.*]] = stablehlo.tanh
    // CHECK-NEXT: %[[S:.*]] = sdy.all_reduce {"a"} %[[T]]
    // CHECK: stablehlo.return {{.*}}, %[[S]]
    %t = stablehlo.tanh %c {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"b"}, {}], unreduced={"a"}>]>} : !t
    stablehlo.return %i, %t : tensor<i32>, !t
  }
  return %0#1 : !t
}

// CHECK-LABEL: @computations
func.func @computations(%x: !t {sdy.sharding = #sdy.sharding<@m, [{"b"}, {}], unreduced={"a", "c"}>}) -> !t {
  // CHECK-NEXT: %[[S:.*]] = sdy.all_reduce {"c"} %arg0 out_sharding=<@m, [{"b"}, {}], unreduced={"a"}>
  // CHECK-NEXT: sdy.manual_computation(%[[S]])
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"b"}, {}], unreduced={"a"}>] out_shardings=[<@m, [{"b"}, {}]>] manual_axes={"b"} (%l: tensor<4x8xf32>) {
    // CHECK-NEXT: %[[L:.*]] = sdy.all_reduce {"a"} %{{.*}} out_sharding=<@m, [{}, {}]> : tensor<4x8xf32>
    // CHECK-NEXT: sdy.return %[[L]]
    sdy.return %l : tensor<4x8xf32>
  } : (!t) -> !t
  return %0 : !t
}

// What a function takes partial stays so.
// CHECK-LABEL: @call
func.func @call(%x: !t {sdy.sharding = #sdy.sharding<@m, [{"b"}, {}], unreduced={"a", "c"}>}) -> !t {
  // CHECK-NEXT: %[[S:.*]] = sdy.all_reduce {"c"} %arg0
  // CHECK-NEXT: call @takes_partial(%[[S]])
  %0 = func.call @takes_partial(%x) : (!t) -> !t
  return %0 : !t
}
func.func private @takes_partial(%x: !t {sdy.sharding = #sdy.sharding<@m, [{"b"}, {}], unreduced={"a"}>}) -> !t {
  // CHECK: %[[S:.*]] = sdy.all_reduce {"a"} %arg0
  // CHECK-NEXT: return %[[S]]
  return %x : !t
}

// One result needs it whole, so both get it whole (jaxlib dies).
// CHECK-LABEL: @results_disagree
func.func @results_disagree(%x: !t {sdy.sharding = #sdy.sharding<@m, [{"b"}, {}], unreduced={"a"}>}) -> !t {
  // CHECK-NEXT: %[[S:.*]] = sdy.all_reduce {"a"} %arg0
  // CHECK-NEXT: custom_call @f(%[[S]])
  %0:2 = stablehlo.custom_call @f(%x) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"b"}, {}], unreduced={"a"}>, <@m, [{"b"}, {}]>]>} : (!t) -> (!t, !t)
  return %0#1 : !t
}

// A whole value that flows to a partial one: axes at the end of a dim turn from shards to parts, along others one device keeps the value.
// CHECK-LABEL: @becomes_partial
func.func @becomes_partial(%x: !t {sdy.sharding = #sdy.sharding<@m, [{"c"}, {"a"}]>})
    -> (!t {sdy.sharding = #sdy.sharding<@m, [{"b"}, {}], unreduced={"a", "c"}>}) {
  // CHECK-NEXT: %[[R:.*]] = sdy.reshard %arg0 <@m, [{"b"}, {"a"}]>
  // CHECK-NEXT: %[[C:.*]] = sdy.replicated_to_unreduced {"c"} %[[R]] out_sharding=<@m, [{"b"}, {"a"}], unreduced={"c"}>
  // CHECK-NEXT: %[[A:.*]] = sdy.sharded_to_unreduced [{}, {"a"}] %[[C]] out_sharding=<@m, [{"b"}, {}], unreduced={"a", "c"}>
  // CHECK-NEXT: return %[[A]]
  return %x : !t
}

// CHECK-LABEL: @reshard_to_partial
func.func @reshard_to_partial(%x: !t {sdy.sharding = #sdy.sharding<@m, [{"b"}, {}]>}) -> !t {
  // CHECK-NEXT: %[[R:.*]] = sdy.reshard %arg0 <@m, [{"c"}, {}]>
  // CHECK-NEXT: %[[P:.*]] = sdy.replicated_to_unreduced {"a"} %[[R]] out_sharding=<@m, [{"c"}, {}], unreduced={"a"}>
  // CHECK-NEXT: sdy.all_reduce {"a"} %[[P]]
  %0 = sdy.reshard %x <@m, [{"c"}, {}], unreduced={"a"}> : !t
  %1 = stablehlo.negate %0 : !t
  return %1 : !t
}

// CHECK-LABEL: @half_an_axis_becomes_partial
func.func @half_an_axis_becomes_partial(%x: !t {sdy.sharding = #sdy.sharding<@n, [{}, {"d"}]>})
    -> (!t {sdy.sharding = #sdy.sharding<@n, [{}, {"d":(1)2}], unreduced={"d":(2)2}>}) {
  // CHECK-NEXT: sdy.sharded_to_unreduced [{}, {"d":(2)2}] %arg0 out_sharding=<@n, [{}, {"d":(1)2}], unreduced={"d":(2)2}>
  return %x : !t
}
sdy.mesh @n = <["d"=4]>
