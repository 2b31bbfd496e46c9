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
