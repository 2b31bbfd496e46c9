// RUN: echo '{"latency": 1000, "rate": 1}' > %t.json
// RUN: spmd-opt %s --spmd-overlap-exchanges=topology=%t.json | FileCheck %s
// RUN: echo '{"latency": 1000, "rate": 0.1}' > %t.slow.json
// RUN: spmd-opt %s --spmd-overlap-exchanges=topology=%t.slow.json | FileCheck %s --check-prefix=SLOW
// Without memory for it, nothing moves where the peak would grow; with none asked for, nothing at all.
// RUN: spmd-opt %s --spmd-overlap-exchanges="topology=%t.json memory=4" | FileCheck %s --check-prefix=TIGHT
// RUN: spmd-opt %s --spmd-overlap-exchanges="topology=%t.json memory=0" | FileCheck %s --check-prefix=NONE
// RUN: echo '{"rate": 0}' > %t.bad.json
// RUN: not spmd-opt %s --spmd-overlap-exchanges=topology=%t.bad.json 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: error: topology: {{.*}}.bad.json : topology.rate is not a number from 1e-3 to 1e12

// A gather that the second matmul reads travels during the first one.
// CHECK-LABEL: @gather(
// CHECK: %[[H:.*]] = spmd.collective_start all_gather none(%arg1)
// CHECK: %[[A:.*]] = spmd.dot %arg0, %arg0
// CHECK: %[[W:.*]] = spmd.collective_done %[[H]]
// CHECK: spmd.dot %[[A]], %[[W]]
// TIGHT-LABEL: @gather(
// TIGHT: spmd.dot
// TIGHT: collective_start
// TIGHT-NEXT: collective_done
// NONE-LABEL: @gather(
// NONE: spmd.dot
// NONE: collective_start
// NONE-NEXT: collective_done
func.func @gather(%x: tensor<256x256xf32>, %w: tensor<128x256xf32>) -> tensor<256x256xf32> {
  %a = spmd.dot %x, %x batch = [] x [] contract = [1] x [0] to [0, 1] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %h = spmd.collective_start all_gather none(%w) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<128x256xf32>
  %whole = spmd.collective_done %h : tensor<256x256xf32>
  %b = spmd.dot %a, %whole batch = [] x [] contract = [1] x [0] to [0, 1] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  return %b : tensor<256x256xf32>
}

// What reads a sum stands behind the work that does not: the sum of a gradient travels during the next gradient.
// CHECK-LABEL: @gradients(
// CHECK: %[[G0:.*]] = spmd.dot %arg0, %arg0
// CHECK-NEXT: %[[H:.*]] = spmd.collective_start reduce_scatter sum(%[[G0]])
// CHECK-NEXT: %[[G1:.*]] = spmd.dot %arg0, %arg1
// CHECK-NEXT: spmd.collective_start reduce_scatter sum(%[[G1]])
// CHECK-NEXT: %[[S0:.*]] = spmd.collective_done %[[H]]
// CHECK: stablehlo.negate %[[S0]]
func.func @gradients(%x: tensor<256x256xf32>, %y: tensor<256x256xf32>) -> (tensor<128x256xf32>, tensor<128x256xf32>) {
  %g0 = spmd.dot %x, %x batch = [] x [] contract = [0] x [0] to [0, 1] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %h0 = spmd.collective_start reduce_scatter sum(%g0) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<256x256xf32>
  %s0 = spmd.collective_done %h0 : tensor<128x256xf32>
  %u0 = stablehlo.negate %s0 : tensor<128x256xf32>
  %g1 = spmd.dot %x, %y batch = [] x [] contract = [0] x [0] to [0, 1] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %h1 = spmd.collective_start reduce_scatter sum(%g1) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<256x256xf32>
  %s1 = spmd.collective_done %h1 : tensor<128x256xf32>
  %u1 = stablehlo.negate %s1 : tensor<128x256xf32>
  return %u0, %u1 : tensor<128x256xf32>, tensor<128x256xf32>
}

