// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An edge of a value that nothing flows into stands for itself.
// RUN: spmd-opt %s --explain=all | FileCheck %s

sdy.mesh @mesh = <["x"=2]>
// CHECK: %0 = sdy.data_flow_edge : tensor<8xf32>
// CHECK-NEXT: <@mesh, [{"x"}]>
// CHECK-NEXT: dim 0 over "x"
// CHECK-NEXT: == annotated: %0 <@mesh, [{"x"}]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.data_flow_edge %arg0 sharding=<@mesh, [{"x"}]> : tensor<8xf32>
  sdy.sharding_group %0 group_id=1 : tensor<8xf32>
  return
}
