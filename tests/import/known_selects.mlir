// RUN: spmd-opt %s --spmd-decompose | FileCheck %s

// JAX adds the size to indices that are negative. An iota never is, so the select and its addition have no use.
// CHECK-LABEL: @never_negative
// CHECK-NOT: stablehlo.select
// CHECK: return %{{.*}} : tensor<8xi32>
func.func @never_negative() -> tensor<8xi32> {
  %i = stablehlo.iota dim = 0 : tensor<8xi32>
  %zero = stablehlo.constant dense<0> : tensor<8xi32>
  %size = stablehlo.constant dense<8> : tensor<8xi32>
  %0 = stablehlo.compare LT, %i, %zero, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  %1 = stablehlo.add %i, %size : tensor<8xi32>
  %2 = stablehlo.select %0, %1, %i : tensor<8xi1>, tensor<8xi32>
  return %2 : tensor<8xi32>
}

// A comparison that only some elements pass decides nothing; numbers without bounds do not either.
// CHECK-LABEL: @not_known
// CHECK-COUNT-2: stablehlo.select
func.func @not_known(%x: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
  %i = stablehlo.iota dim = 0 : tensor<8xi32>
  %four = stablehlo.constant dense<4> : tensor<8xi32>
  %0 = stablehlo.compare LT, %i, %four, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  %1 = stablehlo.select %0, %i, %four : tensor<8xi1>, tensor<8xi32>
  %2 = stablehlo.compare LT, %x, %four, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  %3 = stablehlo.select %2, %i, %four : tensor<8xi1>, tensor<8xi32>
  return %1, %3 : tensor<8xi32>, tensor<8xi32>
}

// Where no element lies between, the answer is known, in each direction. 100 elements are more than are evaluated.
// CHECK-LABEL: @known
// CHECK-NOT: stablehlo.select
// CHECK: return %arg0, %arg0, %arg0, %arg0, %arg0, %arg0
func.func @known(%y: tensor<100xf32>, %n: tensor<100xf32>) -> (tensor<100xf32>, tensor<100xf32>, tensor<100xf32>, tensor<100xf32>, tensor<100xf32>, tensor<100xf32>) {
  %i = stablehlo.iota dim = 0 : tensor<100xi32>
  %first = stablehlo.constant dense<0> : tensor<100xi32>
  %last = stablehlo.constant dense<99> : tensor<100xi32>
  %end = stablehlo.constant dense<100> : tensor<100xi32>
  %lt = stablehlo.compare LT, %i, %end, SIGNED : (tensor<100xi32>, tensor<100xi32>) -> tensor<100xi1>
  %le = stablehlo.compare LE, %i, %last, SIGNED : (tensor<100xi32>, tensor<100xi32>) -> tensor<100xi1>
  %gt = stablehlo.compare GT, %i, %last, SIGNED : (tensor<100xi32>, tensor<100xi32>) -> tensor<100xi1>
  %ge = stablehlo.compare GE, %i, %first, SIGNED : (tensor<100xi32>, tensor<100xi32>) -> tensor<100xi1>
  %eq = stablehlo.compare EQ, %i, %end, SIGNED : (tensor<100xi32>, tensor<100xi32>) -> tensor<100xi1>
  %ne = stablehlo.compare NE, %i, %end, SIGNED : (tensor<100xi32>, tensor<100xi32>) -> tensor<100xi1>
  %0 = stablehlo.select %lt, %y, %n : tensor<100xi1>, tensor<100xf32>
  %1 = stablehlo.select %le, %y, %n : tensor<100xi1>, tensor<100xf32>
  %2 = stablehlo.select %gt, %n, %y : tensor<100xi1>, tensor<100xf32>
  %3 = stablehlo.select %ge, %y, %n : tensor<100xi1>, tensor<100xf32>
  %4 = stablehlo.select %eq, %n, %y : tensor<100xi1>, tensor<100xf32>
  %5 = stablehlo.select %ne, %y, %n : tensor<100xi1>, tensor<100xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<100xf32>, tensor<100xf32>, tensor<100xf32>, tensor<100xf32>, tensor<100xf32>, tensor<100xf32>
}
