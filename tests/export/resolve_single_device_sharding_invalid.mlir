// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spmd-opt %s --sdy-resolve-single-device-sharding --split-input-file --verify-diagnostics
// RUN: not spmd-opt %s --split-input-file --sdy-resolve-single-device-sharding="replica-count=2 partition-count=3" 2>&1 | FileCheck %s
// CHECK: error: devices are replicas or partitions, not both: replica-count=2, partition-count=3

sdy.mesh @one = <[], device_ids=[1]>
// expected-error @+1 {{has argument 1 on a single device (#sdy.sharding<@one, []>): arguments and results belong to all devices}}
func.func @argument(%a: tensor<8xf32>, %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@one, []>}) {
  return
}

// -----

sdy.mesh @one = <[], device_ids=[1]>
// expected-error @+1 {{has result 0 on a single device (#sdy.sharding<@one, []>): arguments and results belong to all devices}}
func.func @result(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@one, []>}) {
  return %a : tensor<8xf32>
}

// -----

sdy.mesh @one = <[], device_ids=[1]>
// expected-error @+1 {{has ops on a single device, but the module has no mesh with axes, whose devices would get their results}}
func.func @no_mesh(%a: tensor<8xf32>) {
  %0 = stablehlo.tanh %a {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : tensor<8xf32>
  return
}

// -----

// expected-note @+1 {{@m is #sdy.mesh<["x"=2]>}}
sdy.mesh @m = <["x"=2]>
sdy.mesh @far = <[], device_ids=[2]>
func.func @no_such_device(%a: tensor<8xf32>) {
  // expected-error @+1 {{is placed on device 2, but @m has the devices 0 to 1}}
  %0 = stablehlo.tanh %a {sdy.sharding = #sdy.sharding_per_value<[<@far, []>]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4]>
sdy.mesh @one = <[], device_ids=[1]>
sdy.mesh @two = <[], device_ids=[2]>
func.func @two_devices(%a: tensor<8xf32>) {
  // expected-error @+1 {{has results on devices 1 and 2: all results must be on the same device}}
  %0:2 = stablehlo.custom_call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[<@one, []>, <@two, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

sdy.mesh @m = <["x"=4]>
sdy.mesh @one = <[], device_ids=[1]>
func.func @one_and_all(%a: tensor<8xf32>) {
  // expected-error @+1 {{has a result on a single device and another one with #sdy.sharding<@m, [{}]>: all results must be on the same device}}
  %0:2 = stablehlo.custom_call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[<@one, []>, <@m, [{}]>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

sdy.mesh @m = <["x"=4]>
sdy.mesh @one = <[], device_ids=[1]>
// expected-note @+1 {{the operand is made here}}
func.func @split_operand(%a: tensor<8xf32>, %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) {
  %0 = sdy.reshard %b <@one, []> : tensor<8xf32>
  // expected-error @+1 {{is on a single device, but operand 1 has the sharding #sdy.sharding<@m, [{"x"}]>; reshard it to a replicated one before}}
  %1 = stablehlo.add %a, %0 {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4]>
sdy.mesh @one = <[], device_ids=[1]>
func.func @in_a_manual_computation(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}]>] out_shardings=[<@m, [{"x"}]>] manual_axes={"x"} (%b: tensor<2xf32>) {
    // expected-error @+1 {{is on a single device inside of a manual computation, where devices already run programs of their own}}
    %1 = stablehlo.tanh %b {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : tensor<2xf32>
    sdy.return %1 : tensor<2xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @m = <["x"=4]>
sdy.mesh @one = <[], device_ids=[1]>
func.func @moves_inside(%i: tensor<i32>, %a: tensor<8xf32>) {
  // expected-note @+1 {{the op has the sharding #sdy.sharding<@one, []>}}
  %0 = "stablehlo.case"(%i) ({
    // expected-error @+1 {{moves data between devices inside of an op on a single device}}
    %1 = sdy.all_slice [{"x"}] %a out_sharding=<@m, [{"x"}]> : tensor<8xf32>
    stablehlo.return %1 : tensor<8xf32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : (tensor<i32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4]>
sdy.mesh @one = <[], device_ids=[1]>
func.func @no_sum(%a: tensor<8x!quant.uniform<i8:f32, 2.0:15>>) {
  // expected-error @+1 {{is on a single device, but values of type 'tensor<8x!quant.uniform<i8:f32, 2.000000e+00:15>>' cannot be summed over all devices}}
  %0 = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : tensor<8x!quant.uniform<i8:f32, 2.0:15>>
  return
}

// -----

sdy.mesh @m = <["x"=4]>
sdy.mesh @one = <[], device_ids=[1]>
func.func @no_zero(%a: tensor<8xf8E8M0FNU>) {
  // expected-error @+1 {{is on a single device, but values of type 'tensor<8xf8E8M0FNU>' cannot be summed over all devices}}
  %0 = stablehlo.multiply %a, %a {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : tensor<8xf8E8M0FNU>
  return
}
