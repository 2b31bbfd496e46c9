// Loops that are one kernel are called for some trips at a time, 256. A result of the condition is dead behind it, and what a trip computes
// may lie in its place; a carried predicate is read where it is. A kernel behind a loop may equal one inside of it.
// RUN: spmd-opt %s --spmd-pipeline=stop-after=kernels | FileCheck %s --implicit-check-not=stablehlo.while
// RUN: spmd-run %s --random-args=1
// RUN: spmd-run %s --random-args=1 --check-against-sequential
// CHECK-COUNT-3: stablehlo.while{{.*}}spmd.one_kernel
func.func public @main(%small: tensor<i32>) -> (tensor<17xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<1xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %seventeen = stablehlo.constant dense<17> : tensor<i32>
  %limit = stablehlo.constant dense<1000> : tensor<i32>
  %n = stablehlo.maximum %small, %limit : tensor<i32>
  %zeros = stablehlo.constant dense<0> : tensor<17xi32>

  // The index of each trip is computed where the predicate was, and is zero in every 17th trip.
  %i, %counts = stablehlo.while(%k = %zero, %c = %zeros) : tensor<i32>, tensor<17xi32>
  cond {
    %p = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %at = stablehlo.remainder %k, %seventeen : tensor<i32>
    %old = stablehlo.dynamic_slice %c, %at, sizes = [1] : (tensor<17xi32>, tensor<i32>) -> tensor<1xi32>
    %ones = stablehlo.constant dense<1> : tensor<1xi32>
    %new = stablehlo.add %old, %ones : tensor<1xi32>
    %next = stablehlo.dynamic_update_slice %c, %new, %at : (tensor<17xi32>, tensor<1xi32>, tensor<i32>) -> tensor<17xi32>
    %k1 = stablehlo.add %k, %one : tensor<i32>
    stablehlo.return %k1, %next : tensor<i32>, tensor<17xi32>
  }
  check.expect_eq_const %counts, dense<[59, 59, 59, 59, 59, 59, 59, 59, 59, 59, 59, 59, 59, 59, 58, 58, 58]> : tensor<17xi32>

  // The predicate is carried.
  %first = stablehlo.compare LT, %zero, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %j, %last = stablehlo.while(%k = %zero, %p = %first) : tensor<i32>, tensor<i1>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    %k1 = stablehlo.add %k, %one : tensor<i32>
    %q = stablehlo.compare LT, %k1, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %k1, %q : tensor<i32>, tensor<i1>
  }
  check.expect_eq_const %j, dense<1000> : tensor<i32>

  // The predicate is the result of a choice.
  %l = stablehlo.while(%k = %zero) : tensor<i32>
  cond {
    %even = stablehlo.and %k, %one : tensor<i32>
    %p = "stablehlo.case"(%even) ({
      %a = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %a : tensor<i1>
    }, {
      %b = stablehlo.compare LE, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %b : tensor<i1>
    }) : (tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %k1 = stablehlo.add %k, %one : tensor<i32>
    stablehlo.return %k1 : tensor<i32>
  }
  check.expect_eq_const %l, dense<1000> : tensor<i32>

  // As in the first loop.
  %at = stablehlo.remainder %j, %seventeen : tensor<i32>
  %old = stablehlo.dynamic_slice %counts, %at, sizes = [1] : (tensor<17xi32>, tensor<i32>) -> tensor<1xi32>
  %ones = stablehlo.constant dense<1> : tensor<1xi32>
  %new = stablehlo.add %old, %ones : tensor<1xi32>
  check.expect_eq_const %new, dense<59> : tensor<1xi32>
  return %counts, %i, %j, %l, %new : tensor<17xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<1xi32>
}
