// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An op on one device runs in a branch that only this device takes, and its results are summed over all devices.
// RUN: spmd-opt %s --sdy-resolve-single-device-sharding | FileCheck %s
// RUN: spmd-opt %s --sdy-resolve-single-device-sharding=replica-count=4 | FileCheck %s --check-prefix=REPLICAS

sdy.mesh @one = <[], device_ids=[1]>
sdy.mesh @m = <["x"=2, "y"=2]>
sdy.mesh @last = <[], device_ids=[3]>

// The form that sdy-insert-explicit-reshards leaves.
// CHECK-LABEL: @one_op
func.func @one_op(%a: tensor<8x4xf32>) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) {
  // CHECK-NEXT: %[[ID:.*]] = stablehlo.partition_id : tensor<ui32>
  // CHECK-NEXT: %[[ONE:.*]] = stablehlo.constant dense<1> : tensor<ui32>
  // CHECK-NEXT: %[[IS:.*]] = stablehlo.compare EQ, %[[ID]], %[[ONE]]
  // CHECK-NEXT: %[[R:.*]] = "stablehlo.if"(%[[IS]]) ({
  // CHECK-NEXT:   %[[T:.*]] = stablehlo.tanh %arg0 {foo = 1 : i64} : tensor<8x4xf32>
  // CHECK-NEXT:   stablehlo.return %[[T]]
  // CHECK-NEXT: }, {
  // -0.0 is the neutral element: 0.0 would make a positive zero of a negative one.
  // CHECK-NEXT:   %[[Z:.*]] = stablehlo.constant dense<-0.000000e+00> : tensor<8x4xf32>
  // CHECK-NEXT:   stablehlo.return %[[Z]]
  // CHECK-NEXT: }) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}], unreduced={"x", "y"}>]>} : (tensor<i1>) -> tensor<8x4xf32>
  // CHECK-NEXT: %[[S:.*]] = sdy.all_reduce {"x", "y"} %[[R]] out_sharding=<@m, [{}, {}]> : tensor<8x4xf32>
  // CHECK-NEXT: %[[L:.*]] = sdy.all_slice [{"x"}, {}] %[[S]]
  // CHECK-NEXT: return %[[L]]
  // REPLICAS-LABEL: @one_op
  // REPLICAS-NEXT: stablehlo.replica_id : tensor<ui32>
  %0 = sdy.reshard %a <@one, []> : tensor<8x4xf32>
  %1 = stablehlo.tanh %0 {foo = 1, sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : tensor<8x4xf32>
  %2 = sdy.reshard %1 <@m, [{}, {}]> : tensor<8x4xf32>
  %3 = sdy.all_slice [{"x"}, {}] %2 out_sharding=<@m, [{"x"}, {}]> : tensor<8x4xf32>
  return %3 : tensor<8x4xf32>
}

// One op after the other, on two devices. The second one takes the sum of the first one's result.
// CHECK-LABEL: @two_devices
func.func @two_devices(%a: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: dense<1> : tensor<ui32>
  // CHECK: %[[F:.*]] = sdy.all_reduce
  // CHECK: dense<3> : tensor<ui32>
  // CHECK: stablehlo.add %[[F]], %arg0
  // CHECK: %[[S:.*]] = sdy.all_reduce
  // CHECK-NEXT: return %[[S]]
  %0 = sdy.reshard %a <@one, []> : tensor<8xf32>
  %1 = stablehlo.tanh %0 {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : tensor<8xf32>
  %2 = sdy.reshard %1 <@last, []> : tensor<8xf32>
  %3 = sdy.reshard %a <@last, []> : tensor<8xf32>
  %4 = stablehlo.add %2, %3 {sdy.sharding = #sdy.sharding_per_value<[<@last, []>]>} : tensor<8xf32>
  %5 = sdy.reshard %4 <@m, [{}]> : tensor<8xf32>
  return %5 : tensor<8xf32>
}

// Each result has its sum.
// CHECK-LABEL: @several_results
// CHECK: %[[R:.*]]:2 = "stablehlo.if"
// CHECK: stablehlo.custom_call @f(%arg0) : (tensor<8xf32>) -> (tensor<4xi32>, tensor<2x2xi1>)
// CHECK: }, {
// CHECK-NEXT: stablehlo.constant dense<0> : tensor<4xi32>
// CHECK-NEXT: stablehlo.constant dense<false> : tensor<2x2xi1>
// CHECK: unreduced={"x", "y"}>, <@m, [{}, {}], unreduced={"x", "y"}>]>
// CHECK-DAG: sdy.all_reduce {"x", "y"} %[[R]]#0 out_sharding=<@m, [{}]> : tensor<4xi32>
// CHECK-DAG: sdy.all_reduce {"x", "y"} %[[R]]#1 out_sharding=<@m, [{}, {}]> : tensor<2x2xi1>
func.func @several_results(%a: tensor<8xf32>) -> (tensor<4xi32>, tensor<2x2xi1>) {
  %0:2 = stablehlo.custom_call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[<@one, []>, <@one, []>]>} : (tensor<8xf32>) -> (tensor<4xi32>, tensor<2x2xi1>)
  return %0#0, %0#1 : tensor<4xi32>, tensor<2x2xi1>
}

// CHECK-LABEL: @complex_numbers
// CHECK: stablehlo.constant dense<(-0.000000e+00,-0.000000e+00)> : tensor<2xcomplex<f32>>
func.func @complex_numbers(%a: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
  %0 = stablehlo.exponential %a {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : tensor<2xcomplex<f32>>
  return %0 : tensor<2xcomplex<f32>>
}

// This type has no negative zero.
// CHECK-LABEL: @floats_without_a_negative_zero
// CHECK: stablehlo.constant dense<0.000000e+00> : tensor<2xf8E4M3FNUZ>
func.func @floats_without_a_negative_zero(%a: tensor<2xf8E4M3FNUZ>) -> tensor<2xf8E4M3FNUZ> {
  %0 = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : tensor<2xf8E4M3FNUZ>
  return %0 : tensor<2xf8E4M3FNUZ>
}

// The others have new tokens, which nothing sums.
// CHECK-LABEL: @tokens
// CHECK: %[[T:.*]] = "stablehlo.if"
// CHECK: "stablehlo.outfeed"
// CHECK: }, {
// CHECK-NEXT: %[[N:.*]] = stablehlo.create_token : !stablehlo.token
// CHECK-NEXT: stablehlo.return %[[N]]
// CHECK-NEXT: }) {sdy.sharding = #sdy.sharding_per_value<[<@m, []>]>}
// CHECK-NEXT: return %[[T]]
func.func @tokens(%a: tensor<8xf32>, %t: !stablehlo.token) -> !stablehlo.token {
  %0 = sdy.reshard %t <@one, []> : !stablehlo.token
  %1 = "stablehlo.outfeed"(%a, %0) {outfeed_config = "", sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : (tensor<8xf32>, !stablehlo.token) -> !stablehlo.token
  return %1 : !stablehlo.token
}

// CHECK-LABEL: @no_results
// CHECK: "stablehlo.if"(%{{.*}}) ({
// CHECK-NEXT: stablehlo.custom_call @f(%arg0) {has_side_effect = true} : (tensor<8xf32>) -> ()
// CHECK-NEXT: stablehlo.return
// CHECK-NEXT: }, {
// CHECK-NEXT: stablehlo.return
// CHECK-NEXT: }) : (tensor<i1>) -> ()
// CHECK-NEXT: return
func.func @no_results(%a: tensor<8xf32>) {
  stablehlo.custom_call @f(%a) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : (tensor<8xf32>) -> ()
  return
}

// A loop on one device runs there as a whole; reshards inside move nothing.
// CHECK-LABEL: @loops
// CHECK: %[[I:.*]] = "stablehlo.if"
// CHECK-NEXT: %[[W:.*]] = stablehlo.while(%[[V:.*]] = %arg0) : tensor<f32>
// CHECK-NOT: sdy.
// CHECK: stablehlo.exponential %[[V]] : tensor<f32>
// CHECK: stablehlo.return %[[W]]
// CHECK: sdy.all_reduce {"x", "y"} %[[I]]
func.func @loops(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.while(%v = %a) : tensor<f32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>}
    cond {
      %c = stablehlo.compare LT, %v, %v {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %r = sdy.reshard %v <@m, []> : tensor<f32>
      %s = sdy.reshard %r <@one, []> : tensor<f32>
      %e = stablehlo.exponential %s {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : tensor<f32>
      stablehlo.return %e : tensor<f32>
    }
  return %0 : tensor<f32>
}

// In a branch that all devices take, one of them does more.
// CHECK-LABEL: @inside_of_a_branch
// CHECK: "stablehlo.case"
// CHECK: "stablehlo.if"
// CHECK: sdy.all_reduce
// CHECK: stablehlo.return
func.func @inside_of_a_branch(%i: tensor<i32>, %a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.tanh %a {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : tensor<8xf32>
    %2 = sdy.reshard %1 <@m, [{}]> : tensor<8xf32>
    stablehlo.return %2 : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// The sum is on all devices. A reshard to shards stays, for sdy-reshard-to-collectives.
// CHECK-LABEL: @results_that_are_split
// CHECK: %[[S:.*]] = sdy.all_reduce
// CHECK-NEXT: sdy.reshard %[[S]] <@m, [{"x"}]>
func.func @results_that_are_split(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.tanh %a {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : tensor<8xf32>
  %1 = sdy.reshard %0 <@m, [{"x"}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: @constants_and_unused_results
// CHECK: stablehlo.constant dense<[1.000000e+00, 2.000000e+00]>
// CHECK: sdy.all_reduce
// CHECK-NEXT: return
func.func @constants_and_unused_results() {
  %0 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = sdy.reshard %0 <@m, [{}]> : tensor<2xf32>
  return
}

// CHECK-LABEL: @nothing_on_one_device
// CHECK-NEXT: sdy.reshard %arg0 <@m, [{}]>
// CHECK-NEXT: return
func.func @nothing_on_one_device(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
