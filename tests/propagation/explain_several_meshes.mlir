// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Explanations name the axes of the one mesh that import leaves. What nothing reads stands in the way of nothing.
// RUN: spmd-opt %s --explain=all | FileCheck %s
// CHECK: %arg0 = argument 0 of @main
// CHECK-NEXT: <@m, [{"a"}, {"b":(2)2, ?}]>
// CHECK: %2 = stablehlo.sine
// CHECK-NEXT: <@m, [{"a", ?}, {"b":(2)2}]>
// CHECK: == annotated: stablehlo.sine %2 <@m, [{?}, {"b":(2)2}]>
sdy.mesh @m = <["a"=2, "b"=4]>
sdy.mesh @flat = <["x"=4, "y"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {?}]>}) -> tensor<8x8xf32> {
  %0 = sdy.reshard %arg0 <@flat, [{}, {}]> : tensor<8x8xf32>
  %1 = sdy.all_slice [{"x"}, {}] %0 out_sharding=<@flat, [{"x"}, {}]> : tensor<8x8xf32>
  %2 = stablehlo.sine %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@flat, [{?}, {"y"}]>]>} : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
