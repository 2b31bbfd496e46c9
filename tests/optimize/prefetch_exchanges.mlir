// RUN: echo '{"latency": 1000, "rate": 1}' > %t.json
// RUN: spmd-opt %s --spmd-prefetch-exchanges=topology=%t.json | FileCheck %s
// RUN: spmd-opt %s --spmd-prefetch-exchanges="topology=%t.json memory=1000" | FileCheck %s --check-prefix=NONE
// RUN: echo '{"rate": 0}' > %t.bad.json
// RUN: not spmd-opt %s --spmd-prefetch-exchanges=topology=%t.bad.json 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: error: topology: {{.*}}.bad.json : topology.rate is not a number from 1e-3 to 1e12
// NONE-NOT: into(

// The weights of the next trip are gathered into the other row of a buffer; the first ones before the loop. The second
// gather has the time of a matmul and stays.
// CHECK-LABEL: @layers(
// CHECK: dense<12>
// CHECK: %[[ZERO:.*]] = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT: %[[FRESH:.*]] = spmd.undefined : tensor<2x256x256xf32>
// CHECK: %[[FIRST:.*]] = stablehlo.dynamic_slice %arg1, %c
// CHECK: %[[H:.*]] = spmd.collective_start all_gather none(%{{.*}}) into(%[[FRESH]] : tensor<2x256x256xf32>) at %[[ZERO]] : tensor<i32>
// CHECK-NOT: skips_last_trip
// CHECK: %[[B:.*]] = spmd.collective_done %[[H]] : tensor<2x256x256xf32>
// CHECK: stablehlo.while({{.*}} = %[[B]], %[[ROW:.*]] = %[[ZERO]])
// CHECK: do {
// CHECK: %[[READ:.*]] = stablehlo.dynamic_slice %[[BUFFER:.*]], %[[ROW]], {{.*}} sizes = [1, 256, 256]
// CHECK: %[[W:.*]] = stablehlo.reshape %[[READ]]
// CHECK: spmd.dot %{{.*}}, %[[W]]
// CHECK: spmd.collective_start all_gather none(%{{.*}}) {{{.*}}groups
// CHECK-NEXT: spmd.collective_done %{{.*}} : tensor<64x64xf32>
// CHECK: %[[NEXT:.*]] = stablehlo.dynamic_slice %arg1, %{{[0-9]+}}, %c
// CHECK: %[[OTHER:.*]] = spmd.fusion({{.*}}%[[ROW]]) : (tensor<i32>, tensor<i32>) -> tensor<i32>
// CHECK: stablehlo.subtract
// CHECK: spmd.collective_start all_gather none(%{{.*}}) into(%[[BUFFER]] : tensor<2x256x256xf32>) at %[[OTHER]] : tensor<i32> {{.*}}skips_last_trip
// CHECK: %[[B2:.*]] = spmd.collective_done
// CHECK: stablehlo.return {{.*}}, %[[B2]], %[[OTHER]]
func.func @layers(%x: tensor<256x256xf32>, %p: tensor<12x128x256xf32>, %q: tensor<12x32x64xf32>) -> tensor<256x256xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<12> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<256x256xf32> attributes {spmd.counter = 0 : i64, spmd.trip_count = 12 : i64}
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %s = stablehlo.dynamic_slice %p, %i, %zero, %zero, sizes = [1, 128, 256] : (tensor<12x128x256xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x128x256xf32>
    %part = stablehlo.reshape %s : (tensor<1x128x256xf32>) -> tensor<128x256xf32>
    %h = spmd.collective_start all_gather none(%part) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<128x256xf32>
    %w = spmd.collective_done %h : tensor<256x256xf32>
    %b = spmd.dot %a, %w batch = [] x [] contract = [1] x [0] to [0, 1] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
    %t = stablehlo.dynamic_slice %q, %i, %zero, %zero, sizes = [1, 32, 64] : (tensor<12x32x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x32x64xf32>
    %small = stablehlo.reshape %t : (tensor<1x32x64xf32>) -> tensor<32x64xf32>
    %k = spmd.collective_start all_gather none(%small) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<32x64xf32>
    %v = spmd.collective_done %k : tensor<64x64xf32>
    %d = spmd.fusion(%e = %b, %f = %v) : (tensor<256x256xf32>, tensor<64x64xf32>) -> tensor<256x256xf32> {
      %g = stablehlo.slice %f [0:1, 0:1] : (tensor<64x64xf32>) -> tensor<1x1xf32>
      %u = stablehlo.broadcast_in_dim %g, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<256x256xf32>
      %m = stablehlo.multiply %e, %u : tensor<256x256xf32>
      spmd.yield %m : tensor<256x256xf32>
    }
    %j = spmd.fusion(%e = %i, %f = %one) : (tensor<i32>, tensor<i32>) -> tensor<i32> {
      %g = stablehlo.add %e, %f : tensor<i32>
      spmd.yield %g : tensor<i32>
    }
    stablehlo.return %j, %d : tensor<i32>, tensor<256x256xf32>
  }
  return %r#1 : tensor<256x256xf32>
}

