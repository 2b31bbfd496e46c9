// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An argument that one device holds has a sharding without dims: nothing of it is cut.
// RUN: spmd-opt %s --sdy-update-non-divisible-input-output-shardings | FileCheck %s
// RUN: spmd-opt %s --sdy-propagation-pipeline | FileCheck %s --check-prefixes=CHECK,LIFTED

// LIFTED: sdy.mesh @one = <[], device_ids=[1]>
sdy.mesh @one = <[], device_ids=[1]>
// CHECK: func.func @main(%arg0: tensor<7x16xf32> {sdy.sharding = #sdy.sharding<@one, []>}) -> (tensor<7x16xf32> {sdy.sharding = #sdy.sharding<@one, []>}) {
func.func @main(%x: tensor<7x16xf32> {sdy.sharding = #sdy.sharding<@one, []>}) -> (tensor<7x16xf32> {sdy.sharding = #sdy.sharding<@one, []>}) {
  return %x : tensor<7x16xf32>
}
