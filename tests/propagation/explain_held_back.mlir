// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Outside of a manual computation its result has the manual axis again in the first round, though p1 has held it back: annotated.
// RUN: spmd-opt %s --explain=all | FileCheck %s

sdy.mesh @m = <["x"=2, "y"=4]>
// CHECK: result 0 of @main
// CHECK: dim 0 over "x"
// CHECK-NEXT: <- %1 dim 0, forward through the return of @main
// CHECK-NEXT: == annotated: sdy.manual_computation %1 <@m, [{"x", ?}p1, {?}]>
  func.func @main(%arg0: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
    %0 = sdy.propagation_barrier %arg0 allowed_direction=FORWARD : tensor<8x8xf32>
    %1 = sdy.manual_computation(%0) in_shardings=[<@m, [{"x", ?}, {"y", ?}]>] out_shardings=[<@m, [{"x", ?}p1, {?}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
      %3 = stablehlo.tanh %arg1 : tensor<4x8xf32>
      sdy.return %3 : tensor<4x8xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = sdy.manual_computation(%0) in_shardings=[<@m, [{"x", ?}, {?}]>] out_shardings=[<@m, [{"x", ?}, {?}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
      %3 = stablehlo.tanh %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"y", ?}, {?}]>]>} : tensor<4x8xf32>
      sdy.return %3 : tensor<4x8xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    sdy.sharding_group %2 group_id=1 : tensor<8x8xf32>
    return %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>
  }
