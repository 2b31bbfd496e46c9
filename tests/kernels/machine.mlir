// Which loops a kernel gets on other machines than the reference machine.
// RUN: spmd-opt %s --spmd-simplify --spmd-fuse --spmd-plan-kernels --spmd-choose-lanes --spmd-expand-kernels | FileCheck %s --check-prefix=REFERENCE
// RUN: spmd-opt %s --spmd-simplify --spmd-fuse --spmd-plan-kernels --spmd-choose-lanes --spmd-expand-kernels=machine=last-cache=4MiB | FileCheck %s --check-prefix=SMALL
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

// Rows that begin between two vectors have to be longer: 1,028 bytes are too few, 1,056 in whole vectors and 2,052 are enough.
// SMALL-LABEL:     func.func private @kernel1(
// SMALL-SAME:      attributes {spmd.loops} {
func.func @short_odd_rows(%x: tensor<8192x257xf32>) -> tensor<8192x257xf32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %m = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<8192x257xf32>, tensor<f32>) -> tensor<8192xf32>
  %b = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<8192xf32>) -> tensor<8192x257xf32>
  %r = stablehlo.subtract %x, %b : tensor<8192x257xf32>
  return %r : tensor<8192x257xf32>
}
// SMALL-LABEL:     func.func private @kernel2(
// SMALL-SAME:      attributes {spmd.loops, spmd.non_temporal = array<i64: 1>} {
func.func @short_rows(%x: tensor<8192x264xf32>) -> tensor<8192x264xf32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %m = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<8192x264xf32>, tensor<f32>) -> tensor<8192xf32>
  %b = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<8192xf32>) -> tensor<8192x264xf32>
  %r = stablehlo.subtract %x, %b : tensor<8192x264xf32>
  return %r : tensor<8192x264xf32>
}
// From the first aligned element on in steps of all lanes, then in vectors of eight.
// SMALL-LABEL:     func.func private @kernel3(
// SMALL-SAME:      attributes {spmd.loops, spmd.non_temporal = array<i64: 1>} {
// SMALL:           vector.store {{.*}} {spmd.aligned} : memref<2101248xf32>, vector<{{16|32}}xf32>
// SMALL:           vector.store {{.*}} {spmd.aligned} : memref<2101248xf32>, vector<8xf32>
func.func @odd_rows(%x: tensor<4096x513xf32>) -> tensor<4096x513xf32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %m = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<4096x513xf32>, tensor<f32>) -> tensor<4096xf32>
  %b = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<4096xf32>) -> tensor<4096x513xf32>
  %r = stablehlo.subtract %x, %b : tensor<4096x513xf32>
  return %r : tensor<4096x513xf32>
}
