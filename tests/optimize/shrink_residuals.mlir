// RUN: spmd-opt %s --spmd-shrink-residuals --split-input-file | FileCheck %s --check-prefix=ALONE
// RUN: spmd-opt %s --spmd-shrink-residuals --spmd-tidy-loops --split-input-file | FileCheck %s

// The text keeps both tanh and its square across the wide product.
// CHECK-LABEL: @arithmetic_on_a_kept_value_is_done_again
// ALONE-LABEL: @arithmetic_on_a_kept_value_is_done_again
// ALONE: %[[T:.*]] = stablehlo.tanh
// ALONE-COUNT-2: stablehlo.dot_general
// ALONE: %[[SQUARE:.*]] = stablehlo.multiply %[[T]], %[[T]]
// ALONE: stablehlo.multiply %{{.*}}, %[[SQUARE]]
func.func @arithmetic_on_a_kept_value_is_done_again(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %v: tensor<64x512xf32>) -> tensor<64x64xf32> {
  // CHECK: %[[H:.*]] = stablehlo.dot_general %arg0, %arg1
  // CHECK: %[[T:.*]] = stablehlo.tanh %[[H]]
  // CHECK: %[[WIDE:.*]] = stablehlo.dot_general %[[T]], %arg2
  // CHECK: %[[BACK:.*]] = stablehlo.dot_general %[[WIDE]], %arg2
  // CHECK: %[[SQUARE:.*]] = stablehlo.multiply %[[T]], %[[T]]
  // CHECK: stablehlo.multiply %[[BACK]], %[[SQUARE]]
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.tanh %0 : tensor<64x64xf32>
  %2 = stablehlo.multiply %1, %1 : tensor<64x64xf32>
  %3 = stablehlo.dot_general %1, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x512xf32>) -> tensor<64x512xf32>
  %4 = stablehlo.dot_general %3, %v, contracting_dims = [1] x [1] : (tensor<64x512xf32>, tensor<64x512xf32>) -> tensor<64x64xf32>
  %5 = stablehlo.multiply %4, %2 : tensor<64x64xf32>
  %6 = stablehlo.add %5, %1 : tensor<64x64xf32>
  return %6 : tensor<64x64xf32>
}

// -----

