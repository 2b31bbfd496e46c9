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
