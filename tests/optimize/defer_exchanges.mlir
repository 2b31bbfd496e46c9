// RUN: echo '{"latency": 1000, "rate": 1}' > %t.json
// RUN: spmd-opt %s --spmd-defer-exchanges=topology=%t.json | FileCheck %s
// RUN: spmd-opt %s --spmd-defer-exchanges="topology=%t.json memory=1000" | FileCheck %s --check-prefix=NONE
// RUN: spmd-opt %s --spmd-defer-exchanges="topology=%t.json memory=0" | FileCheck %s --check-prefix=NONE
// RUN: echo '{"rate": 0}' > %t.bad.json
// RUN: not spmd-opt %s --spmd-defer-exchanges=topology=%t.bad.json 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: error: topology: {{.*}}.bad.json : topology.rate is not a number from 1e-3 to 1e12
// NONE-LABEL: @updates(
// NONE: stablehlo.while
// NONE: spmd.trip_count = 12
// NONE: spmd.collective_start reduce_scatter
// NONE-NOT: collective_start
// NONE-LABEL: @stay(

// The first trip makes a gradient before the loop. Each trip of the loop sums up that of the trip before, whose row it updates.
// What the trip reads of the weights is its own row, which nobody has written yet. The last gradient is summed up behind the loop.
// CHECK-LABEL: @updates(
// CHECK-NOT: collective_start
// CHECK: %[[A0:.*]] = spmd.dot %arg0
// CHECK: %[[G0:.*]] = spmd.dot %[[A0]], %[[A0]]
// CHECK: %[[I0:.*]] = spmd.fusion(%{{.*}} = %c, %{{.*}} = %c_0)
// CHECK-NOT: collective_start
// CHECK: %[[LOOP:.*]]:5 = stablehlo.while(%[[I:.*]] = %[[I0]], %{{.*}} = %[[A0]], %[[P:.*]] = %arg1, %[[G:.*]] = %[[G0]], %[[J:.*]] = %c)
// CHECK-SAME: spmd.trip_count = 11
// CHECK: do {
// CHECK-NEXT: %[[H:.*]] = spmd.collective_start reduce_scatter sum(%[[G]])
// CHECK-NEXT: %[[S:.*]] = spmd.collective_done %[[H]]
// CHECK: stablehlo.dynamic_slice %[[P]], %[[I]]
// CHECK: %[[A:.*]] = spmd.dot
// CHECK: %[[G2:.*]] = spmd.dot %[[A]], %[[A]]
// CHECK: %[[I2:.*]] = spmd.fusion({{.*}} = %[[I]],
// CHECK: %[[P2:.*]] = spmd.fusion({{.*}} = %[[P]], {{.*}} = %[[S]], {{.*}} = %[[J]]
// CHECK: stablehlo.return %[[I2]], %[[A]], %[[P2]], %[[G2]], %[[I]]
// CHECK: %[[HL:.*]] = spmd.collective_start reduce_scatter sum(%[[LOOP]]#3)
// CHECK: %[[SL:.*]] = spmd.collective_done %[[HL]]
// CHECK: %[[PL:.*]] = spmd.fusion({{.*}} = %[[LOOP]]#2, {{.*}} = %[[SL]], {{.*}} = %[[LOOP]]#4
// CHECK: return %[[LOOP]]#1, %[[PL]]
func.func @updates(%x: tensor<256x256xf32>, %p: tensor<12x256x256xf32>) -> (tensor<256x256xf32>, tensor<12x256x256xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<12> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %a = %x, %q = %p) : tensor<i32>, tensor<256x256xf32>, tensor<12x256x256xf32> attributes {spmd.counter = 0 : i64, spmd.trip_count = 12 : i64}
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %s = stablehlo.dynamic_slice %q, %i, %zero, %zero, sizes = [1, 256, 256] : (tensor<12x256x256xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x256x256xf32>
    %w = stablehlo.reshape %s : (tensor<1x256x256xf32>) -> tensor<256x256xf32>
    %b = spmd.dot %a, %w batch = [] x [] contract = [1] x [0] to [0, 1] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
    %g = spmd.dot %b, %b batch = [] x [] contract = [0] x [0] to [0, 1] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
    %h = spmd.collective_start reduce_scatter sum(%g) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<256x256xf32>
    %d = spmd.collective_done %h : tensor<128x256xf32>
    %q2 = spmd.fusion(%e = %q, %f = %d, %k = %i) : (tensor<12x256x256xf32>, tensor<128x256xf32>, tensor<i32>) -> tensor<12x256x256xf32> {
      %z = stablehlo.constant dense<0> : tensor<i32>
      %m = stablehlo.concatenate %f, %f, dim = 0 : (tensor<128x256xf32>, tensor<128x256xf32>) -> tensor<256x256xf32>
      %v = stablehlo.reshape %m : (tensor<256x256xf32>) -> tensor<1x256x256xf32>
      %u = stablehlo.dynamic_update_slice %e, %v, %k, %z, %z : (tensor<12x256x256xf32>, tensor<1x256x256xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x256x256xf32>
      spmd.yield %u : tensor<12x256x256xf32>
    }
    %j = spmd.fusion(%e = %i, %f = %one) : (tensor<i32>, tensor<i32>) -> tensor<i32> {
      %t = stablehlo.add %e, %f : tensor<i32>
      spmd.yield %t : tensor<i32>
    }
    stablehlo.return %j, %b, %q2 : tensor<i32>, tensor<256x256xf32>, tensor<12x256x256xf32>
  }
  return %r#1, %r#2 : tensor<256x256xf32>, tensor<12x256x256xf32>
}

