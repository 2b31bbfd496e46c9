// A library call is refused where its routine does not read its numbers, or where there is no such routine. Numbers that
// are read run: [outer, length, inner, order, key, number of types, types] with order 1, less, and type 19, f32.
// RUN: not spmd-run %s --start-after=kernels --random-args=1 2>&1 | FileCheck %s
// RUN: sed 's/"sort"/"shuffle"/' %s > %t.mlir
// RUN: not spmd-run %t.mlir --start-after=kernels --random-args=1 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: sed 's/1, 9, 0/1, 1, 0/' %s > %t.mlir
// RUN: spmd-run %t.mlir --start-after=kernels --random-args=1 --stats | FileCheck %s --check-prefix=STATS
// CHECK: error: has a config that routine "sort" does not read
// NAME: error: calls routine "shuffle", which the runtime does not have
// STATS: 1 library calls
module {
  func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = spmd.library "sort"(%x) config = [1, 4, 1, 9, 0, 1, 19] : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