// What depends on a value that the body computes stays, and so does an exchange in a loop of one trip.
// CHECK-LABEL: @stay(
// CHECK-NOT: into(
func.func @stay(%x: tensor<128x256xf32>, %p: tensor<12x128x256xf32>) -> tensor<128x256xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<12> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<128x256xf32> attributes {spmd.counter = 0 : i64, spmd.trip_count = 12 : i64}
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %h = spmd.collective_start all_reduce sum(%a) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<128x256xf32>
    %w = spmd.collective_done %h : tensor<128x256xf32>
    %j = spmd.fusion(%e = %i, %f = %one) : (tensor<i32>, tensor<i32>) -> tensor<i32> {
      %g = stablehlo.add %e, %f : tensor<i32>
      spmd.yield %g : tensor<i32>
    }
    stablehlo.return %j, %w : tensor<i32>, tensor<128x256xf32>
  }
  %once:2 = stablehlo.while(%i = %zero, %a = %r#1) : tensor<i32>, tensor<128x256xf32> attributes {spmd.counter = 0 : i64, spmd.trip_count = 1 : i64}
  cond {
    %c = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %s = stablehlo.dynamic_slice %p, %i, %zero, %zero, sizes = [1, 128, 256] : (tensor<12x128x256xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x128x256xf32>
    %part = stablehlo.reshape %s : (tensor<1x128x256xf32>) -> tensor<128x256xf32>
    %h = spmd.collective_start all_reduce sum(%part) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<128x256xf32>
    %w = spmd.collective_done %h : tensor<128x256xf32>
    %j = spmd.fusion(%e = %i, %f = %one) : (tensor<i32>, tensor<i32>) -> tensor<i32> {
      %g = stablehlo.add %e, %f : tensor<i32>
      spmd.yield %g : tensor<i32>
    }
    stablehlo.return %j, %w : tensor<i32>, tensor<128x256xf32>
  }
  return %once#1 : tensor<128x256xf32>
}

// The first exchange of an inner loop fills a row already, so the outer loop leaves it in its trip.
// CHECK-LABEL: @nested(
// CHECK: stablehlo.while
// CHECK: collective_start {{.*}}into(
// CHECK-NOT: skips_last_trip
// CHECK: stablehlo.while
// CHECK: collective_start {{.*}}into({{.*}}skips_last_trip
// CHECK-NOT: collective_start
func.func @nested(%x: tensor<256x256xf32>, %p: tensor<12x128x256xf32>) -> tensor<256x256xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<12> : tensor<i32>
  %r:2 = stablehlo.while(%k = %zero, %y = %x) : tensor<i32>, tensor<256x256xf32> attributes {spmd.counter = 0 : i64, spmd.trip_count = 12 : i64}
  cond {
    %c = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %in:2 = stablehlo.while(%i = %zero, %a = %y) : tensor<i32>, tensor<256x256xf32> attributes {spmd.counter = 0 : i64, spmd.trip_count = 12 : i64}
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %s = stablehlo.dynamic_slice %p, %i, %zero, %zero, sizes = [1, 128, 256] : (tensor<12x128x256xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x128x256xf32>
      %part = stablehlo.reshape %s : (tensor<1x128x256xf32>) -> tensor<128x256xf32>
      %h = spmd.collective_start all_gather none(%part) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<128x256xf32>
      %w = spmd.collective_done %h : tensor<256x256xf32>
      %b = spmd.dot %a, %w batch = [] x [] contract = [1] x [0] to [0, 1] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
      %j = spmd.fusion(%e = %i, %f = %one) : (tensor<i32>, tensor<i32>) -> tensor<i32> {
        %g = stablehlo.add %e, %f : tensor<i32>
        spmd.yield %g : tensor<i32>
      }
      stablehlo.return %j, %b : tensor<i32>, tensor<256x256xf32>
    }
    %j = spmd.fusion(%e = %k, %f = %one) : (tensor<i32>, tensor<i32>) -> tensor<i32> {
      %g = stablehlo.add %e, %f : tensor<i32>
      spmd.yield %g : tensor<i32>
    }
    stablehlo.return %j, %in#1 : tensor<i32>, tensor<256x256xf32>
  }
  return %r#1 : tensor<256x256xf32>
}