// The next trip reads the row that this one writes, so the sum stays, as it does where the body reads the sum itself, and in a
// loop of one trip.
// CHECK-LABEL: @stay(
// CHECK: spmd.trip_count = 12
// CHECK: spmd.dot
// CHECK: collective_start reduce_scatter
// CHECK: spmd.trip_count = 12
// CHECK: spmd.dot
// CHECK: collective_start all_reduce
// CHECK: spmd.trip_count = 1 :
// CHECK: collective_start all_reduce
// CHECK-NOT: collective_start
func.func @stay(%x: tensor<256x256xf32>, %p: tensor<13x128x256xf32>) -> (tensor<13x128x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<12> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %a = %x, %q = %p) : tensor<i32>, tensor<256x256xf32>, tensor<13x128x256xf32> attributes {spmd.counter = 0 : i64, spmd.trip_count = 12 : i64}
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %s = stablehlo.dynamic_slice %q, %i, %zero, %zero, sizes = [1, 128, 256] : (tensor<13x128x256xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x128x256xf32>
    %w = stablehlo.reshape %s : (tensor<1x128x256xf32>) -> tensor<128x256xf32>
    %g = spmd.dot %a, %w batch = [] x [] contract = [1] x [1] to [0, 1] : (tensor<256x256xf32>, tensor<128x256xf32>) -> tensor<256x128xf32>
    %k = spmd.dot %g, %w batch = [] x [] contract = [1] x [0] to [0, 1] : (tensor<256x128xf32>, tensor<128x256xf32>) -> tensor<256x256xf32>
    %h = spmd.collective_start reduce_scatter sum(%k) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<256x256xf32>
    %d = spmd.collective_done %h : tensor<128x256xf32>
    %j = spmd.fusion(%e = %i, %f = %one) : (tensor<i32>, tensor<i32>) -> tensor<i32> {
      %t = stablehlo.add %e, %f : tensor<i32>
      spmd.yield %t : tensor<i32>
    }
    %q2 = spmd.fusion(%e = %q, %f = %d, %m = %j) : (tensor<13x128x256xf32>, tensor<128x256xf32>, tensor<i32>) -> tensor<13x128x256xf32> {
      %z = stablehlo.constant dense<0> : tensor<i32>
      %v = stablehlo.reshape %f : (tensor<128x256xf32>) -> tensor<1x128x256xf32>
      %u = stablehlo.dynamic_update_slice %e, %v, %m, %z, %z : (tensor<13x128x256xf32>, tensor<1x128x256xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<13x128x256xf32>
      spmd.yield %u : tensor<13x128x256xf32>
    }
    stablehlo.return %j, %a, %q2 : tensor<i32>, tensor<256x256xf32>, tensor<13x128x256xf32>
  }
  %l:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<256x256xf32> attributes {spmd.counter = 0 : i64, spmd.trip_count = 12 : i64}
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %g = spmd.dot %a, %a batch = [] x [] contract = [1] x [0] to [0, 1] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
    %h = spmd.collective_start all_reduce sum(%g) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<256x256xf32>
    %d = spmd.collective_done %h : tensor<256x256xf32>
    %j = spmd.fusion(%e = %i, %f = %one) : (tensor<i32>, tensor<i32>) -> tensor<i32> {
      %t = stablehlo.add %e, %f : tensor<i32>
      spmd.yield %t : tensor<i32>
    }
    stablehlo.return %j, %d : tensor<i32>, tensor<256x256xf32>
  }
  %once:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<256x256xf32> attributes {spmd.counter = 0 : i64, spmd.trip_count = 1 : i64}
  cond {
    %c = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %h = spmd.collective_start all_reduce sum(%x) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<256x256xf32>
    %d = spmd.collective_done %h : tensor<256x256xf32>
    %j = spmd.fusion(%e = %i, %f = %one) : (tensor<i32>, tensor<i32>) -> tensor<i32> {
      %t = stablehlo.add %e, %f : tensor<i32>
      spmd.yield %t : tensor<i32>
    }
    stablehlo.return %j, %d : tensor<i32>, tensor<256x256xf32>
  }
  return %r#2, %l#1, %once#1 : tensor<13x128x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>
}
