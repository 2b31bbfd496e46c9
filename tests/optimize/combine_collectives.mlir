// RUN: spmd-opt %s --spmd-combine-collectives | FileCheck %s
// A link of 1 ns and 1 byte per nanosecond joins up to 50 bytes.
// RUN: echo '{"latency": 1, "rate": 1}' > %t.json
// RUN: spmd-opt %s --spmd-combine-collectives=topology=%t.json | FileCheck %s --check-prefix=SHORT
// RUN: echo '{"latency": "long"}' > %t.bad.json
// RUN: not spmd-opt %s --spmd-combine-collectives=topology=%t.bad.json 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: error: topology: {{.*}}.bad.json : topology.latency is not a number from 1e-3 to 1e12

// The user of the first sum stands behind both.
// CHECK-LABEL: @sums(
// CHECK: %[[H:.*]] = spmd.collective_start all_reduce sum(%arg0, %arg1) {groups = dense<{{.*}}> : tensor<1x2xi64>} : tensor<8xf32>, tensor<4xbf16>
// CHECK-NEXT: %[[R:.*]]:2 = spmd.collective_done %[[H]] : tensor<8xf32>, tensor<4xbf16>
// CHECK-NEXT: stablehlo.negate %[[R]]#0
// CHECK-NEXT: return %{{.*}}, %[[R]]#1
// SHORT-LABEL: @sums(
// SHORT: all_reduce sum(%arg0, %arg1)
func.func @sums(%x: tensor<8xf32>, %y: tensor<4xbf16>, %more: tensor<64x64xf32>) -> (tensor<8xf32>, tensor<4xbf16>) {
  %a = spmd.collective_start all_reduce sum(%x) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<8xf32>
  %0 = spmd.collective_done %a : tensor<8xf32>
  %1 = stablehlo.negate %0 : tensor<8xf32>
  %b = spmd.collective_start all_reduce sum(%y) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<4xbf16>
  %2 = spmd.collective_done %b : tensor<4xbf16>
  return %1, %2 : tensor<8xf32>, tensor<4xbf16>
}

// Broadcasts of different roots join; one from the first member has no root and stays apart.
// CHECK-LABEL: @broadcasts(
// CHECK: collective_broadcast none(%arg2) {
// CHECK: collective_broadcast none(%arg0, %arg1 from %arg3, %arg4 : tensor<i32>, tensor<i32>) {
func.func @broadcasts(%x: tensor<8xf32>, %y: tensor<4xbf16>, %z: tensor<8xf32>, %r: tensor<i32>, %s: tensor<i32>, %more: tensor<64x64xf32>) -> (tensor<8xf32>, tensor<4xbf16>, tensor<8xf32>) {
  %a = spmd.collective_start collective_broadcast none(%x from %r : tensor<i32>) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<8xf32>
  %0 = spmd.collective_done %a : tensor<8xf32>
  %c = spmd.collective_start collective_broadcast none(%z) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<8xf32>
  %2 = spmd.collective_done %c : tensor<8xf32>
  %b = spmd.collective_start collective_broadcast none(%y from %s : tensor<i32>) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<4xbf16>
  %1 = spmd.collective_done %b : tensor<4xbf16>
  return %0, %1, %2 : tensor<8xf32>, tensor<4xbf16>, tensor<8xf32>
}

