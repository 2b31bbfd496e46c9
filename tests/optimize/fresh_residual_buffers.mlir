// RUN: spmd-opt %s --spmd-fresh-residual-buffers | FileCheck %s

// Every trip writes another row of both buffers, so the zeros are never read.
// CHECK-LABEL: @buffers_that_are_written_completely(
func.func @buffers_that_are_written_completely(%x: tensor<8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c4 = stablehlo.constant dense<4> : tensor<i32>
  %f0 = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.broadcast_in_dim %f0, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  // CHECK: %[[A:.*]] = spmd.undefined : tensor<4x8xf32>
  // CHECK: %[[B:.*]] = spmd.undefined : tensor<4x8xf32>
  // CHECK: stablehlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %arg0, %{{.*}} = %[[A]], %{{.*}} = %[[B]])
  %0:4 = stablehlo.while(%i = %c0, %h = %x, %s = %zeros, %q = %zeros) : tensor<i32>, tensor<8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
      attributes {spmd.counter = 0 : i64, spmd.trip_count = 4 : i64}
  cond {
    %p = stablehlo.compare LT, %i, %c4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %t = stablehlo.tanh %h : tensor<8xf32>
    %row = stablehlo.reshape %t : (tensor<8xf32>) -> tensor<1x8xf32>
    %s1 = stablehlo.dynamic_update_slice %s, %row, %i, %c0 : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    %q1 = stablehlo.dynamic_update_slice %q, %row, %i, %c0 : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    %n = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %n, %t, %s1, %q1 : tensor<i32>, tensor<8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
  }
  return %0#2, %0#3 : tensor<4x8xf32>, tensor<4x8xf32>
}

// Three trips leave the last row as it was, so the zeros are read. The buffer is carried by this loop alone: no copy is needed.
// CHECK-LABEL: @last_row_is_not_written(
func.func @last_row_is_not_written(%x: tensor<1x8xf32>) -> tensor<4x8xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %f0 = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK: %[[ZEROS:.*]] = stablehlo.broadcast_in_dim
  %zeros = stablehlo.broadcast_in_dim %f0, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  // CHECK-NOT: undefined
  // CHECK: stablehlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %[[ZEROS]])
  %0:2 = stablehlo.while(%i = %c0, %s = %zeros) : tensor<i32>, tensor<4x8xf32> attributes {spmd.counter = 0 : i64, spmd.trip_count = 3 : i64}
  cond {
    %p = stablehlo.compare LT, %i, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %s1 = stablehlo.dynamic_update_slice %s, %x, %i, %c0 : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    %n = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %n, %s1 : tensor<i32>, tensor<4x8xf32>
  }
  return %0#1 : tensor<4x8xf32>
}

// Two loops add to zeros that they share: each gets zeros of its own. The argument that both carry stays shared.
// CHECK-LABEL: @sums_that_share_zeros(
func.func @sums_that_share_zeros(%x: tensor<8xf32>, %n: tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %f0 = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK: %[[SHARED:.*]] = stablehlo.broadcast_in_dim
  %zeros = stablehlo.broadcast_in_dim %f0, dims = [] : (tensor<f32>) -> tensor<8xf32>
  // CHECK: %[[OWN:.*]] = stablehlo.broadcast_in_dim
  // CHECK: stablehlo.while(%{{.*}} = %arg1, %{{.*}} = %[[OWN]], %{{.*}} = %arg0)
  // CHECK: stablehlo.while(%{{.*}} = %arg1, %{{.*}} = %[[SHARED]], %{{.*}} = %arg0)
  %0:3 = stablehlo.while(%i = %n, %s = %zeros, %h = %x) : tensor<i32>, tensor<8xf32>, tensor<8xf32>
  cond {
    %p = stablehlo.compare LT, %i, %c1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %s1 = stablehlo.add %s, %h : tensor<8xf32>
    %j = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %j, %s1, %s : tensor<i32>, tensor<8xf32>, tensor<8xf32>
  }
  %1:3 = stablehlo.while(%i = %n, %s = %zeros, %h = %x) : tensor<i32>, tensor<8xf32>, tensor<8xf32>
  cond {
    %p = stablehlo.compare LT, %i, %c1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %s1 = stablehlo.add %s, %h : tensor<8xf32>
    %j = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %j, %s1, %s : tensor<i32>, tensor<8xf32>, tensor<8xf32>
  }
  return %0#1, %1#1 : tensor<8xf32>, tensor<8xf32>
}
