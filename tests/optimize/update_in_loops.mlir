// A stack of gradients that an optimizer takes element by element: each row is used in the trip that makes it, and the new
// values are written where the old ones are.
// RUN: spmd-opt %s --split-input-file --spmd-update-in-loops | FileCheck %s --check-prefix=ALONE
// RUN: spmd-opt %s --split-input-file --spmd-annotate-trip-count --spmd-update-in-loops --spmd-tidy-loops --canonicalize | FileCheck %s

// Momentum and a parameter, both donated; the loop reads the parameter's rows itself.
// ALONE-LABEL: func.func @momentum
// ALONE: %[[LOOP:.*]]:5 = stablehlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %arg2, %[[G:.*]] = %{{.*}}, %[[M:.*]] = %arg1, %[[P:.*]] = %arg0)
// ALONE-DAG: %[[MS:.*]] = stablehlo.dynamic_update_slice %[[M]]
// ALONE-DAG: %[[PS:.*]] = stablehlo.dynamic_update_slice %[[P]]
// ALONE: stablehlo.return %{{.*}}, %{{.*}}, %{{.*}}, %[[MS]], %[[PS]]
// ALONE: return %[[LOOP]]#4, %[[LOOP]]#3
// CHECK-LABEL: func.func @momentum
// CHECK: %[[LOOP:.*]]:4 = stablehlo.while(%[[I:.*]] = %{{.*}}, %[[X:.*]] = %arg2, %[[M:.*]] = %arg1, %[[P:.*]] = %arg0)
// CHECK: do {
// CHECK: %[[W:.*]] = stablehlo.dynamic_slice %[[P]], %[[I]]
// CHECK: %[[G:.*]] = stablehlo.multiply
// CHECK: %[[GROW:.*]] = stablehlo.reshape %[[G]]
// CHECK: %[[MROW:.*]] = stablehlo.dynamic_slice %[[M]], %[[I]]
// CHECK: %[[DECAYED:.*]] = stablehlo.multiply %[[MROW]], %{{.*}} : tensor<1x64x64xf32>
// CHECK: %[[NEWM:.*]] = stablehlo.add %[[DECAYED]], %[[GROW]]
// CHECK: %[[PROW:.*]] = stablehlo.dynamic_slice %[[P]], %[[I]]
// CHECK: %[[NEWP:.*]] = stablehlo.subtract %[[PROW]], %[[NEWM]]
// CHECK-DAG: %[[MS:.*]] = stablehlo.dynamic_update_slice %[[M]], %[[NEWM]], %[[I]]
// CHECK-DAG: %[[PS:.*]] = stablehlo.dynamic_update_slice %[[P]], %[[NEWP]], %[[I]]
// CHECK: stablehlo.return %{{.*}}, %{{.*}}, %[[MS]], %[[PS]]
// CHECK: return %[[LOOP]]#3, %[[LOOP]]#2
func.func @momentum(%p: tensor<3x64x64xf32> {tf.aliasing_output = 0 : i32}, %m: tensor<3x64x64xf32> {tf.aliasing_output = 1 : i32},
                    %x: tensor<64x64xf32>) -> (tensor<3x64x64xf32>, tensor<3x64x64xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %cst = stablehlo.constant dense<0.0> : tensor<f32>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %g0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x64x64xf32>
  %0:3 = stablehlo.while(%i = %zero, %h = %x, %g = %g0) : tensor<i32>, tensor<64x64xf32>, tensor<3x64x64xf32> attributes {spmd.counter = 0 : i64, spmd.trip_count = 3 : i64}
    cond {
      %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %wrow = stablehlo.dynamic_slice %p, %i, %zero, %zero, sizes = [1, 64, 64] : (tensor<3x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x64xf32>
      %w = stablehlo.reshape %wrow : (tensor<1x64x64xf32>) -> tensor<64x64xf32>
      %next = stablehlo.tanh %h : tensor<64x64xf32>
      %grad = stablehlo.multiply %w, %next : tensor<64x64xf32>
      %row = stablehlo.reshape %grad : (tensor<64x64xf32>) -> tensor<1x64x64xf32>
      %stack = stablehlo.dynamic_update_slice %g, %row, %i, %zero, %zero : (tensor<3x64x64xf32>, tensor<1x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x64x64xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %next, %stack : tensor<i32>, tensor<64x64xf32>, tensor<3x64x64xf32>
    }
  %decay = stablehlo.broadcast_in_dim %half, dims = [] : (tensor<f32>) -> tensor<3x64x64xf32>
  %decayed = stablehlo.multiply %m, %decay : tensor<3x64x64xf32>
  %newm = stablehlo.add %decayed, %0#2 : tensor<3x64x64xf32>
  %newp = stablehlo.subtract %p, %newm : tensor<3x64x64xf32>
  return %newp, %newm : tensor<3x64x64xf32>, tensor<3x64x64xf32>
}

// -----

// Gradients scaled by what depends on all of them stay a stack.
// ALONE-LABEL: func.func @clipped
// ALONE: stablehlo.while
// ALONE: %[[NEW:.*]] = stablehlo.subtract %arg0
// ALONE-NEXT: return %[[NEW]]
// CHECK-LABEL: func.func @clipped
// CHECK: %[[LOOP:.*]]:2 = stablehlo.while
// CHECK: stablehlo.reduce(%[[LOOP]]#1
// CHECK: return
func.func @clipped(%p: tensor<3x64x64xf32> {tf.aliasing_output = 0 : i32}) -> tensor<3x64x64xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %cst = stablehlo.constant dense<0.0> : tensor<f32>
  %g0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x64x64xf32>
  %0:2 = stablehlo.while(%i = %zero, %g = %g0) : tensor<i32>, tensor<3x64x64xf32> attributes {spmd.counter = 0 : i64, spmd.trip_count = 3 : i64}
    cond {
      %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %w = stablehlo.dynamic_slice %p, %i, %zero, %zero, sizes = [1, 64, 64] : (tensor<3x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x64xf32>
      %row = stablehlo.tanh %w : tensor<1x64x64xf32>
      %stack = stablehlo.dynamic_update_slice %g, %row, %i, %zero, %zero : (tensor<3x64x64xf32>, tensor<1x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x64x64xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %stack : tensor<i32>, tensor<3x64x64xf32>
    }
  %sum = stablehlo.reduce(%0#1 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<3x64x64xf32>, tensor<f32>) -> tensor<f32>
  %scale = stablehlo.broadcast_in_dim %sum, dims = [] : (tensor<f32>) -> tensor<3x64x64xf32>
  %scaled = stablehlo.multiply %0#1, %scale : tensor<3x64x64xf32>
  %newp = stablehlo.subtract %p, %scaled : tensor<3x64x64xf32>
  return %newp : tensor<3x64x64xf32>
}

// -----

// The loop reads another row of the parameter than it would replace: backwards, while the stack goes forwards.
// ALONE-LABEL: func.func @other_row
// ALONE: stablehlo.while
// ALONE: %[[NEW:.*]] = stablehlo.subtract %arg0
// ALONE-NEXT: return %[[NEW]]
// CHECK-LABEL: func.func @other_row
// CHECK: %[[LOOP:.*]]:2 = stablehlo.while
// CHECK: %[[NEW:.*]] = stablehlo.subtract %arg0, %[[LOOP]]#1
// CHECK: return %[[NEW]]
func.func @other_row(%p: tensor<3x64x64xf32> {tf.aliasing_output = 0 : i32}) -> tensor<3x64x64xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %cst = stablehlo.constant dense<0.0> : tensor<f32>
  %g0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x64x64xf32>
  %0:2 = stablehlo.while(%i = %zero, %g = %g0) : tensor<i32>, tensor<3x64x64xf32> attributes {spmd.counter = 0 : i64, spmd.trip_count = 3 : i64}
    cond {
      %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %back = stablehlo.subtract %two, %i : tensor<i32>
      %w = stablehlo.dynamic_slice %p, %back, %zero, %zero, sizes = [1, 64, 64] : (tensor<3x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x64xf32>
      %row = stablehlo.tanh %w : tensor<1x64x64xf32>
      %stack = stablehlo.dynamic_update_slice %g, %row, %i, %zero, %zero : (tensor<3x64x64xf32>, tensor<1x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x64x64xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %stack : tensor<i32>, tensor<3x64x64xf32>
    }
  %newp = stablehlo.subtract %p, %0#1 : tensor<3x64x64xf32>
  return %newp : tensor<3x64x64xf32>
}

// -----

// Rows of 64 elements are too short for a kernel in each trip.
// ALONE-LABEL: func.func @short_rows
// ALONE: %[[LOOP:.*]]:2 = stablehlo.while
// ALONE: %[[NEW:.*]] = stablehlo.subtract %arg0, %[[LOOP]]#1
// ALONE-NEXT: return %[[NEW]]
func.func @short_rows(%p: tensor<3x64xf32> {tf.aliasing_output = 0 : i32}, %x: tensor<1x64xf32>) -> tensor<3x64xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %cst = stablehlo.constant dense<0.0> : tensor<f32>
  %g0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x64xf32>
  %0:2 = stablehlo.while(%i = %zero, %g = %g0) : tensor<i32>, tensor<3x64xf32> attributes {spmd.counter = 0 : i64, spmd.trip_count = 3 : i64}
    cond {
      %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %row = stablehlo.tanh %x : tensor<1x64xf32>
      %stack = stablehlo.dynamic_update_slice %g, %row, %i, %zero : (tensor<3x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<3x64xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %stack : tensor<i32>, tensor<3x64xf32>
    }
  %newp = stablehlo.subtract %p, %0#1 : tensor<3x64xf32>
  return %newp : tensor<3x64xf32>
}
