// RUN: spmd-opt %s --spmd-annotate-trip-count | FileCheck %s

// CHECK-LABEL: @start_step_and_limit_decide
func.func @start_step_and_limit_decide(%x: tensor<8xf32>) -> tensor<8xf32> {
  %start = stablehlo.constant dense<3> : tensor<i32>
  // CHECK: stablehlo.while
  // CHECK-SAME: attributes {spmd.counter = 1 : i64, spmd.trip_count = 4 : i64}
  %0:2 = stablehlo.while(%v = %x, %i = %start) : tensor<8xf32>, tensor<i32>
  cond {
    %limit = stablehlo.constant dense<10> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %step = stablehlo.constant dense<2> : tensor<i32>
    %1 = stablehlo.add %i, %step : tensor<i32>
    stablehlo.return %v, %1 : tensor<8xf32>, tensor<i32>
  }
  return %0#0 : tensor<8xf32>
}

// CHECK-LABEL: @counting_down_to_a_carried_limit
func.func @counting_down_to_a_carried_limit() -> tensor<i32> {
  %start = stablehlo.constant dense<5> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // CHECK: stablehlo.while
  // CHECK-SAME: attributes {spmd.counter = 0 : i64, spmd.trip_count = 6 : i64}
  %0:2 = stablehlo.while(%i = %start, %limit = %zero) : tensor<i32>, tensor<i32>
  cond {
    %1 = stablehlo.compare LE, %limit, %i, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.subtract %i, %one : tensor<i32>
    stablehlo.return %1, %limit : tensor<i32>, tensor<i32>
  }
  return %0#0 : tensor<i32>
}

// CHECK-LABEL: @a_limit_from_outside_is_not_counted
func.func @a_limit_from_outside_is_not_counted(%n: tensor<i32>) -> tensor<i32> {
  %start = stablehlo.constant dense<0> : tensor<i32>
  // CHECK: stablehlo.while
  // CHECK-NOT: trip_count
  %0 = stablehlo.while(%i = %start) : tensor<i32>
  cond {
    %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }
  return %0 : tensor<i32>
}

// The counter steps over the limit to a number that its type does not have: it wraps, and the loop goes on.
// CHECK-LABEL: @unsigned_steps_below_zero
func.func @unsigned_steps_below_zero() -> tensor<ui8> {
  %start = stablehlo.constant dense<5> : tensor<ui8>
  // CHECK: stablehlo.while
  // CHECK-NOT: trip_count
  %0 = stablehlo.while(%i = %start) : tensor<ui8>
  cond {
    %limit = stablehlo.constant dense<0> : tensor<ui8>
    %1 = stablehlo.compare GT, %i, %limit, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %two = stablehlo.constant dense<2> : tensor<ui8>
    %1 = stablehlo.subtract %i, %two : tensor<ui8>
    stablehlo.return %1 : tensor<ui8>
  }
  return %0 : tensor<ui8>
}

// CHECK-LABEL: @signed_steps_below_the_least
func.func @signed_steps_below_the_least() -> tensor<i8> {
  %start = stablehlo.constant dense<-127> : tensor<i8>
  // CHECK: stablehlo.while
  // CHECK-NOT: trip_count
  %0 = stablehlo.while(%i = %start) : tensor<i8>
  cond {
    %limit = stablehlo.constant dense<-128> : tensor<i8>
    %1 = stablehlo.compare GT, %i, %limit, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %two = stablehlo.constant dense<2> : tensor<i8>
    %1 = stablehlo.subtract %i, %two : tensor<i8>
    stablehlo.return %1 : tensor<i8>
  }
  return %0 : tensor<i8>
}

// CHECK-LABEL: @unsigned_stops_at_zero
func.func @unsigned_stops_at_zero() -> tensor<ui8> {
  %start = stablehlo.constant dense<6> : tensor<ui8>
  // CHECK: stablehlo.while
  // CHECK-SAME: attributes {spmd.counter = 0 : i64, spmd.trip_count = 3 : i64}
  %0 = stablehlo.while(%i = %start) : tensor<ui8>
  cond {
    %limit = stablehlo.constant dense<0> : tensor<ui8>
    %1 = stablehlo.compare GT, %i, %limit, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %two = stablehlo.constant dense<2> : tensor<ui8>
    %1 = stablehlo.subtract %i, %two : tensor<ui8>
    stablehlo.return %1 : tensor<ui8>
  }
  return %0 : tensor<ui8>
}
