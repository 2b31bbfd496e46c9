// RUN: spmd-opt %s --split-input-file --spmd-grad="function=f" | FileCheck %s

// What the backward loop reads of each trip is stacked; %w is not, and its cotangent is summed in a carried value.
func.func @f(%c: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %x = %c) : tensor<i32>, tensor<4xf32>
  cond {
    %n = stablehlo.constant dense<6> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.multiply %x, %w : tensor<4xf32>
    %2 = stablehlo.tanh %1 : tensor<4xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %2 : tensor<i32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}
// CHECK-LABEL: @f_grad(
// CHECK-SAME:    %[[C:[a-z0-9]+]]: tensor<4xf32>, %[[W:[a-z0-9]+]]: tensor<4xf32>, %[[CT:[a-z0-9]+]]: tensor<4xf32>)
// CHECK:       %[[LOOP:.*]]:4 = stablehlo.while(%[[I:.*]] = %{{.*}}, %[[X:.*]] = %[[C]], %[[B0:.*]] = %{{.*}}, %[[B1:.*]] = %{{.*}}) : tensor<i32>, tensor<4xf32>, tensor<6x4xf32>, tensor<6x4xf32>
// CHECK:         %[[T:.*]] = stablehlo.tanh
// CHECK:         %[[ROW:.*]] = stablehlo.reshape %[[T]] : (tensor<4xf32>) -> tensor<1x4xf32>
// CHECK:         stablehlo.dynamic_update_slice %[[B0]], %[[ROW]], %[[I]]
// CHECK:         %[[ROW:.*]] = stablehlo.reshape %[[X]]
// CHECK:         stablehlo.dynamic_update_slice %[[B1]], %[[ROW]], %[[I]]
// CHECK:       %[[BACK:.*]]:3 = stablehlo.while(%[[J:.*]] = %{{.*}}, %[[DX:.*]] = %[[CT]], %[[DW:.*]] = %{{.*}}) : tensor<i32>, tensor<4xf32>, tensor<4xf32>
// CHECK:         stablehlo.compare LT, %[[J]], %{{.*}}
// CHECK:         %[[LAST:.*]] = stablehlo.constant dense<5>
// CHECK:         %[[TRIP:.*]] = stablehlo.subtract %[[LAST]], %[[J]]
// CHECK:         stablehlo.dynamic_slice %[[LOOP]]#2, %[[TRIP]]
// CHECK:         stablehlo.dynamic_slice %[[LOOP]]#3, %[[TRIP]]
// CHECK:         %[[NEXT:.*]] = stablehlo.multiply %{{.*}}, %[[W]]
// CHECK:         %[[SUM:.*]] = stablehlo.add %[[DW]], %{{.*}}
// CHECK:         stablehlo.return %{{.*}}, %[[NEXT]], %[[SUM]]
// CHECK:       return %[[LOOP]]#1, %[[BACK]]#1, %[[BACK]]#2

// -----

// A loop that reads row i of %xs and writes row i of a result, as JAX's scan does. The rows are read again and not stacked; the cotangents
// of rows are written to rows, each once.
func.func @f(%xs: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %empty = stablehlo.constant dense<0.0> : tensor<6x4xf32>
  %0:2 = stablehlo.while(%i = %zero, %ys = %empty) : tensor<i32>, tensor<6x4xf32>
  cond {
    %n = stablehlo.constant dense<6> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %z = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_slice %xs, %i, %z, sizes = [1, 4] : (tensor<6x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %2 = stablehlo.sine %1 : tensor<1x4xf32>
    %3 = stablehlo.dynamic_update_slice %ys, %2, %i, %z : (tensor<6x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<6x4xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %3 : tensor<i32>, tensor<6x4xf32>
  }
  return %0#1 : tensor<6x4xf32>
}
// CHECK-LABEL: @f_grad(
// CHECK-SAME:    %[[XS:[a-z0-9]+]]: tensor<6x4xf32>, %[[CT:[a-z0-9]+]]: tensor<6x4xf32>)
// CHECK:       %[[LOOP:.*]]:2 = stablehlo.while
// CHECK:       stablehlo.while(%[[J:.*]] = %{{.*}}, %[[DYS:.*]] = %[[CT]], %[[DXS:.*]] = %{{.*}})
// CHECK:         %[[X:.*]] = stablehlo.dynamic_slice %[[XS]], %[[TRIP:.*]], %{{.*}}, sizes = [1, 4]
// CHECK-NOT:     dynamic_update_slice %[[DYS]]
// CHECK:         %[[ROW:.*]] = stablehlo.dynamic_slice %[[DYS]], %[[TRIP]]
// CHECK:         %[[COS:.*]] = stablehlo.cosine %[[X]]
// CHECK:         %[[G:.*]] = stablehlo.multiply %[[ROW]], %[[COS]]
// CHECK-NEXT:    %[[NEXT:.*]] = stablehlo.dynamic_update_slice %[[DXS]], %[[G]], %[[TRIP]]
// CHECK:         stablehlo.return %{{.*}}, %[[DYS]], %[[NEXT]]
