// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values on the single device of a maximal mesh.
// RUN: spmd-opt %s --spmd-place-single-devices --split-input-file --verify-diagnostics | FileCheck %s

// Ops on device 1 run there together, the others make zeros; floats are summed up as integers of their bits. What does not read their results
// moves before them.
// CHECK-LABEL: func.func @ops
// CHECK: %[[COS:.*]] = stablehlo.cosine
// CHECK: %[[SUM:.*]]:2 = sdy.manual_computation(%arg0, %arg1, %[[COS]]) in_shardings=[<@m, [{}, {}]>, <@m, [{}, {}]>, <@m, [{}, {}]>]
// CHECK-SAME: out_shardings=[<@m, [{}, {}], unreduced={"a", "b"}>, <@m, [{}, {}], unreduced={"a", "b"}>] manual_axes={"a", "b"}
// CHECK: %[[IS:.*]] = stablehlo.compare EQ
// CHECK: "stablehlo.if"(%[[IS]]) ({
// CHECK-NEXT: %[[ADD:.*]] = stablehlo.add %{{.*}} : tensor<8x4xf32>
// CHECK-NEXT: %[[LESS:.*]] = stablehlo.compare LT, %[[ADD]]
// CHECK-NEXT: %[[BITS:.*]] = stablehlo.bitcast_convert %[[ADD]] : (tensor<8x4xf32>) -> tensor<8x4xui32>
// CHECK-NEXT: %[[BYTES:.*]] = stablehlo.convert %[[LESS]] : (tensor<8x4xi1>) -> tensor<8x4xui8>
// CHECK-NEXT: stablehlo.return %[[BITS]], %[[BYTES]]
// CHECK: stablehlo.bitcast_convert %[[SUM]]#0 : (tensor<8x4xui32>) -> tensor<8x4xf32>
// CHECK: stablehlo.convert %[[SUM]]#1 : (tensor<8x4xui8>) -> tensor<8x4xi1>
sdy.mesh @m = <["a"=2, "one"=1, "b"=2]>
sdy.mesh @max = <[], device_ids=[1]>
func.func @ops(%x: tensor<8x4xf32>, %y: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xi1>) {
  %0 = stablehlo.add %x, %y {sdy.sharding = #sdy.sharding_per_value<[<@max, []>]>} : tensor<8x4xf32>
  %1 = stablehlo.cosine %y : tensor<8x4xf32>
  %2 = stablehlo.compare LT, %0, %1 {sdy.sharding = #sdy.sharding_per_value<[<@max, []>]>} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
  return %0, %2 : tensor<8x4xf32>, tensor<8x4xi1>
}

// -----

// Borders hold copies; a constraint gives way to its operand.
// CHECK-LABEL: func.func @borders
// CHECK-SAME: (%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>})
// CHECK-SAME: -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>})
// CHECK-NEXT: %[[R:.*]] = stablehlo.negate %arg0 : tensor<8xf32>
// CHECK-NEXT: return %[[R]]
sdy.mesh @m = <["a"=2]>
sdy.mesh @max = <[], device_ids=[1]>
// expected-remark @+2 {{result 0 is placed on device 1 alone; every device gets a copy of it}}
// expected-remark @+1 {{argument 0 is placed on device 1 alone; every device gets a copy of it}}
func.func @borders(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@max, []>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@max, []>}) {
  // expected-remark @+1 {{places a value on device 1 alone; the value stays where it is until an op takes it}}
  %0 = sdy.sharding_constraint %x <@max, []> : tensor<8xf32>
  %1 = stablehlo.negate %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

// Without a mesh of several devices there is one device, whatever its number.
// CHECK: sdy.mesh @mesh = <[]>
// CHECK-LABEL: func.func @alone
// CHECK-SAME: <@mesh, [{}]>
// CHECK: stablehlo.negate %arg0 : tensor<8xf32>
sdy.mesh @max = <[], device_ids=[7]>
func.func @alone(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@max, []>}) -> tensor<8xf32> {
  %0 = stablehlo.negate %x {sdy.sharding = #sdy.sharding_per_value<[<@max, []>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// A loop runs on all devices, and the ops of its body on the one they name. So does an op with results of other kinds, or on two devices.
// CHECK-LABEL: func.func @flow
// CHECK: stablehlo.while
// CHECK: sdy.manual_computation
// CHECK: stablehlo.rng_bit_generator
// CHECK-NOT: @max
sdy.mesh @m = <["a"=2]>
sdy.mesh @max = <[], device_ids=[1]>
func.func @flow(%x: tensor<8xf32>, %s: tensor<2xui64>) -> (tensor<8xf32>, tensor<2xui64>) {
  %c = stablehlo.constant dense<3> : tensor<i32>
  %0:2 = stablehlo.while(%i = %c, %v = %x) : tensor<i32>, tensor<8xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@max, []>, <@max, []>]>}
  cond {
    %z = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare GT, %i, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.subtract %i, %one : tensor<i32>
    %2 = stablehlo.sine %v {sdy.sharding = #sdy.sharding_per_value<[<@max, []>]>} : tensor<8xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<8xf32>
  }
  %3, %4 = "stablehlo.rng_bit_generator"(%s) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> {sdy.sharding = #sdy.sharding_per_value<[<@max, []>, <@m, [{"a"}]>]>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return %0#1, %3 : tensor<8xf32>, tensor<2xui64>
}

// -----

// Host functions are called on one device as well, in the order of the program: the loop comes behind the first call, and before the last.
// A call may have neither operands nor results.
// CHECK-LABEL: func.func @host_calls
// CHECK: "stablehlo.if"({{.*}}) ({
// CHECK-NEXT: stablehlo.custom_call @spmd_host_call() {backend_config = "1", has_side_effect = true} : () -> ()
// CHECK: stablehlo.while
// CHECK: stablehlo.custom_call @spmd_host_call() {backend_config = "2"
// CHECK: "stablehlo.if"({{.*}}) ({
// CHECK-NEXT: stablehlo.custom_call @spmd_host_call(%{{.*}}) {backend_config = "3", has_side_effect = true} : (tensor<8xf32>) -> tensor<f32>
// CHECK-NEXT: stablehlo.custom_call @spmd_host_call(%{{.*}}) {backend_config = "4"} : (tensor<8xf32>) -> tensor<f32>
// CHECK: stablehlo.bitcast_convert
sdy.mesh @m = <["a"=2]>
sdy.mesh @zero = <[], device_ids=[0]>
func.func @host_calls(%x: tensor<8xf32>) -> (tensor<f32>, tensor<f32>) {
  stablehlo.custom_call @spmd_host_call() {backend_config = "1", has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@zero, []>]>} : () -> ()
  %c = stablehlo.constant dense<3> : tensor<i32>
  %0 = stablehlo.while(%i = %c) : tensor<i32>
  cond {
    %z = stablehlo.constant dense<0> : tensor<i32>
    %3 = stablehlo.compare GT, %i, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %3 = stablehlo.subtract %i, %one : tensor<i32>
    stablehlo.custom_call @spmd_host_call() {backend_config = "2", has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@zero, []>]>} : () -> ()
    stablehlo.return %3 : tensor<i32>
  }
  %1 = stablehlo.custom_call @spmd_host_call(%x) {backend_config = "3", has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@zero, []>]>} : (tensor<8xf32>) -> tensor<f32>
  %2 = stablehlo.custom_call @spmd_host_call(%x) {backend_config = "4", sdy.sharding = #sdy.sharding_per_value<[<@zero, []>]>} : (tensor<8xf32>) -> tensor<f32>
  return %1, %2 : tensor<f32>, tensor<f32>
}

// -----

// expected-note @+1 {{@m is #sdy.mesh<["a"=2]>}}
sdy.mesh @m = <["a"=2]>
// expected-error @+1 {{@max is device 5, and mesh @m has the devices 0 to 1}}
sdy.mesh @max = <[], device_ids=[5]>
func.func @no_such_device(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@max, []>}) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}