// None starts long before its result is read, and not more than two are under way before their turn: a gather of 0.8 ms starts
// right before a matmul of 5.6 ms, one of 7.9 ms a matmul earlier.
// CHECK-LABEL: @few(
// CHECK: collective_start
// CHECK-NEXT: spmd.dot
// CHECK-NEXT: collective_start
// CHECK-NEXT: collective_done
// CHECK-NEXT: spmd.dot
// CHECK-NEXT: collective_start
// SLOW-LABEL: @few(
// SLOW: collective_start
// SLOW: collective_start
// SLOW-NOT: collective_start
// SLOW: spmd.dot
// SLOW-NEXT: collective_start
// SLOW-NEXT: collective_done
// SLOW-NEXT: spmd.dot
func.func @few(%x: tensor<512x512xf32>, %w: tensor<4x128x512xf32>) -> tensor<512x512xf32> {
  %p0 = stablehlo.slice %w [0:1, 0:128, 0:512] : (tensor<4x128x512xf32>) -> tensor<1x128x512xf32>
  %p1 = stablehlo.slice %w [1:2, 0:128, 0:512] : (tensor<4x128x512xf32>) -> tensor<1x128x512xf32>
  %p2 = stablehlo.slice %w [2:3, 0:128, 0:512] : (tensor<4x128x512xf32>) -> tensor<1x128x512xf32>
  %p3 = stablehlo.slice %w [3:4, 0:128, 0:512] : (tensor<4x128x512xf32>) -> tensor<1x128x512xf32>
  %a = spmd.dot %x, %x batch = [] x [] contract = [1] x [0] to [0, 1] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %h0 = spmd.collective_start all_gather none(%p0) {dim = 1 : i64, groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : tensor<1x128x512xf32>
  %w0 = spmd.collective_done %h0 : tensor<1x512x512xf32>
  %b = spmd.dot %a, %w0 batch = [] x [] contract = [1] x [1] to [0, 1, 2] : (tensor<512x512xf32>, tensor<1x512x512xf32>) -> tensor<512x1x512xf32>
  %h1 = spmd.collective_start all_gather none(%p1) {dim = 1 : i64, groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : tensor<1x128x512xf32>
  %w1 = spmd.collective_done %h1 : tensor<1x512x512xf32>
  %c = spmd.dot %b, %w1 batch = [1] x [0] contract = [2] x [1] to [1, 0, 2] : (tensor<512x1x512xf32>, tensor<1x512x512xf32>) -> tensor<512x1x512xf32>
  %h2 = spmd.collective_start all_gather none(%p2) {dim = 1 : i64, groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : tensor<1x128x512xf32>
  %w2 = spmd.collective_done %h2 : tensor<1x512x512xf32>
  %d = spmd.dot %c, %w2 batch = [1] x [0] contract = [2] x [1] to [1, 0, 2] : (tensor<512x1x512xf32>, tensor<1x512x512xf32>) -> tensor<512x1x512xf32>
  %h3 = spmd.collective_start all_gather none(%p3) {dim = 1 : i64, groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : tensor<1x128x512xf32>
  %w3 = spmd.collective_done %h3 : tensor<1x512x512xf32>
  %e = spmd.dot %d, %w3 batch = [1] x [0] contract = [2] x [1] to [1, 0, 2] : (tensor<512x1x512xf32>, tensor<1x512x512xf32>) -> tensor<512x1x512xf32>
  %f = stablehlo.reshape %e : (tensor<512x1x512xf32>) -> tensor<512x512xf32>
  return %f : tensor<512x512xf32>
}

// A broadcast starts early, too; the op that computes its root goes first.
// CHECK-LABEL: @broadcast(
// CHECK: %[[R:.*]] = stablehlo.negate %arg2
// CHECK: %[[H:.*]] = spmd.collective_start collective_broadcast none(%arg1 from %[[R]] : tensor<i32>)
// CHECK: %[[A:.*]] = spmd.dot %arg0, %arg0
// CHECK: %[[W:.*]] = spmd.collective_done %[[H]]
// CHECK: spmd.dot %[[A]], %[[W]]
func.func @broadcast(%x: tensor<256x256xf32>, %w: tensor<256x256xf32>, %i: tensor<i32>) -> tensor<256x256xf32> {
  %a = spmd.dot %x, %x batch = [] x [] contract = [1] x [0] to [0, 1] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %r = stablehlo.negate %i : tensor<i32>
  %h = spmd.collective_start collective_broadcast none(%w from %r : tensor<i32>) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<256x256xf32>
  %whole = spmd.collective_done %h : tensor<256x256xf32>
  %b = spmd.dot %a, %whole batch = [] x [] contract = [1] x [0] to [0, 1] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  return %b : tensor<256x256xf32>
}