// A broadcast goes ahead with its root, which the counter tells.
// CHECK-LABEL: @owned(
// CHECK: %[[R:.*]] = spmd.fusion({{.*}}) : (tensor<i32>, tensor<i32>) -> tensor<i32>
// CHECK: spmd.collective_start collective_broadcast none(%{{.*}} from %[[R]] : tensor<i32>) into(
// CHECK: stablehlo.while
// CHECK: stablehlo.return
// CHECK: %[[R2:.*]] = spmd.fusion(%{{.*}}, %{{.*}} = %c_1) : (tensor<i32>, tensor<i32>) -> tensor<i32> {
// CHECK-NEXT: stablehlo.divide
// CHECK: spmd.collective_start collective_broadcast none(%{{.*}} from %[[R2]] : tensor<i32>) into({{.*}}skips_last_trip
func.func @owned(%x: tensor<256x256xf32>, %p: tensor<12x256x256xf32>) -> tensor<256x256xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %six = stablehlo.constant dense<6> : tensor<i32>
  %n = stablehlo.constant dense<12> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<256x256xf32> attributes {spmd.counter = 0 : i64, spmd.trip_count = 12 : i64}
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %s = stablehlo.dynamic_slice %p, %i, %zero, %zero, sizes = [1, 256, 256] : (tensor<12x256x256xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x256x256xf32>
    %part = stablehlo.reshape %s : (tensor<1x256x256xf32>) -> tensor<256x256xf32>
    %root = spmd.fusion(%e = %i, %f = %six) : (tensor<i32>, tensor<i32>) -> tensor<i32> {
      %g = stablehlo.divide %e, %f : tensor<i32>
      spmd.yield %g : tensor<i32>
    }
    %h = spmd.collective_start collective_broadcast none(%part from %root : tensor<i32>) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<256x256xf32>
    %w = spmd.collective_done %h : tensor<256x256xf32>
    %b = spmd.dot %a, %w batch = [] x [] contract = [1] x [0] to [0, 1] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
    %j = spmd.fusion(%e = %i, %f = %one) : (tensor<i32>, tensor<i32>) -> tensor<i32> {
      %g = stablehlo.add %e, %f : tensor<i32>
      spmd.yield %g : tensor<i32>
    }
    stablehlo.return %j, %b : tensor<i32>, tensor<256x256xf32>
  }
  return %r#1 : tensor<256x256xf32>
}

