// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not spmd-opt %s --sdy-per-instruction-partitioning=filter=dot,selectLow=three 2>&1 | FileCheck %s
// RUN: not spmd-opt %s --sdy-per-instruction-partitioning=filter=selectHigh=-1 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not spmd-opt %s --sdy-per-instruction-partitioning=filter=select=2 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not spmd-opt %s --sdy-per-instruction-partitioning="replica-count=2 partition-count=2" 2>&1 | FileCheck %s --check-prefix=COUNTS

// CHECK: error: the filter has the entry 'selectLow=three'; an entry is a part of an op's name, selectLow=N or selectHigh=N
// NEGATIVE: error: the filter has the entry 'selectHigh=-1'; an entry is
// UNKNOWN: error: the filter has the entry 'select=2'; an entry is
// COUNTS: error: devices are replicas or partitions, not both: replica-count=2, partition-count=2
module {
  func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
    return %a : tensor<8xf32>
  }
}
