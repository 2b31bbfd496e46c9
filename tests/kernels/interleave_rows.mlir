// Which kernels interleave rows: before, as spmd-choose-lanes leaves them, and after.
// RUN: spmd-opt %s --spmd-interleave-rows | FileCheck %s
// RUN: spmd-opt %s --spmd-interleave-rows=machine=first-cache=7KiB | FileCheck %s --check-prefix=SHORT
// RUN: spmd-opt %s --spmd-interleave-rows=machine=last-cache=64KiB | FileCheck %s --check-prefix=SHORT
// RUN: not spmd-opt %s --spmd-interleave-rows=machine=last-cache=none 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: machine: "last-cache=none": wanted is a number of bytes from 1 to 2^40
// The loops of interleaved rows.
// RUN: spmd-opt %s --spmd-interleave-rows --spmd-expand-kernels | FileCheck %s --check-prefix=LOOPS

// Four rows of softmax read 4 bytes and keep 4 at each of 256 columns: 8 KiB, which a first cache of 7 KiB does not hold. Where the
// last cache does not hold the results, they are written by non-temporal stores, for which interleaved rows are too short.
// CHECK-LABEL: @softmax
// CHECK: spmd.kernel(%{{.*}} = %arg0) {nests = [{{.*}}], shares = [array<i64: 0>], spmd.interleaved_rows = 4 : i64, stores =
// SHORT-LABEL: @softmax
// SHORT-NOT: spmd.interleaved_rows
// Each row is a pass behind the one before it: exponentials of a row are staged beside the maximum of the next, then divided beside its
// exponentials. Rows that are left over are done alone.
// LOOPS-LABEL: func.func private @kernel0(
// LOOPS:       %[[REST:.*]] = scf.for %{{.*}} = %arg2 to %{{.*}} step %c4
// LOOPS:         vector.reduction <maximumf>
// LOOPS:         scf.for
// LOOPS:           math.exp %{{.*}} {spmd.at_most_zero}
// LOOPS:           vector.store %{{.*}}, %[[STAGED:.*]][%{{.*}}] : memref<256xf32>, vector<32xf32>
// LOOPS:           arith.maximumf
// LOOPS:         vector.reduction <add>
// LOOPS:         vector.reduction <maximumf>
// LOOPS:         scf.for
// LOOPS:           vector.load %[[STAGED]][
// LOOPS:           arith.divf
// LOOPS:           vector.store %{{.*}}, %arg1[
// LOOPS:           math.exp
// LOOPS:       scf.for %{{.*}} = %[[REST]] to %arg3 step %c1
func.func @softmax(%x: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %0 = spmd.kernel(%a = %x) {nests = [#spmd.nest<rows = [64], columns = [256], lanes = 32, passes = 3, grain = 4>], shares = [array<i64: 0>], stores = [#spmd.store<output = 0, pass = 2>]} : (tensor<64x256xf32>) -> tensor<64x256xf32> {
    %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.reduce(%a init: %low) applies stablehlo.maximum across dimensions = [1] {spmd.accumulation = #spmd.accumulation<row>} : (tensor<64x256xf32>, tensor<f32>) -> tensor<64xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<64xf32>) -> tensor<64x256xf32>
    %3 = stablehlo.subtract %a, %2 : tensor<64x256xf32>
    %4 = stablehlo.exponential %3 {spmd.at_most_zero, spmd.staged = array<i64: 1>} : tensor<64x256xf32>
    %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] {spmd.accumulation = #spmd.accumulation<row, pass = 1>} : (tensor<64x256xf32>, tensor<f32>) -> tensor<64xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<64xf32>) -> tensor<64x256xf32>
    %7 = stablehlo.divide %4, %6 : tensor<64x256xf32>
    spmd.yield %7 : tensor<64x256xf32>
  }
  return %0 : tensor<64x256xf32>
}

// Two passes overlap little, and three passes without a function wait for memory, not for arithmetic.
// CHECK-LABEL: @little_gain
// CHECK-NOT: spmd.interleaved_rows
func.func @little_gain(%x: tensor<64x256xf32>) -> (tensor<64x256xf32>, tensor<64x256xf32>) {
  %0 = spmd.kernel(%a = %x) {nests = [#spmd.nest<rows = [64], columns = [256], lanes = 32, passes = 2, grain = 4>], shares = [array<i64: 0>], stores = [#spmd.store<output = 0, pass = 1>]} : (tensor<64x256xf32>) -> tensor<64x256xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.exponential %a {spmd.at_most_zero, spmd.staged = array<i64: 0>} : tensor<64x256xf32>
    %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1] {spmd.accumulation = #spmd.accumulation<row>} : (tensor<64x256xf32>, tensor<f32>) -> tensor<64xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<64xf32>) -> tensor<64x256xf32>
    %4 = stablehlo.multiply %1, %3 : tensor<64x256xf32>
    spmd.yield %4 : tensor<64x256xf32>
  }
  %1 = spmd.kernel(%a = %x) {nests = [#spmd.nest<rows = [64], columns = [256], lanes = 32, passes = 3, grain = 4>], shares = [array<i64: 0>], stores = [#spmd.store<output = 0, pass = 2>]} : (tensor<64x256xf32>) -> tensor<64x256xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %2 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1] {spmd.accumulation = #spmd.accumulation<row>} : (tensor<64x256xf32>, tensor<f32>) -> tensor<64xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<64xf32>) -> tensor<64x256xf32>
    %4 = stablehlo.subtract %a, %3 : tensor<64x256xf32>
    %5 = stablehlo.multiply %4, %4 : tensor<64x256xf32>
    %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [1] {spmd.accumulation = #spmd.accumulation<row, pass = 1>} : (tensor<64x256xf32>, tensor<f32>) -> tensor<64xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<64xf32>) -> tensor<64x256xf32>
    %8 = stablehlo.multiply %4, %7 : tensor<64x256xf32>
    spmd.yield %8 : tensor<64x256xf32>
  }
  return %0, %1 : tensor<64x256xf32>, tensor<64x256xf32>
}