// The second loop reads rows of tanh and of its square: one stack is enough. Rows are read backwards.
// CHECK-LABEL: @one_stack_for_two
// The first loop still writes both stacks; nothing reads the second one.
// ALONE-LABEL: @one_stack_for_two
// ALONE: %[[F:.*]]:4 = stablehlo.while
// ALONE: stablehlo.while
// ALONE-NOT: %[[F]]#3
// ALONE: stablehlo.dynamic_slice %[[F]]#2
// ALONE-NOT: %[[F]]#3
// ALONE: return
func.func @one_stack_for_two(%x: tensor<8x8xf32>, %w: tensor<4x8x8xf32>) -> tensor<8x8xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %c4 = stablehlo.constant dense<4> : tensor<i32>
  %f0 = stablehlo.constant dense<0.0> : tensor<f32>
  %empty = stablehlo.broadcast_in_dim %f0, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
  // CHECK: %[[F:.*]]:3 = stablehlo.while
  // CHECK-SAME: tensor<i32>, tensor<8x8xf32>, tensor<4x8x8xf32> attributes
  %f:4 = stablehlo.while(%i = %c0, %h = %x, %s = %empty, %q = %empty)
      : tensor<i32>, tensor<8x8xf32>, tensor<4x8x8xf32>, tensor<4x8x8xf32> attributes {spmd.counter = 0 : i64, spmd.trip_count = 4 : i64}
  cond {
    %p = stablehlo.compare LT, %i, %c4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %wi = stablehlo.dynamic_slice %w, %i, %c0, %c0, sizes = [1, 8, 8] : (tensor<4x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %m = stablehlo.reshape %wi : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    %d = stablehlo.dot_general %h, %m, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %t = stablehlo.tanh %d : tensor<8x8xf32>
    %tt = stablehlo.multiply %t, %t : tensor<8x8xf32>
    %tr = stablehlo.reshape %t : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %ttr = stablehlo.reshape %tt : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %s1 = stablehlo.dynamic_update_slice %s, %tr, %i, %c0, %c0 : (tensor<4x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x8xf32>
    %q1 = stablehlo.dynamic_update_slice %q, %ttr, %i, %c0, %c0 : (tensor<4x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x8xf32>
    %n = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %n, %d, %s1, %q1 : tensor<i32>, tensor<8x8xf32>, tensor<4x8x8xf32>, tensor<4x8x8xf32>
  }
  // CHECK: stablehlo.while
  // CHECK: %[[ROW:.*]] = stablehlo.dynamic_slice %[[F]]#2
  // CHECK-NOT: %[[F]]#3
  // CHECK: stablehlo.multiply
  // CHECK: return
  %g:2 = stablehlo.while(%i = %c0, %a = %x) : tensor<i32>, tensor<8x8xf32> attributes {spmd.counter = 0 : i64, spmd.trip_count = 4 : i64}
  cond {
    %p = stablehlo.compare LT, %i, %c4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.subtract %c3, %i : tensor<i32>
    %t = stablehlo.dynamic_slice %f#2, %j, %c0, %c0, sizes = [1, 8, 8] : (tensor<4x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %tt = stablehlo.dynamic_slice %f#3, %j, %c0, %c0, sizes = [1, 8, 8] : (tensor<4x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %sum = stablehlo.add %t, %tt : tensor<1x8x8xf32>
    %m = stablehlo.reshape %sum : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    %n = stablehlo.add %i, %c1 : tensor<i32>
    %b = stablehlo.add %a, %m : tensor<8x8xf32>
    stablehlo.return %n, %b : tensor<i32>, tensor<8x8xf32>
  }
  return %g#1 : tensor<8x8xf32>
}

// -----

// The copy of the layer that the second loop leaves out reads its row by itself: it is computed again there, too, from a view of the stack.
// CHECK-LABEL: @a_row_read_alone
// CHECK: %[[F:.*]]:3 = stablehlo.while
// CHECK: %[[SLICE:.*]] = stablehlo.slice %[[F]]#2 [3:4, 0:8, 0:8]
// CHECK-NOT: %[[F]]#3
// CHECK: %[[T:.*]] = stablehlo.reshape %{{.*}} : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT: stablehlo.multiply %[[T]], %[[T]]
// CHECK: stablehlo.while
// CHECK: stablehlo.dynamic_slice %[[F]]#2
// CHECK: return
func.func @a_row_read_alone(%x: tensor<8x8xf32>, %w: tensor<4x8x8xf32>) -> tensor<8x8xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c2 = stablehlo.constant dense<2> : tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %c4 = stablehlo.constant dense<4> : tensor<i32>
  %f0 = stablehlo.constant dense<0.0> : tensor<f32>
  %empty = stablehlo.broadcast_in_dim %f0, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
  %f:4 = stablehlo.while(%i = %c0, %h = %x, %s = %empty, %q = %empty)
      : tensor<i32>, tensor<8x8xf32>, tensor<4x8x8xf32>, tensor<4x8x8xf32> attributes {spmd.counter = 0 : i64, spmd.trip_count = 4 : i64}
  cond {
    %p = stablehlo.compare LT, %i, %c4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %wi = stablehlo.dynamic_slice %w, %i, %c0, %c0, sizes = [1, 8, 8] : (tensor<4x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %m = stablehlo.reshape %wi : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    %d = stablehlo.dot_general %h, %m, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %t = stablehlo.tanh %d : tensor<8x8xf32>
    %tt = stablehlo.multiply %t, %t : tensor<8x8xf32>
    %tr = stablehlo.reshape %t : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %ttr = stablehlo.reshape %tt : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %s1 = stablehlo.dynamic_update_slice %s, %tr, %i, %c0, %c0 : (tensor<4x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x8xf32>
    %q1 = stablehlo.dynamic_update_slice %q, %ttr, %i, %c0, %c0 : (tensor<4x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x8xf32>
    %n = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %n, %d, %s1, %q1 : tensor<i32>, tensor<8x8xf32>, tensor<4x8x8xf32>, tensor<4x8x8xf32>
  }
  %s3 = stablehlo.slice %f#2 [3:4, 0:8, 0:8] : (tensor<4x8x8xf32>) -> tensor<1x8x8xf32>
  %q3 = stablehlo.slice %f#3 [3:4, 0:8, 0:8] : (tensor<4x8x8xf32>) -> tensor<1x8x8xf32>
  %both = stablehlo.add %s3, %q3 : tensor<1x8x8xf32>
  %last = stablehlo.reshape %both : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
  %g:2 = stablehlo.while(%i = %c0, %a = %last) : tensor<i32>, tensor<8x8xf32> attributes {spmd.counter = 0 : i64, spmd.trip_count = 3 : i64}
  cond {
    %p = stablehlo.compare LT, %i, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.subtract %c2, %i : tensor<i32>
    %t = stablehlo.dynamic_slice %f#2, %j, %c0, %c0, sizes = [1, 8, 8] : (tensor<4x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %tt = stablehlo.dynamic_slice %f#3, %j, %c0, %c0, sizes = [1, 8, 8] : (tensor<4x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %sum = stablehlo.add %t, %tt : tensor<1x8x8xf32>
    %m = stablehlo.reshape %sum : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    %n = stablehlo.add %i, %c1 : tensor<i32>
    %b = stablehlo.add %a, %m : tensor<8x8xf32>
    stablehlo.return %n, %b : tensor<i32>, tensor<8x8xf32>
  }
  return %g#1 : tensor<8x8xf32>
}

// -----

// Nothing is saved by computing again: it would keep two results of matmuls in the place of their one product.
// ALONE-LABEL: @nothing_to_save
// ALONE: %[[P:.*]] = stablehlo.multiply
// ALONE: %[[WIDE:.*]] = stablehlo.dot_general %[[P]], %arg2
// ALONE-NOT: stablehlo.multiply
// ALONE: stablehlo.add %{{.*}}, %[[P]]
func.func @nothing_to_save(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>, %v: tensor<64x512xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.dot_general %y, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<64x64xf32>
  %3 = stablehlo.dot_general %2, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x512xf32>) -> tensor<64x512xf32>
  %4 = stablehlo.dot_general %3, %v, contracting_dims = [1] x [1] : (tensor<64x512xf32>, tensor<64x512xf32>) -> tensor<64x64xf32>
  %5 = stablehlo.add %4, %2 : tensor<64x64xf32>
  return %5 : tensor<64x64xf32>
}

// -----

// A loop over micro-batches, each forward and backward: its body holds the most bytes of the program, and is cut like a function.
// The body of the narrow loop behind it stays as it is.
// CHECK-LABEL: @body_of_the_fullest_loop
// ALONE-LABEL: @body_of_the_fullest_loop
func.func @body_of_the_fullest_loop(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %v: tensor<64x512xf32>, %u: tensor<64x128xf32>) -> tensor<64x64xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c4 = stablehlo.constant dense<4> : tensor<i32>
  // CHECK: stablehlo.while
  // CHECK: %[[T:.*]] = stablehlo.tanh
  // CHECK-COUNT-2: stablehlo.dot_general
  // CHECK: %[[SQUARE:.*]] = stablehlo.multiply %[[T]], %[[T]]
  // CHECK: stablehlo.multiply %{{.*}}, %[[SQUARE]]
  %wide:2 = stablehlo.while(%i = %c0, %a = %x) : tensor<i32>, tensor<64x64xf32> attributes {spmd.counter = 0 : i64, spmd.trip_count = 4 : i64}
  cond {
    %p = stablehlo.compare LT, %i, %c4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %0 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %1 = stablehlo.tanh %0 : tensor<64x64xf32>
    %2 = stablehlo.multiply %1, %1 : tensor<64x64xf32>
    %3 = stablehlo.dot_general %1, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x512xf32>) -> tensor<64x512xf32>
    %4 = stablehlo.dot_general %3, %v, contracting_dims = [1] x [1] : (tensor<64x512xf32>, tensor<64x512xf32>) -> tensor<64x64xf32>
    %5 = stablehlo.multiply %4, %2 : tensor<64x64xf32>
    %6 = stablehlo.add %5, %1 : tensor<64x64xf32>
    %n = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %n, %6 : tensor<i32>, tensor<64x64xf32>
  }
  // CHECK: stablehlo.while
  // CHECK: %[[T:.*]] = stablehlo.tanh
  // CHECK-NEXT: %[[SQUARE:.*]] = stablehlo.multiply %[[T]], %[[T]]
  // CHECK-COUNT-2: stablehlo.dot_general
  // CHECK-NEXT: stablehlo.multiply %{{.*}}, %[[SQUARE]]
  %narrow:2 = stablehlo.while(%i = %c0, %a = %wide#1) : tensor<i32>, tensor<64x64xf32> attributes {spmd.counter = 0 : i64, spmd.trip_count = 4 : i64}
  cond {
    %p = stablehlo.compare LT, %i, %c4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %0 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %1 = stablehlo.tanh %0 : tensor<64x64xf32>
    %2 = stablehlo.multiply %1, %1 : tensor<64x64xf32>
    %3 = stablehlo.dot_general %1, %u, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
    %4 = stablehlo.dot_general %3, %u, contracting_dims = [1] x [1] : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x64xf32>
    %5 = stablehlo.multiply %4, %2 : tensor<64x64xf32>
    %6 = stablehlo.add %5, %1 : tensor<64x64xf32>
    %n = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %n, %6 : tensor<i32>, tensor<64x64xf32>
  }
  return %narrow#1 : tensor<64x64xf32>
}

// -----

// A value that only main returns has memory of its own: it is not computed behind the fullest place instead.
// ALONE-LABEL: @returned_values_stay
// ALONE: stablehlo.tanh
// ALONE: stablehlo.dot_general
// ALONE: stablehlo.dot_general
// ALONE-NOT: stablehlo.tanh
func.func @returned_values_stay(%x: tensor<64x64xf32>, %v: tensor<64x512xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %0 = stablehlo.tanh %x : tensor<64x64xf32>
  %1 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x512xf32>) -> tensor<64x512xf32>
  %2 = stablehlo.dot_general %1, %v, contracting_dims = [1] x [1] : (tensor<64x512xf32>, tensor<64x512xf32>) -> tensor<64x64xf32>
  return %0, %2 : tensor<64x64xf32>, tensor<64x64xf32>
}
