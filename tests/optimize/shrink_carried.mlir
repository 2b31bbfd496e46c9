// A value that each trip computes again takes the place of the one before. It is not recomputed at the end of the trip from the old one,
// which would have to live as long.
// RUN: spmd-opt %s --spmd-shrink-residuals | FileCheck %s
// RUN: spmd-run %s --check-against-sequential
// CHECK:     do {
// CHECK:       stablehlo.exponential
// CHECK:       %[[NEXT:.*]] = stablehlo.add
// CHECK-NOT:   stablehlo.exponential
// CHECK:       stablehlo.return %{{.*}}, %[[NEXT]], %{{.*}} : tensor<i32>
func.func @main(%a: tensor<177x14xf32>, %x: tensor<177x14xf32>, %c: tensor<14xf32>) -> (tensor<177x14xf32>, tensor<41x177xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %trips = stablehlo.constant dense<41> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %start = stablehlo.broadcast_in_dim %none, dims = [] : (tensor<f32>) -> tensor<177x14xf32>
  %rows = stablehlo.broadcast_in_dim %none, dims = [] : (tensor<f32>) -> tensor<41x177xf32>
  %0:3 = stablehlo.while(%i = %zero, %h = %start, %y = %rows) : tensor<i32>, tensor<177x14xf32>, tensor<41x177xf32>
    attributes {spmd.counter = 0 : i64, spmd.trip_count = 41 : i64}
    cond {
      %p = stablehlo.compare LT, %i, %trips, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %e = stablehlo.exponential %a : tensor<177x14xf32>
      %m = stablehlo.multiply %e, %h : tensor<177x14xf32>
      %n = stablehlo.add %m, %x : tensor<177x14xf32>
      %w = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<14xf32>) -> tensor<177x14xf32>
      %v = stablehlo.multiply %n, %w : tensor<177x14xf32>
      %s = stablehlo.reduce(%v init: %none) applies stablehlo.add across dimensions = [1] : (tensor<177x14xf32>, tensor<f32>) -> tensor<177xf32>
      %r = stablehlo.reshape %s : (tensor<177xf32>) -> tensor<1x177xf32>
      %z = stablehlo.dynamic_update_slice %y, %r, %i, %zero : (tensor<41x177xf32>, tensor<1x177xf32>, tensor<i32>, tensor<i32>) -> tensor<41x177xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %n, %z : tensor<i32>, tensor<177x14xf32>, tensor<41x177xf32>
    }
  return %0#1, %0#2 : tensor<177x14xf32>, tensor<41x177xf32>
}