// Of three, the third finds the group full.
// CHECK-LABEL: @limit(
// CHECK: all_gather none(%arg0, %arg0, %arg0)
// SHORT-LABEL: @limit(
// SHORT: all_gather none(%arg0, %arg0)
// SHORT: all_gather none(%arg0) {
func.func @limit(%x: tensor<3xf32>, %more: tensor<64x64xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %a = spmd.collective_start all_gather none(%x) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<3xf32>
  %0 = spmd.collective_done %a : tensor<6xf32>
  %b = spmd.collective_start all_gather none(%x) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<3xf32>
  %1 = spmd.collective_done %b : tensor<6xf32>
  %c = spmd.collective_start all_gather none(%x) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<3xf32>
  %2 = spmd.collective_done %c : tensor<6xf32>
  return %0, %1, %2 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// The second needs the first.
// CHECK-LABEL: @chain(
// CHECK-COUNT-2: all_reduce sum(%{{[a-z0-9]*}}) {
func.func @chain(%x: tensor<4xf32>, %more: tensor<64x64xf32>) -> tensor<4xf32> {
  %a = spmd.collective_start all_reduce sum(%x) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<4xf32>
  %0 = spmd.collective_done %a : tensor<4xf32>
  %1 = stablehlo.negate %0 : tensor<4xf32>
  %b = spmd.collective_start all_reduce sum(%1) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<4xf32>
  %2 = spmd.collective_done %b : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// Sums and maxima need each other crosswise: the sums join, and the maxima, which would need each other then, do not.
// CHECK-LABEL: @crosswise(
// CHECK: all_reduce maximum(%arg1) {
// CHECK: all_reduce sum(%arg0, %{{.*}}) {
// CHECK: all_reduce maximum(%{{[0-9#]*}}) {
// CHECK-NOT: collective_start
func.func @crosswise(%x: tensor<4xf32>, %y: tensor<4xf32>, %more: tensor<64x64xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = spmd.collective_start all_reduce sum(%x) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<4xf32>
  %0 = spmd.collective_done %a : tensor<4xf32>
  %c = spmd.collective_start all_reduce maximum(%y) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<4xf32>
  %2 = spmd.collective_done %c : tensor<4xf32>
  %b = spmd.collective_start all_reduce sum(%2) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<4xf32>
  %1 = spmd.collective_done %b : tensor<4xf32>
  %d = spmd.collective_start all_reduce maximum(%0) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<4xf32>
  %3 = spmd.collective_done %d : tensor<4xf32>
  return %1, %3 : tensor<4xf32>, tensor<4xf32>
}

// Groups, dims and kinds that differ stay apart.
// CHECK-LABEL: @unlike(
// CHECK-COUNT-4: collective_start {{[a-z_]*}} {{[a-z]*}}(%arg0) {
func.func @unlike(%x: tensor<4x4xf32>, %more: tensor<64x64xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<8x4xf32>, tensor<4x8xf32>) {
  %a = spmd.collective_start all_reduce sum(%x) {groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>} : tensor<4x4xf32>
  %0 = spmd.collective_done %a : tensor<4x4xf32>
  %b = spmd.collective_start all_reduce sum(%x) {groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>} : tensor<4x4xf32>
  %1 = spmd.collective_done %b : tensor<4x4xf32>
  %c = spmd.collective_start all_gather none(%x) {groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>} : tensor<4x4xf32>
  %2 = spmd.collective_done %c : tensor<8x4xf32>
  %d = spmd.collective_start all_gather none(%x) {groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, dim = 1 : i64} : tensor<4x4xf32>
  %3 = spmd.collective_done %d : tensor<4x8xf32>
  return %0, %1, %2, %3 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<8x4xf32>, tensor<4x8xf32>
}

// A loop reads the first sum, so the second stands before the loop as well; those of its body join.
// CHECK-LABEL: @loop(
// CHECK: all_reduce sum(%arg0, %arg1)
// CHECK: stablehlo.while
// CHECK: all_reduce sum(%{{.*}}, %{{.*}}) {
func.func @loop(%x: tensor<4xf32>, %y: tensor<4xf32>, %more: tensor<64x64xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %a = spmd.collective_start all_reduce sum(%x) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<4xf32>
  %0 = spmd.collective_done %a : tensor<4xf32>
  %1:2 = stablehlo.while(%i = %zero, %v = %y) : tensor<i32>, tensor<4xf32>
   cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
   } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %c = spmd.collective_start all_reduce sum(%v) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<4xf32>
    %2 = spmd.collective_done %c : tensor<4xf32>
    %d = spmd.collective_start all_reduce sum(%0) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<4xf32>
    %3 = spmd.collective_done %d : tensor<4xf32>
    %4 = stablehlo.add %2, %3 : tensor<4xf32>
    stablehlo.return %j, %4 : tensor<i32>, tensor<4xf32>
  }
  %b = spmd.collective_start all_reduce sum(%y) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<4xf32>
  %5 = spmd.collective_done %b : tensor<4xf32>
  return %1#1, %5 : tensor<4xf32>, tensor<4xf32>
}

