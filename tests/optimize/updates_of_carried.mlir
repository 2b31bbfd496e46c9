// A loop that writes a row of what it carries, computed from the row before: the write is a kernel of its own, so that it is done in place.
// In one kernel with the sum it would write all rows in each trip.
// RUN: spmd-opt %s --spmd-fuse | FileCheck %s
// RUN: spmd-run %s --check-against-sequential
// CHECK: do {
// CHECK:   %[[ROW:[0-9]+]] = spmd.fusion
// CHECK:     stablehlo.add %{{.*}} : tensor<1x2221xf32>
// CHECK:   spmd.fusion(%{{.*}} = %iterArg_{{[0-9]+}}, %{{.*}} = %[[ROW]],
// CHECK-NEXT: stablehlo.dynamic_update_slice
// CHECK-NEXT: spmd.yield
func.func @main(%x: tensor<139x2221xf32>) -> tensor<139x2221xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %rows = stablehlo.constant dense<139> : tensor<i32>
  %0:2 = stablehlo.while(%i = %one, %c = %x) : tensor<i32>, tensor<139x2221xf32>
    cond {
      %p = stablehlo.compare LT, %i, %rows : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %before = stablehlo.subtract %i, %one : tensor<i32>
      %a = stablehlo.dynamic_slice %c, %before, %zero, sizes = [1, 2221] : (tensor<139x2221xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2221xf32>
      %b = stablehlo.dynamic_slice %c, %i, %zero, sizes = [1, 2221] : (tensor<139x2221xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2221xf32>
      %t = stablehlo.add %a, %b : tensor<1x2221xf32>
      %u = stablehlo.dynamic_update_slice %c, %t, %i, %zero : (tensor<139x2221xf32>, tensor<1x2221xf32>, tensor<i32>, tensor<i32>) -> tensor<139x2221xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %u : tensor<i32>, tensor<139x2221xf32>
    }
  return %0#1 : tensor<139x2221xf32>
}
