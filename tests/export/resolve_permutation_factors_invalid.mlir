// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spmd-opt %s --sdy-resolve-permutation-factors="replica-count=2 partition-count=4" --verify-diagnostics

// expected-error @+1 {{devices are replicas or partitions, not both: replica-count=2, partition-count=4}}
module {
  func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
    return %a : tensor<8xf32>
  }
}
