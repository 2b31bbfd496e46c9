// RUN: spmd-opt %s --spmd-order-for-memory --split-input-file | FileCheck %s

// CHECK-LABEL: @updates_run_when_their_gradient_is_there
func.func @updates_run_when_their_gradient_is_there(%p: tensor<64x64xf32> {tf.aliasing_output = 0 : i32}, %q: tensor<64x64xf32> {tf.aliasing_output = 1 : i32},
                %x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  // CHECK: dot_general %arg2
  // CHECK: subtract %arg0
  // CHECK: dot_general %arg3
  // CHECK: subtract %arg1
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.dot_general %y, %y, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = stablehlo.subtract %p, %0 : tensor<64x64xf32>
  %3 = stablehlo.subtract %q, %1 : tensor<64x64xf32>
  return %2, %3 : tensor<64x64xf32>, tensor<64x64xf32>
}

// -----

// CHECK-LABEL: @what_is_read_late_is_made_late
func.func @what_is_read_late_is_made_late(%w: tensor<64x64xf32>, %x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // CHECK: dot_general
  // CHECK: dot_general
  // CHECK: tanh
  // CHECK: add
  %0 = stablehlo.tanh %w : tensor<64x64xf32>
  %1 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = stablehlo.dot_general %1, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = stablehlo.add %2, %0 : tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}

// -----

// The update of %p could free %0 at once, but %p is still read: it stays in place of a copy.
// CHECK-LABEL: @a_donated_argument_is_read_before_it_is_overwritten
func.func @a_donated_argument_is_read_before_it_is_overwritten(%p: tensor<64x64xf32> {tf.aliasing_output = 0 : i32}, %x: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  // CHECK: dot_general %arg1, %arg1
  // CHECK: dot_general %arg1, %arg0
  // CHECK: subtract %arg0
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.dot_general %x, %p, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = stablehlo.subtract %p, %0 : tensor<64x64xf32>
  return %2, %1 : tensor<64x64xf32>, tensor<64x64xf32>
}

// -----

// %3 lives from its matmul to the end. Behind the matmul that reads %2, the one large value less is alive while %2 is;
// %1, which is half as large, lives longer instead.
// CHECK-LABEL: @what_the_peak_does_not_read_is_made_behind_it
func.func @what_the_peak_does_not_read_is_made_behind_it(%a: tensor<64x64xf32>, %b: tensor<64x32xf32>, %c: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x32xf32>) {
  // CHECK: %[[DY:.*]] = stablehlo.dot_general %arg0, %arg0
  // CHECK: %[[X:.*]] = stablehlo.cosine %arg2
  // CHECK: dot_general %[[DY]], %[[X]]
  // CHECK: %[[W:.*]] = stablehlo.sine
  // CHECK: dot_general %[[DY]], %[[W]]
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.sine %b : tensor<64x32xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
  %3 = stablehlo.cosine %c : tensor<64x64xf32>
  %4 = stablehlo.dot_general %0, %3, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %5 = stablehlo.tanh %2 : tensor<64x32xf32>
  return %4, %5 : tensor<64x64xf32>, tensor<64x32xf32>
}
