// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values on the single device of a maximal mesh have a sharding without dims, beside values that have some.
// RUN: spmd-opt %s --explain=all | FileCheck %s

// CHECK: %x = argument 0 of @main
// CHECK-NEXT: <@max, []>
// CHECK: %y = argument 1 of @main
// CHECK: dim 0 over "a"
// CHECK: == annotated: argument %y
// CHECK: %0 = stablehlo.add
// CHECK-NEXT: <@max, []>
sdy.mesh @m = <["a"=2, "b"=2]>
sdy.mesh @max = <[], device_ids=[1]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@max, []>}, %y: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@max, []>}, tensor<8x4xf32>) {
  %0 = stablehlo.add %x, %y {sdy.sharding = #sdy.sharding_per_value<[<@max, []>]>} : tensor<8x4xf32>
  %1 = stablehlo.multiply %0, %y : tensor<8x4xf32>
  %2 = sdy.sharding_constraint %1 <@max, []> : tensor<8x4xf32>
  return %0, %2 : tensor<8x4xf32>, tensor<8x4xf32>
}