// The loop rewrites its weights row by row. So the row of the next trip, which no trip before it writes, is copied when the trip
// begins, and the copy travels.
// CHECK-LABEL: @rewritten(
// CHECK: collective_start all_gather {{.*}}into(
// CHECK: stablehlo.while({{.*}} = %arg1,
// CHECK: do {
// CHECK: %[[J:.*]] = spmd.fusion(%{{.*}} = %[[I:iterArg]], %{{.*}} = %c_0)
// CHECK: %[[COPY:.*]] = spmd.fusion(%{{.*}} = %[[Q:iterArg_[0-9]+]], %{{.*}} = %[[J]]
// CHECK-NEXT: stablehlo.dynamic_slice
// CHECK: spmd.dot
// CHECK: %[[Q2:.*]] = spmd.fusion(%{{.*}} = %[[Q]]
// CHECK: spmd.collective_start all_gather none(%[[COPY]]) into({{.*}}skips_last_trip
// The next row is the one that the trip writes.
// CHECK-LABEL: @written_before(
// CHECK-NOT: into(
func.func @rewritten(%x: tensor<256x256xf32>, %p: tensor<13x128x256xf32>) -> tensor<13x128x256xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<12> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %a = %x, %q = %p) : tensor<i32>, tensor<256x256xf32>, tensor<13x128x256xf32> attributes {spmd.counter = 0 : i64, spmd.trip_count = 12 : i64}
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %s = stablehlo.dynamic_slice %q, %i, %zero, %zero, sizes = [1, 128, 256] : (tensor<13x128x256xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x128x256xf32>
    %part = stablehlo.reshape %s : (tensor<1x128x256xf32>) -> tensor<128x256xf32>
    %h = spmd.collective_start all_gather none(%part) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<128x256xf32>
    %w = spmd.collective_done %h : tensor<256x256xf32>
    %b = spmd.dot %a, %w batch = [] x [] contract = [1] x [0] to [0, 1] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
    %j = spmd.fusion(%e = %i, %f = %one) : (tensor<i32>, tensor<i32>) -> tensor<i32> {
      %g = stablehlo.add %e, %f : tensor<i32>
      spmd.yield %g : tensor<i32>
    }
    %q2 = spmd.fusion(%e = %q, %f = %b, %k = %i) : (tensor<13x128x256xf32>, tensor<256x256xf32>, tensor<i32>) -> tensor<13x128x256xf32> {
      %z = stablehlo.constant dense<0> : tensor<i32>
      %half = stablehlo.slice %f [0:128, 0:256] : (tensor<256x256xf32>) -> tensor<128x256xf32>
      %v = stablehlo.reshape %half : (tensor<128x256xf32>) -> tensor<1x128x256xf32>
      %u = stablehlo.dynamic_update_slice %e, %v, %k, %z, %z : (tensor<13x128x256xf32>, tensor<1x128x256xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<13x128x256xf32>
      spmd.yield %u : tensor<13x128x256xf32>
    }
    stablehlo.return %j, %b, %q2 : tensor<i32>, tensor<256x256xf32>, tensor<13x128x256xf32>
  }
  return %r#2 : tensor<13x128x256xf32>
}
func.func @written_before(%x: tensor<256x256xf32>, %p: tensor<13x128x256xf32>) -> tensor<13x128x256xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<12> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %a = %x, %q = %p) : tensor<i32>, tensor<256x256xf32>, tensor<13x128x256xf32> attributes {spmd.counter = 0 : i64, spmd.trip_count = 12 : i64}
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %s = stablehlo.dynamic_slice %q, %i, %zero, %zero, sizes = [1, 128, 256] : (tensor<13x128x256xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x128x256xf32>
    %part = stablehlo.reshape %s : (tensor<1x128x256xf32>) -> tensor<128x256xf32>
    %h = spmd.collective_start all_gather none(%part) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<128x256xf32>
    %w = spmd.collective_done %h : tensor<256x256xf32>
    %b = spmd.dot %a, %w batch = [] x [] contract = [1] x [0] to [0, 1] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
    %j = spmd.fusion(%e = %i, %f = %one) : (tensor<i32>, tensor<i32>) -> tensor<i32> {
      %g = stablehlo.add %e, %f : tensor<i32>
      spmd.yield %g : tensor<i32>
    }
    %q2 = spmd.fusion(%e = %q, %f = %b, %k = %j) : (tensor<13x128x256xf32>, tensor<256x256xf32>, tensor<i32>) -> tensor<13x128x256xf32> {
      %z = stablehlo.constant dense<0> : tensor<i32>
      %half = stablehlo.slice %f [0:128, 0:256] : (tensor<256x256xf32>) -> tensor<128x256xf32>
      %v = stablehlo.reshape %half : (tensor<128x256xf32>) -> tensor<1x128x256xf32>
      %u = stablehlo.dynamic_update_slice %e, %v, %k, %z, %z : (tensor<13x128x256xf32>, tensor<1x128x256xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<13x128x256xf32>
      spmd.yield %u : tensor<13x128x256xf32>
    }
    stablehlo.return %j, %b, %q2 : tensor<i32>, tensor<256x256xf32>, tensor<13x128x256xf32>
  }
  return %r#2 : tensor<13x128x256xf32>
}
