// Which loops a kernel gets on other machines than the reference machine.
// RUN: spmd-opt %s --spmd-simplify --spmd-fuse --spmd-plan-kernels --spmd-expand-kernels | FileCheck %s --check-prefix=REFERENCE
// RUN: spmd-opt %s --spmd-simplify --spmd-fuse --spmd-plan-kernels --spmd-expand-kernels=machine=last-cache=4MiB | FileCheck %s --check-prefix=SMALL
// RUN: spmd-opt %s --spmd-simplify --spmd-fuse --spmd-plan-kernels --spmd-expand-kernels=machine=first-cache=7KiB | FileCheck %s --check-prefix=SHORT
// RUN: not spmd-opt %s --spmd-expand-kernels=machine=last-cache=none 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: machine.mlir:0:0: error: machine: "last-cache=none": wanted is a number of bytes from 1 to 2^40, such as 512KiB or 16MiB

// 8 MiB are read and written: more than a last cache of 4 MiB holds.
// REFERENCE-LABEL: func.func private @kernel0(
// REFERENCE-SAME:  attributes {spmd.loops} {
// SMALL-LABEL:     func.func private @kernel0(
// SMALL-SAME:      attributes {spmd.loops, spmd.non_temporal = array<i64: 1>} {
func.func @square(%x: tensor<1048576xf32>) -> tensor<1048576xf32> {
  %0 = stablehlo.multiply %x, %x : tensor<1048576xf32>
  return %0 : tensor<1048576xf32>
}

// Four rows of softmax read 4 bytes and keep 4 at each of 256 columns: 8 KiB, which a first cache of 7 KiB does not hold.
// REFERENCE-LABEL: func.func private @kernel1(
// REFERENCE:       scf.for %{{.*}} step %c4
// SHORT-LABEL:     func.func private @kernel1(
// SHORT-NOT:       step %c4
// SHORT:           return
func.func @softmax(%x: tensor<1024x256xf32>) -> tensor<1024x256xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %most = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<1024x256xf32>, tensor<f32>) -> tensor<1024xf32>
  %mosts = stablehlo.broadcast_in_dim %most, dims = [0] : (tensor<1024xf32>) -> tensor<1024x256xf32>
  %d = stablehlo.subtract %x, %mosts : tensor<1024x256xf32>
  %e = stablehlo.exponential %d : tensor<1024x256xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1024x256xf32>, tensor<f32>) -> tensor<1024xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<1024xf32>) -> tensor<1024x256xf32>
  %y = stablehlo.divide %e, %sums : tensor<1024x256xf32>
  return %y : tensor<1024x256xf32>
}
