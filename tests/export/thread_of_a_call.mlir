// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The thread that a named computation runs in is its function's, not the call's.
// RUN: spmd-opt %s --sdy-export-named-computations | FileCheck %s

// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: call @t(%arg0) : (tensor<8xf32>)
  %0 = sdy.named_computation<"t">(%x) (%p: tensor<8xf32>) {
    sdy.return %p : tensor<8xf32>
  } {execution_thread = "other"} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// CHECK: func.func private @t({{.*}}execution_thread = "other"
