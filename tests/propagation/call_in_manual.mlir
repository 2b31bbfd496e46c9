// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that is called in a manual computation and outside: its values may get "a" from outside, no value of the
// computation may, whose axis that is already. (The sharding went back and forth for ever, as jaxlib's does.)
// RUN: spmd-opt %s --pass-pipeline='builtin.module(sdy-propagation-pipeline{dedup-functions-fully=true})' | FileCheck %s

sdy.mesh @m = <["a"=2, "b"=2, "c"=2]>
func.func @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"a", "b"}], replicated={"c"}>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"b", "a"}, {?}]>}) {
// CHECK: sdy.manual_computation
// CHECK-SAME: in_shardings=[<@m, [{"a"}, {"c"}]>] out_shardings=[<@m, [{"a"}, {"c"}]>] manual_axes={"a"}
%0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}, {?}]>] out_shardings=[<@m, [{"a", ?}, {?}]>] manual_axes={"a"} (%p: tensor<4x16xf32>) {
  // CHECK-COUNT-2: func.call @f({{.*}}) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"c"}]>]>}
  %1 = func.call @f(%p) : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %2 = func.call @f(%1) : (tensor<4x16xf32>) -> tensor<4x16xf32>
  sdy.return %2 : tensor<4x16xf32>
} : (tensor<8x16xf32>) -> tensor<8x16xf32>
// CHECK: stablehlo.slice {{.*}}[<@m, [{"a"}, {"c"}]>]
%3 = stablehlo.slice %0 [0:4, 0:16] : (tensor<8x16xf32>) -> tensor<4x16xf32>
%4 = func.call @f(%3) : (tensor<4x16xf32>) -> tensor<4x16xf32>
%5 = stablehlo.concatenate %4, %3, dim = 0 : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<8x16xf32>
return %5 : tensor<8x16xf32>
}
func.func private @f(%q: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"c"}]>}) -> (tensor<4x16xf32>) {
  %2 = stablehlo.tanh %q : tensor<4x16xf32>
  return %2 : tensor<4x16xf32>
}