// What joins needs memory at one time. Here that would be the peak: two operands and two results in place of one each.
// CHECK-LABEL: @peak(
// CHECK-COUNT-2: all_reduce sum(%{{[0-9]*}}) {
func.func @peak(%x: tensor<64x64xf32>) -> (tensor<1x64xf32>, tensor<1x64xf32>) {
  %a0 = stablehlo.negate %x : tensor<64x64xf32>
  %as0 = spmd.collective_start all_reduce sum(%a0) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<64x64xf32>
  %ad0 = spmd.collective_done %as0 : tensor<64x64xf32>
  %ar0 = stablehlo.slice %ad0 [0:1, 0:64] : (tensor<64x64xf32>) -> tensor<1x64xf32>
  %at0 = stablehlo.tanh %ar0 : tensor<1x64xf32>
  %a1 = stablehlo.negate %x : tensor<64x64xf32>
  %as1 = spmd.collective_start all_reduce sum(%a1) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<64x64xf32>
  %ad1 = spmd.collective_done %as1 : tensor<64x64xf32>
  %ar1 = stablehlo.slice %ad1 [0:1, 0:64] : (tensor<64x64xf32>) -> tensor<1x64xf32>
  %at1 = stablehlo.tanh %ar1 : tensor<1x64xf32>
  return %at0, %at1 : tensor<1x64xf32>, tensor<1x64xf32>
}

// Here another op needs more, before and not at the same time.
// CHECK-LABEL: @below_the_peak(
// CHECK: all_reduce sum(%{{[0-9]*}}, %{{[0-9]*}}) {
// CHECK-NOT: collective_start
func.func @below_the_peak(%x: tensor<64x64xf32>) -> (tensor<1x64xf32>, tensor<1x64xf32>, tensor<1x64xf32>) {
  %w = stablehlo.concatenate %x, %x, %x, %x, %x, %x, %x, %x, dim = 0 : (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
  %v = stablehlo.sine %w : tensor<512x64xf32>
  %u = stablehlo.slice %v [0:1, 0:64] : (tensor<512x64xf32>) -> tensor<1x64xf32>
  %y = stablehlo.tanh %u : tensor<1x64xf32>
  %a0 = stablehlo.negate %x : tensor<64x64xf32>
  %as0 = spmd.collective_start all_reduce sum(%a0) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<64x64xf32>
  %ad0 = spmd.collective_done %as0 : tensor<64x64xf32>
  %ar0 = stablehlo.slice %ad0 [0:1, 0:64] : (tensor<64x64xf32>) -> tensor<1x64xf32>
  %at0 = stablehlo.tanh %ar0 : tensor<1x64xf32>
  %a1 = stablehlo.negate %x : tensor<64x64xf32>
  %as1 = spmd.collective_start all_reduce sum(%a1) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<64x64xf32>
  %ad1 = spmd.collective_done %as1 : tensor<64x64xf32>
  %ar1 = stablehlo.slice %ad1 [0:1, 0:64] : (tensor<64x64xf32>) -> tensor<1x64xf32>
  %at1 = stablehlo.tanh %ar1 : tensor<1x64xf32>
  return %y, %at0, %at1 : tensor<1x64xf32>, tensor<1x64xf32>, tensor<1x64xf32>
}

// The wide value lives on, so what joins comes on top of it; a 32nd of it is too little for that.
// CHECK-LABEL: @beside_the_peak(
// CHECK-COUNT-2: all_reduce sum(%{{[0-9]*}}) {
func.func @beside_the_peak(%x: tensor<64x64xf32>) -> (tensor<1x64xf32>, tensor<1x64xf32>, tensor<1x64xf32>) {
  %v = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<64x64xf32>) -> tensor<8x64x64xf32>
  %a0 = stablehlo.negate %x : tensor<64x64xf32>
  %as0 = spmd.collective_start all_reduce sum(%a0) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<64x64xf32>
  %ad0 = spmd.collective_done %as0 : tensor<64x64xf32>
  %ar0 = stablehlo.slice %ad0 [0:1, 0:64] : (tensor<64x64xf32>) -> tensor<1x64xf32>
  %at0 = stablehlo.tanh %ar0 : tensor<1x64xf32>
  %a1 = stablehlo.negate %x : tensor<64x64xf32>
  %as1 = spmd.collective_start all_reduce sum(%a1) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<64x64xf32>
  %ad1 = spmd.collective_done %as1 : tensor<64x64xf32>
  %ar1 = stablehlo.slice %ad1 [0:1, 0:64] : (tensor<64x64xf32>) -> tensor<1x64xf32>
  %at1 = stablehlo.tanh %ar1 : tensor<1x64xf32>
  %u = stablehlo.slice %v [0:1, 0:1, 0:64] : (tensor<8x64x64xf32>) -> tensor<1x1x64xf32>
  %y = stablehlo.reshape %u : (tensor<1x1x64xf32>) -> tensor<1x64xf32>
  %z = stablehlo.tanh %y : tensor<1x64xf32>
  return %z, %at0, %at1 : tensor<1x64xf32>, tensor<1x64xf32>, tensor<1x64xf32>
}

