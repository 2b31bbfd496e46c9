// RUN: spmd-opt %s --spmd-tidy-loops | FileCheck %s

// A carried value that never changes is read from outside, also where the body returns it as the next value of another one.
// CHECK-LABEL: @unchanged(
func.func @unchanged(%n: tensor<i32>, %x: tensor<i32>, %y: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  // CHECK: %[[LOOP:.*]]:2 = stablehlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %arg2)
  // CHECK: do {
  // CHECK: stablehlo.return %{{.*}}, %arg1
  // CHECK: return %arg1, %[[LOOP]]#1
  %loop:3 = stablehlo.while(%i = %zero, %a = %x, %b = %y) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %a, %a : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %loop#1, %loop#2 : tensor<i32>, tensor<i32>
}

// Two values that only compute each other are read by nobody. The counter moves down with what is before it.
// CHECK-LABEL: @unread(
func.func @unread(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  // CHECK: %[[LOOP:.*]]:2 = stablehlo.while(%{{.*}} = %arg1, %{{.*}} = %{{.*}}) : tensor<8xf32>, tensor<i32> attributes {spmd.counter = 1 : i64, spmd.trip_count = 4 : i64}
  // CHECK: return %[[LOOP]]#0
  %loop:4 = stablehlo.while(%a = %x, %b = %x, %c = %y, %i = %zero) : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<i32>
      attributes {spmd.counter = 3 : i64, spmd.trip_count = 4 : i64}
  cond {
    %more = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %0 = stablehlo.tanh %b : tensor<8xf32>
    %1 = stablehlo.add %a, %c : tensor<8xf32>
    %2 = stablehlo.negate %c : tensor<8xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %0, %1, %2, %next : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<i32>
  }
  return %loop#2 : tensor<8xf32>
}

// The condition alone reads the counter, and the result alone the sum: both stay.
// CHECK-LABEL: @all_are_needed(
func.func @all_are_needed(%n: tensor<i32>, %x: tensor<8xf32>) -> tensor<8xf32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  // CHECK: stablehlo.while(%{{.*}} = %arg0, %{{.*}} = %arg1) : tensor<i32>, tensor<8xf32>
  %loop:2 = stablehlo.while(%i = %n, %a = %x) : tensor<i32>, tensor<8xf32>
  cond {
    %more = stablehlo.compare GT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %0 = stablehlo.add %a, %x : tensor<8xf32>
    %next = stablehlo.subtract %i, %one : tensor<i32>
    stablehlo.return %next, %0 : tensor<i32>, tensor<8xf32>
  }
  return %loop#1 : tensor<8xf32>
}

// The inner loop does not change its value and nobody reads the result; then the outer one need not carry it either.
// CHECK-LABEL: @inner_loop_first(
func.func @inner_loop_first(%n: tensor<i32>, %x: tensor<8xf32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  // CHECK: stablehlo.while(%{{[a-zA-Z0-9_]*}} = %arg0) : tensor<i32>
  %loop:2 = stablehlo.while(%i = %n, %a = %x) : tensor<i32>, tensor<8xf32>
  cond {
    %more = stablehlo.compare GT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    // CHECK: stablehlo.while(%{{[a-zA-Z0-9_]*}} = %{{[a-zA-Z0-9_]*}}) : tensor<i32>
    %inner:2 = stablehlo.while(%j = %i, %b = %a) : tensor<i32>, tensor<8xf32>
    cond {
      %more = stablehlo.compare GT, %j, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %0 = stablehlo.subtract %j, %one : tensor<i32>
      stablehlo.return %0, %b : tensor<i32>, tensor<8xf32>
    }
    %next = stablehlo.subtract %inner#0, %one : tensor<i32>
    %square = stablehlo.multiply %a, %a : tensor<8xf32>
    stablehlo.return %next, %square : tensor<i32>, tensor<8xf32>
  }
  return %loop#0 : tensor<i32>
}

// A number that counts the trips as well is the counter; one that begins elsewhere, or that counts by two, is not.
// CHECK-LABEL: @two_counters(
func.func @two_counters(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %eight = stablehlo.constant dense<8> : tensor<i32>
  // CHECK: %[[LOOP:.*]]:4 = stablehlo.while(%[[X:.*]] = %arg0, %[[I:.*]] = %c{{.*}}, %[[K:.*]] = %c{{.*}}, %[[L:.*]] = %c{{.*}}) {{.*}} attributes {spmd.counter = 1 : i64
  // CHECK: dynamic_slice %[[X]], %[[I]],
  // CHECK: dynamic_slice %[[X]], %[[K]],
  // CHECK: dynamic_slice %[[X]], %[[L]],
  // CHECK: dynamic_update_slice %[[X]], %{{.*}}, %[[I]]
  // CHECK: return %[[LOOP]]#0, %[[LOOP]]#1
  %loop:5 = stablehlo.while(%a = %x, %j = %zero, %i = %zero, %k = %one, %l = %zero)
      : tensor<8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32> attributes {spmd.counter = 2 : i64, spmd.trip_count = 8 : i64}
  cond {
    %more = stablehlo.compare LT, %i, %eight : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %r = stablehlo.dynamic_slice %a, %j, sizes = [1] : (tensor<8xf32>, tensor<i32>) -> tensor<1xf32>
    %s = stablehlo.dynamic_slice %a, %k, sizes = [1] : (tensor<8xf32>, tensor<i32>) -> tensor<1xf32>
    %t = stablehlo.dynamic_slice %a, %l, sizes = [1] : (tensor<8xf32>, tensor<i32>) -> tensor<1xf32>
    %u = stablehlo.add %r, %s : tensor<1xf32>
    %v = stablehlo.add %u, %t : tensor<1xf32>
    %b = stablehlo.dynamic_update_slice %a, %v, %i : (tensor<8xf32>, tensor<1xf32>, tensor<i32>) -> tensor<8xf32>
    %j1 = stablehlo.add %j, %one : tensor<i32>
    %i1 = stablehlo.add %i, %one : tensor<i32>
    %k1 = stablehlo.add %k, %one : tensor<i32>
    %l1 = stablehlo.add %l, %two : tensor<i32>
    stablehlo.return %b, %j1, %i1, %k1, %l1 : tensor<8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %loop#0, %loop#1 : tensor<8xf32>, tensor<i32>
}
