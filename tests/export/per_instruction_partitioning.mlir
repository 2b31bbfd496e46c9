// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Single ops become local, each in a manual computation over the axes of its values.
// RUN: spmd-opt %s --sdy-per-instruction-partitioning | FileCheck %s

sdy.mesh @m = <["x"=2, "y"=2]>

// Axes in the order in which they appear; the sum is inside.
// CHECK-LABEL: @matmuls
func.func @matmuls(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}, {"x"}]>}, %b: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<8x4xf32> {
  // CHECK-NEXT: %[[R:.*]] = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@m, [{"y"}, {"x"}]>, <@m, [{"x"}, {}]>] out_shardings=[<@m, [{"y"}, {}]>] manual_axes={"y", "x"} (%[[A:.*]]: tensor<4x4xf32>, %[[B:.*]]: tensor<4x4xf32>) {
  // CHECK-NEXT:   %[[D:.*]] = stablehlo.dot %[[A]], %[[B]] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK-NEXT:   %[[S:.*]] = "stablehlo.all_reduce"(%[[D]]) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<{{\[\[}}0, 2], [1, 3]]>
  // CHECK:        sdy.return %[[S]]
  // CHECK-NEXT: } : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  // CHECK-NEXT: return %[[R]]
  %0 = stablehlo.dot %a, %b {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"y"}, {}]>]>} : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// The sum that sdy-insert-explicit-reshards put behind the op is part of the computation; it is not added twice. Channels go on.
// CHECK-LABEL: @sums_behind_the_op
// CHECK: "stablehlo.all_reduce"(%{{.*}}) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>
// CHECK: %[[R:.*]] = sdy.manual_computation
// CHECK-NOT: sdy.all_reduce
// CHECK: return
func.func @sums_behind_the_op(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}, %b: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<8x4xf32> {
  %0 = stablehlo.dot %a, %b {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>} : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = sdy.all_reduce {"x"} %0 out_sharding=<@m, [{}, {}]> : tensor<8x4xf32>
  %2 = stablehlo.tanh %1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"y"}, {}]>]>} : tensor<8x4xf32>
  return %2 : tensor<8x4xf32>
}

// Operands are padded to equal shards, and the result is cut.
// CHECK-LABEL: @padded_operands
// CHECK: %[[P:.*]] = stablehlo.pad %arg0, %{{.*}}, low = [0], high = [1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<7xf32>, tensor<f32>) -> tensor<8xf32>
// CHECK: %[[R:.*]] = sdy.manual_computation(%[[P]]) in_shardings=[<@m, [{"x"}]>] out_shardings=[<@m, [{"x"}]>] manual_axes={"x"} (%{{.*}}: tensor<4xf32>) {
// CHECK: stablehlo.tanh %{{.*}} : tensor<4xf32>
// CHECK: } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT: stablehlo.slice %[[R]] [0:7] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>}
func.func @padded_operands(%a: tensor<7xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> tensor<7xf32> {
  %0 = stablehlo.tanh %a {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<7xf32>
  return %0 : tensor<7xf32>
}

// A reshard is an op like others: its body is the collective.
// CHECK-LABEL: @reshards
// CHECK: sdy.manual_computation(%arg0) in_shardings=[<@m, [{"x"}]>] out_shardings=[<@m, [{}]>] manual_axes={"x"}
// CHECK-NEXT: "stablehlo.all_gather"
func.func @reshards(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: @ops_without_operands
// CHECK: sdy.manual_computation() in_shardings=[] out_shardings=[<@m, [{"x"}]>] manual_axes={"x"} () {
func.func @ops_without_operands() -> tensor<8xi32> {
  %0 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<8xi32>
  return %0 : tensor<8xi32>
}

// Not chosen: ops without split values, control flow and what is inside of it, collectives, calls, partial values.
// CHECK-LABEL: @no_candidates
// CHECK-NOT: sdy.manual_computation
// CHECK: return
func.func @no_candidates(%i: tensor<i32>, %a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}, %b: tensor<8xf32>, %p: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}], unreduced={"y"}>}) -> tensor<8xf32> {
  %0 = stablehlo.tanh %b : tensor<8xf32>
  %1 = "stablehlo.case"(%i) ({
    %4 = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<8xf32>
    stablehlo.return %4 : tensor<8xf32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<i32>) -> tensor<8xf32>
  %2 = sdy.all_gather [{"x"}] %1 out_sharding=<@m, [{}]> : tensor<8xf32>
  %3 = stablehlo.negate %p {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}], unreduced={"y"}>]>} : tensor<8xf32>
  %5 = func.call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func private @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) {
  return %a : tensor<8xf32>
}