// The same in a loop: its body may need what the op before the loop does. The loop's carried value counts once.
// CHECK-LABEL: @loop_below_the_peak(
// CHECK: stablehlo.while
// CHECK: all_reduce sum(%{{[0-9]*}}, %{{[0-9]*}}) {
// CHECK-NOT: collective_start
func.func @loop_below_the_peak(%x: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<1x64xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %m = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<64x64xf32>) -> tensor<4x64x64xf32>
  %u = stablehlo.slice %m [0:1, 0:1, 0:64] : (tensor<4x64x64xf32>) -> tensor<1x1x64xf32>
  %y = stablehlo.reshape %u : (tensor<1x1x64xf32>) -> tensor<1x64xf32>
  %z = stablehlo.tanh %y : tensor<1x64xf32>
  %0:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<64x64xf32>
   cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
   } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
  %a0 = stablehlo.negate %v : tensor<64x64xf32>
  %as0 = spmd.collective_start all_reduce sum(%a0) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<64x64xf32>
  %ad0 = spmd.collective_done %as0 : tensor<64x64xf32>
  %ar0 = stablehlo.slice %ad0 [0:1, 0:64] : (tensor<64x64xf32>) -> tensor<1x64xf32>
  %at0 = stablehlo.tanh %ar0 : tensor<1x64xf32>
  %a1 = stablehlo.negate %v : tensor<64x64xf32>
  %as1 = spmd.collective_start all_reduce sum(%a1) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<64x64xf32>
  %ad1 = spmd.collective_done %as1 : tensor<64x64xf32>
  %ar1 = stablehlo.slice %ad1 [0:1, 0:64] : (tensor<64x64xf32>) -> tensor<1x64xf32>
  %at1 = stablehlo.tanh %ar1 : tensor<1x64xf32>
    %s = stablehlo.add %at0, %at1 : tensor<1x64xf32>
    %n = stablehlo.broadcast_in_dim %s, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<64x64xf32>
    stablehlo.return %j, %n : tensor<i32>, tensor<64x64xf32>
  }
  %q = stablehlo.tanh %0#1 : tensor<64x64xf32>
  return %q, %z : tensor<64x64xf32>, tensor<1x64xf32>
}
