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

// dx would be alive while dw is computed, which does not read it. Behind dw it lets w live longer instead, which is smaller.
// CHECK-LABEL: @what_the_peak_does_not_read_is_made_behind_it
func.func @what_the_peak_does_not_read_is_made_behind_it(%a: tensor<128x96xf32>, %b: tensor<96x128xf32>, %c: tensor<128x128xf32>) -> tensor<96x128xf32> {
  // CHECK-DAG: %[[DY:.*]] = stablehlo.tanh
  // CHECK-DAG: %[[W:.*]] = stablehlo.sine
  // CHECK-DAG: %[[X:.*]] = stablehlo.cosine
  // CHECK: %[[DW:.*]] = stablehlo.dot_general %[[DY]], %[[X]]
  // CHECK: %[[DX:.*]] = stablehlo.dot_general %[[DY]], %[[W]]
  // CHECK: dot_general %[[DW]], %[[DX]]
  %dy = stablehlo.tanh %a : tensor<128x96xf32>
  %w = stablehlo.sine %b : tensor<96x128xf32>
  %dx = stablehlo.dot_general %dy, %w, contracting_dims = [1] x [0] : (tensor<128x96xf32>, tensor<96x128xf32>) -> tensor<128x128xf32>
  %x = stablehlo.cosine %c : tensor<128x128xf32>
  %dw = stablehlo.dot_general %dy, %x, contracting_dims = [0] x [0] : (tensor<128x96xf32>, tensor<128x128xf32>) -> tensor<96x128xf32>
  %0 = stablehlo.dot_general %dw, %dx, contracting_dims = [1] x [0] : (tensor<96x128xf32>, tensor<128x128xf32>) -> tensor<96x128xf32>
  return %0 : tensor<96x128xf32>
}

// -----

// A scatter works in place of its operand. So it is not the highest peak, and the order that lowers the one of the matmuls counts.
// CHECK-LABEL: @scatter_is_no_peak
func.func @scatter_is_no_peak(%x: tensor<64x64xf32>, %v: tensor<64x128xf32>, %y: tensor<64x104xf32>, %ids: tensor<8x1xi32>, %rows: tensor<8x104xf32>)
    -> (tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>) {
  // CHECK: %[[K:.*]] = stablehlo.dot_general %arg0, %arg0
  // CHECK: stablehlo.reduce(%[[K]]
  // CHECK: stablehlo.dot_general %arg0, %arg1
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %k = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  %c = stablehlo.dot_general %b, %v, contracting_dims = [1] x [1] : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x64xf32>
  %r = stablehlo.reduce(%k init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x104xf32>) -> tensor<64x104xf32>
  %s = spmd.library(%to = %z, %at = %ids, %from = %rows) : (tensor<64x104xf32>, tensor<8x1xi32>, tensor<8x104xf32>) -> tensor<64x104xf32> {
    %0 = "stablehlo.scatter"(%to, %at, %from) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %1 = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<64x104xf32>, tensor<8x1xi32>, tensor<8x104xf32>) -> tensor<64x104xf32>
    spmd.yield %0 : tensor<64x104xf32>
  }
  %t = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x104xf32>, tensor<f32>) -> tensor<64xf32>
  return %c, %r, %t : tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>
}
