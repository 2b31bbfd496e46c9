// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spmd-opt %s --sdy-per-instruction-partitioning | FileCheck %s

sdy.mesh @m = <["x"=2, "y"=2]>

// Values from outside that the body of an op uses come as arguments, too.
// CHECK-LABEL: @values_from_outside
// CHECK: sdy.manual_computation(%arg0, %arg1, %arg2) in_shardings=[<@m, [{"x"}, {}]>, <@m, []>, <@m, []>]
// CHECK: stablehlo.multiply
func.func @values_from_outside(%a: tensor<8x4xi32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}, %i: tensor<i32>, %k: tensor<i32>) -> tensor<8xi32> {
  %0 = "stablehlo.reduce"(%a, %i) <{dimensions = array<i64: 1>}> ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    %s = stablehlo.add %l, %r : tensor<i32>
    %t = stablehlo.multiply %s, %k : tensor<i32>
    stablehlo.return %t : tensor<i32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<8x4xi32>, tensor<i32>) -> tensor<8xi32>
  return %0 : tensor<8xi32>
}
