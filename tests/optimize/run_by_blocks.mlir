// RUN: spmd-opt %s --spmd-run-by-blocks | FileCheck %s

// Scores of eight heads, shifted by a bias, multiplied with values again: one head at a time, and no value of the size of the
// scores is left outside.
// CHECK-LABEL: @scores_stay_inside(
func.func @scores_stay_inside(%q: tensor<8x64x16xf32>, %k: tensor<8x64x16xf32>, %v: tensor<8x64x16xf32>, %b: tensor<64xf32>) -> tensor<8x64x16xf32> {
  // CHECK-NEXT: %[[Y:.*]] = spmd.blocks(%arg0, %arg1, %arg3, %arg2) grid = [8] serial = 0
  // CHECK-SAME: reads = [array<i64: 0, -1, -1>, array<i64: 0, -1, -1>, array<i64: -1>, array<i64: 0, -1, -1>] writes = [array<i64: 0, -1, -1>]
  // CHECK: %[[S:.*]] = spmd.dot {{.*}} -> tensor<1x64x64xf32>
  // CHECK: %[[B:.*]] = stablehlo.broadcast_in_dim {{.*}} -> tensor<1x64x64xf32>
  // CHECK: %[[T:.*]] = stablehlo.add %[[S]], %[[B]] : tensor<1x64x64xf32>
  // CHECK: %[[O:.*]] = spmd.dot %[[T]], {{.*}} -> tensor<1x64x16xf32>
  // CHECK: spmd.yield %[[O]]
  // CHECK-NOT: 8x64x64
  // CHECK: return %[[Y]]
  %0 = spmd.dot %q, %k batch = [0] x [0] contract = [2] x [2] to [0, 1, 2] : (tensor<8x64x16xf32>, tensor<8x64x16xf32>) -> tensor<8x64x64xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [2] : (tensor<64xf32>) -> tensor<8x64x64xf32>
  %2 = stablehlo.add %0, %1 : tensor<8x64x64xf32>
  %3 = spmd.dot %2, %v batch = [0] x [0] contract = [2] x [1] to [0, 1, 2] : (tensor<8x64x64xf32>, tensor<8x64x16xf32>) -> tensor<8x64x16xf32>
  return %3 : tensor<8x64x16xf32>
}

// There is nothing to loop over.
// CHECK-LABEL: @one_head(
// CHECK-NOT: spmd.blocks
// CHECK: return
func.func @one_head(%q: tensor<1x64x16xf32>, %k: tensor<1x64x16xf32>, %v: tensor<1x64x16xf32>) -> tensor<1x64x16xf32> {
  %0 = spmd.dot %q, %k batch = [0] x [0] contract = [2] x [2] to [0, 1, 2] : (tensor<1x64x16xf32>, tensor<1x64x16xf32>) -> tensor<1x64x64xf32>
  %1 = stablehlo.negate %0 : tensor<1x64x64xf32>
  %2 = spmd.dot %1, %v batch = [0] x [0] contract = [2] x [1] to [0, 1, 2] : (tensor<1x64x64xf32>, tensor<1x64x16xf32>) -> tensor<1x64x16xf32>
  return %2 : tensor<1x64x16xf32>
}

// A matrix of scores that is smaller than queries and keys may lie in memory.
// CHECK-LABEL: @result_is_small(
// CHECK-NOT: spmd.blocks
// CHECK: return
func.func @result_is_small(%q: tensor<8x4x16xf32>, %k: tensor<8x4x16xf32>, %v: tensor<8x4x16xf32>) -> tensor<8x4x16xf32> {
  %0 = spmd.dot %q, %k batch = [0] x [0] contract = [2] x [2] to [0, 1, 2] : (tensor<8x4x16xf32>, tensor<8x4x16xf32>) -> tensor<8x4x4xf32>
  %1 = stablehlo.negate %0 : tensor<8x4x4xf32>
  %2 = spmd.dot %1, %v batch = [0] x [0] contract = [2] x [1] to [0, 1, 2] : (tensor<8x4x4xf32>, tensor<8x4x16xf32>) -> tensor<8x4x16xf32>
  return %2 : tensor<8x4x16xf32>
}

// Nothing makes the scores small again, so no memory would be saved.
// CHECK-LABEL: @scores_are_a_result(
// CHECK-NOT: spmd.blocks
// CHECK: return
func.func @scores_are_a_result(%q: tensor<8x64x16xf32>, %k: tensor<8x64x16xf32>) -> tensor<8x64x64xf32> {
  %0 = spmd.dot %q, %k batch = [0] x [0] contract = [2] x [2] to [0, 1, 2] : (tensor<8x64x16xf32>, tensor<8x64x16xf32>) -> tensor<8x64x64xf32>
  %1 = stablehlo.negate %0 : tensor<8x64x64xf32>
  return %1 : tensor<8x64x64xf32>
}

// CHECK-LABEL: @no_batch(
// CHECK-NOT: spmd.blocks
// CHECK: return
func.func @no_batch(%q: tensor<64x16xf32>, %k: tensor<64x16xf32>, %v: tensor<64x16xf32>) -> tensor<64x16xf32> {
  %0 = spmd.dot %q, %k batch = [] x [] contract = [1] x [1] to [0, 1] : (tensor<64x16xf32>, tensor<64x16xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.negate %0 : tensor<64x64xf32>
  %2 = spmd.dot %1, %v batch = [] x [] contract = [1] x [0] to [0, 1] : (tensor<64x64xf32>, tensor<64x16xf32>) -> tensor<64x16xf32>
  return %2 : tensor<64x16xf32>
}

// The values are computed behind the scores, so they move before the blocks.
// CHECK-LABEL: @late_operand(
func.func @late_operand(%q: tensor<8x64x16xf32>, %k: tensor<8x64x16xf32>, %x: tensor<8x64x16xf32>) -> tensor<8x64x16xf32> {
  // CHECK-NEXT: %[[V:.*]] = stablehlo.tanh %arg2
  // CHECK-NEXT: spmd.blocks(%arg0, %arg1, %[[V]])
  %0 = spmd.dot %q, %k batch = [0] x [0] contract = [2] x [2] to [0, 1, 2] : (tensor<8x64x16xf32>, tensor<8x64x16xf32>) -> tensor<8x64x64xf32>
  %1 = stablehlo.negate %0 : tensor<8x64x64xf32>
  %v = stablehlo.tanh %x : tensor<8x64x16xf32>
  %2 = spmd.dot %1, %v batch = [0] x [0] contract = [2] x [1] to [0, 1, 2] : (tensor<8x64x64xf32>, tensor<8x64x16xf32>) -> tensor<8x64x16xf32>
  return %2 : tensor<8x64x16xf32>
}
