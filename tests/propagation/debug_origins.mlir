// RUN: spmd-opt %s --split-input-file --sdy-basic-propagate='debug-sharding-origins=true debug-propagation-edge-sharding=true' | FileCheck %s

sdy.mesh @m = <["a"=2, "b"=2, "c"=2]>

// What is returned and its result share their origins, though nothing is propagated.
// CHECK: func.func @main(%arg0: {{.*}}sdy.sharding_origins = {a = "self", b = "output: 0", c = "output: 0"}})
// CHECK-SAME: sdy.sharding_origins = {a = "input: 0", b = "self", c = "self"}
func.func @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}, {"c"}]>}) {
  return %x : tensor<8x16xf32>
}

// -----

sdy.mesh @m = <["b"=2, "a"=2]>

// Of two results that return one op's value the last is listed; the axes of a step are sorted by name.
// CHECK: func.func @main(%arg0: {{.*}}, %arg1: {{.*}}sdy.sharding_origins = {a = ": 0", b = ": 0"}}) -> (tensor<8x16xf32> {sdy.propagation_edges =
// CHECK-SAME: <[{step-2 = [{"a" = operand-0 -> [result-0]}, {"b" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding<@m, [{"b", "a", ?}, {?}]>},
// CHECK-SAME: sdy.sharding_origins = {a = ": 0", b = ": 0"}
func.func @main(%x: tensor<8x16xf32>, %y: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  // An op's own annotation has no name.
  // CHECK: stablehlo.custom_call
  // CHECK-NOT: sharding_origins
  // CHECK: stablehlo.add {{.*}}sdy.sharding_origins = [{a = ": 0", b = ": 0"}]
  %0:2 = stablehlo.custom_call @f(%x) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@m, [{?}, {?}]>, <@m, [{"b", "a"}, {}]>]>} : (tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>)
  %1 = stablehlo.add %y, %0#1 : tensor<8x16xf32>
  %2 = stablehlo.add %y, %1 : tensor<8x16xf32>
  return %2, %2 : tensor<8x16xf32>, tensor<8x16xf32>
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>

// A constraint names the axes of its input, a manual computation those of its operands.
// CHECK: func.func @main(%arg0: {{.*}}sdy.sharding_origins = {a = "constraint_0"}}, %arg1: {{.*}}sdy.sharding_origins = {b = "mc_0_input: 0"}})
func.func @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, %y: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}, {}]>})
    -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %0 = sdy.sharding_constraint %x <@m, [{"a", ?}, {?}]> : tensor<8x16xf32>
  %1 = sdy.manual_computation(%y) in_shardings=[<@m, [{"b"}, {}]>] out_shardings=[<@m, [{"b"}, {}]>] manual_axes={"b"} (%z: tensor<4x16xf32>) {
    sdy.return %z : tensor<4x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0, %1 : tensor<8x16xf32>, tensor<8x16xf32>
}

// -----

sdy.mesh @m = <["x"=4]>

// Half of an axis does not split the other dim: a factor gets it, the sharding does not. That is no step.
// CHECK: stablehlo.reshape
// CHECK-NOT: propagation_edges
// CHECK: return
func.func @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"x":(1)2, ?}]>}) -> tensor<16x8xf32> {
  %0 = stablehlo.reshape %x : (tensor<8x16xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// -----

sdy.mesh @m = <["a"=2]>

// A return has each edge once, for whichever result.
// CHECK: <[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>
// CHECK-NOT: step-1
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) -> (tensor<8xf32>, tensor<8xf32>) {
  return %x, %y : tensor<8xf32>, tensor<8xf32>
}

// -----

sdy.mesh @m = <["x"=4]>

// Parts of an axis that meet again in one dim are told as the whole.
// CHECK: -> (tensor<16xf32> {{.*}}sdy.sharding_origins = {x = "input: 0"}})
// CHECK: stablehlo.reshape {{.*}}<[{step-0 = [{"x":(1)2 = operand-0 -> [result-0]}, {"x":(2)2 = operand-0 -> [result-0]}]}]>{{.*}}sdy.sharding_origins = [{"x:(1)2" = "input: 0", "x:(2)2" = "input: 0"}]
// CHECK: stablehlo.reshape {{.*}}<[{step-1 = [{"x" = operand-0 -> [result-0]}]}]>{{.*}}sdy.sharding_origins = [{x = "input: 0"}]
func.func @main(%x: tensor<16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> tensor<16xf32> {
  %0 = stablehlo.reshape %x : (tensor<16xf32>) -> tensor<2x8xf32>
  %1 = stablehlo.reshape %0 : (tensor<2x8xf32>) -> tensor<16xf32>
  return %1 : tensor<16xf32>
}

// -----

sdy.mesh @m = <["x"=4, "y"=2]>

// The source of several axes is one that has them all.
// CHECK: stablehlo.add {{.*}}{"x" = operand-1 -> [result-0]}, {"y" = operand-1 -> [operand-0, result-0]}
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}]>}, %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.add %x, %y : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @m = <["a"=2]>

// Of a group the member that is written to is queued first, and the last in the queue is looked at first.
// CHECK: stablehlo.negate {{.*}}step-2
// CHECK: stablehlo.abs {{.*}}step-3
func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.negate %x : tensor<8xf32>
  %1 = stablehlo.abs %y : tensor<8xf32>
  sdy.sharding_group %0 group_id=0 : tensor<8xf32>
  sdy.sharding_group %1 group_id=0 : tensor<8xf32>
  %2 = stablehlo.cosine %1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : tensor<8xf32>
  return %2, %0 : tensor<8xf32>, tensor<8xf32>
}

// -----

sdy.mesh @m = <["x"=4]>

// It is one where priorities go.
// CHECK: stablehlo.reshape {{.*}}<[{step-0 = [{"x":(1)2 = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{?}, {?}]>]>
func.func @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"x":(1)2, ?}]>}) -> tensor<16x8xf32> {
  %0 = stablehlo.reshape %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{?}p1, {?}]>]>} : (tensor<8x16xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
