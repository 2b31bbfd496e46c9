// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A call in a manual computation of a function that is placed as if it were not. (jaxlib finds what comes of it ill-formed.)
// RUN: not spmd-opt %s --sdy-insert-func-call-reshards 2>&1 | FileCheck %s
// RUN: not spmd-opt %s --sdy-insert-explicit-reshards 2>&1 | FileCheck %s
// RUN: not spmd-opt %s --sdy-import-func-calls 2>&1 | FileCheck %s
// RUN: not spmd-opt %s --sdy-propagate-sharding-from-func-to-call 2>&1 | FileCheck %s

sdy.mesh @m = <["a"=2, "b"=2]>

// CHECK: error: 'func.call' op calls @f, whose result 0 has a sharding that uses axis "a", which is manual here
// CHECK: note: the enclosing manual computation has the manual axes
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}]>] out_shardings=[<@m, [{"a"}]>] manual_axes={"a"} (%p: tensor<4xf32>) {
    %1 = func.call @f(%p) : (tensor<4xf32>) -> tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @f(%q: tensor<4xf32>) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  return %q : tensor<4xf32>
}
