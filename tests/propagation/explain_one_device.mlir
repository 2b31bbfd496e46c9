// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values on the single device of a maximal mesh are explained by what import makes of them: copies on every device, and the result of an op
// that one device runs.
// RUN: spmd-opt %s --explain=all 2>/dev/null | FileCheck %s

// CHECK: %x = argument 0 of @main
// CHECK-NEXT: <@m, [{}, {}]>
// CHECK: %y = argument 1 of @main
// CHECK: dim 0 over "a"
// CHECK: == annotated: argument %y
// CHECK: the sdy.manual_computation made at %0 = sdy.manual_computation
// CHECK-NEXT: <@m, [{}, {}], unreduced={"a", "b"}>
sdy.mesh @m = <["a"=2, "b"=2]>
sdy.mesh @max = <[], device_ids=[1]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@max, []>}, %y: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@max, []>}, tensor<8x4xf32>) {
  %0 = stablehlo.add %x, %y {sdy.sharding = #sdy.sharding_per_value<[<@max, []>]>} : tensor<8x4xf32>
  %1 = stablehlo.multiply %0, %y : tensor<8x4xf32>
  %2 = sdy.sharding_constraint %1 <@max, []> : tensor<8x4xf32>
  return %0, %2 : tensor<8x4xf32>, tensor<8x4xf32>
}
