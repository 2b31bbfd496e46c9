// RUN: spmd-opt %s --split-input-file --spmd-batch="function=f size=8" | FileCheck %s

// The counter is the same for all entries, so that the loop stays a counted one.
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %c = %x) : tensor<i32>, tensor<f32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %2 = stablehlo.sine %c : tensor<f32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %2 : tensor<i32>, tensor<f32>
  }
  return %0#1 : tensor<f32>
}
// CHECK-LABEL: func.func @f_batched(
// CHECK:       stablehlo.while({{.*}}) : tensor<i32>, tensor<8xf32>
// CHECK:       stablehlo.compare LT, %{{.*}} : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:  stablehlo.return %{{.*}} : tensor<i1>
// CHECK:       stablehlo.sine %{{.*}} : tensor<8xf32>
// CHECK-NOT:   select

// -----

// The condition differs by entry: the loop ends with the last one, and the others keep their values. %k does not change.
func.func @f(%x: tensor<f32>) -> (tensor<f32>, tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%c = %x, %i = %zero, %k = %zero) : tensor<f32>, tensor<i32>, tensor<i32>
  cond {
    %n = stablehlo.constant dense<3.0> : tensor<f32>
    %1 = stablehlo.compare LT, %c, %n : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %2 = stablehlo.add %c, %c : tensor<f32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %2, %j, %k : tensor<f32>, tensor<i32>, tensor<i32>
  }
  return %0#0, %0#1, %0#2 : tensor<f32>, tensor<i32>, tensor<i32>
}
// CHECK-LABEL: func.func @f_batched(
// CHECK:       stablehlo.while({{.*}}) : tensor<8xf32>, tensor<8xi32>, tensor<i32>
// CHECK:       %[[P:.*]] = stablehlo.compare LT, %{{.*}} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
// CHECK:       stablehlo.reduce(%[[P]] init: %{{.*}}) applies stablehlo.or across dimensions = [0]
// CHECK:       do {
// CHECK:       stablehlo.compare LT
// CHECK:       stablehlo.select %{{.*}} : tensor<8xi1>, tensor<8xf32>
// CHECK:       stablehlo.select %{{.*}} : tensor<8xi1>, tensor<8xi32>
// CHECK-NOT:   select

// -----

// A scan: its rows come first and the batch behind them, so that the rows that the loop reads and writes are contiguous.
func.func @f(%xs: tensor<5x4xf32>) -> tensor<5x4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %buffer = stablehlo.constant dense<0.0> : tensor<5x4xf32>
  %0:3 = stablehlo.while(%i = %zero, %rows = %xs, %ys = %buffer) : tensor<i32>, tensor<5x4xf32>, tensor<5x4xf32>
  cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %z = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.dynamic_slice %rows, %i, %z, sizes = [1, 4] : (tensor<5x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %3 = stablehlo.reshape %2 : (tensor<1x4xf32>) -> tensor<4xf32>
    %4 = stablehlo.sine %3 : tensor<4xf32>
    %5 = stablehlo.reshape %4 : (tensor<4xf32>) -> tensor<1x4xf32>
    %6 = stablehlo.dynamic_update_slice %ys, %5, %i, %z : (tensor<5x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<5x4xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %rows, %6 : tensor<i32>, tensor<5x4xf32>, tensor<5x4xf32>
  }
  return %0#2 : tensor<5x4xf32>
}
// CHECK-LABEL: func.func @f_batched(
// CHECK:       stablehlo.transpose %{{.*}}, dims = [1, 0, 2] : (tensor<8x5x4xf32>) -> tensor<5x8x4xf32>
// CHECK:       stablehlo.while({{.*}}) : tensor<i32>, tensor<5x8x4xf32>, tensor<5x8x4xf32>
// CHECK:       stablehlo.dynamic_slice {{.*}} sizes = [1, 8, 4]
// CHECK-NEXT:  stablehlo.reshape %{{.*}} : (tensor<1x8x4xf32>) -> tensor<8x4xf32>
// CHECK:       stablehlo.reshape %{{.*}} : (tensor<8x4xf32>) -> tensor<1x8x4xf32>
// CHECK:       stablehlo.dynamic_update_slice %{{.*}} : (tensor<5x8x4xf32>, tensor<1x8x4xf32>
// CHECK:       stablehlo.transpose %{{.*}}, dims = [1, 0, 2] : (tensor<5x8x4xf32>) -> tensor<8x5x4xf32>
