// Rows that are written over before anyone reads them go, and positions that the program fixes are no indices.
// RUN: spmd-opt %s --spmd-decompose | FileCheck %s

// A roll whose first row is replaced at once.
// CHECK-LABEL: @roll_and_set(
func.func @roll_and_set(%x: tensor<4x8xf32>, %new: tensor<8xf32>) -> tensor<4x8xf32> {
  // CHECK: %[[KEPT:.*]] = stablehlo.slice %arg0 [0:3, 0:8]
  // CHECK: %[[NEW:.*]] = stablehlo.reshape %arg1
  // CHECK: %[[R:.*]] = stablehlo.concatenate %[[NEW]], %[[KEPT]], dim = 0
  // CHECK: return %[[R]]
  %last = stablehlo.slice %x [3:4, 0:8] : (tensor<4x8xf32>) -> tensor<1x8xf32>
  %rest = stablehlo.slice %x [0:3, 0:8] : (tensor<4x8xf32>) -> tensor<3x8xf32>
  %rolled = stablehlo.concatenate %last, %rest, dim = 0 : (tensor<1x8xf32>, tensor<3x8xf32>) -> tensor<4x8xf32>
  %c = stablehlo.constant dense<0> : tensor<1xi32>
  %0 = "stablehlo.scatter"(%rolled, %c, %new) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<1xi32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// The window begins and ends inside of inputs, and its start is clamped from 9 to 3.
// CHECK-LABEL: @across_inputs(
func.func @across_inputs(%a: tensor<4xf32>, %b: tensor<3xf32>, %u: tensor<4xf32>) -> (tensor<7xf32>, tensor<7xf32>) {
  // CHECK: %[[A:.*]] = stablehlo.slice %arg0 [0:2]
  // CHECK: %[[B:.*]] = stablehlo.slice %arg1 [2:3]
  // CHECK: stablehlo.concatenate %[[A]], %arg2, %[[B]], dim = 0
  // CHECK: %[[C:.*]] = stablehlo.slice %arg0 [0:3]
  // CHECK: stablehlo.concatenate %[[C]], %arg2, dim = 0
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<4xf32>, tensor<3xf32>) -> tensor<7xf32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %1 = stablehlo.dynamic_update_slice %0, %u, %two : (tensor<7xf32>, tensor<4xf32>, tensor<i32>) -> tensor<7xf32>
  %2 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<4xf32>, tensor<3xf32>) -> tensor<7xf32>
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %3 = stablehlo.dynamic_update_slice %2, %u, %nine : (tensor<7xf32>, tensor<4xf32>, tensor<i32>) -> tensor<7xf32>
  return %1, %3 : tensor<7xf32>, tensor<7xf32>
}

// A concatenation that others read stays, and so does one of which parts of rows are replaced.
// CHECK-LABEL: @left_alone(
func.func @left_alone(%a: tensor<4x2xf32>, %b: tensor<3x2xf32>, %u: tensor<4x2xf32>, %v: tensor<4x1xf32>) -> (tensor<7x2xf32>, tensor<7x2xf32>, tensor<7x2xf32>) {
  // CHECK-COUNT-2: stablehlo.dynamic_update_slice
  %c = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<4x2xf32>, tensor<3x2xf32>) -> tensor<7x2xf32>
  %1 = stablehlo.dynamic_update_slice %0, %u, %c, %c : (tensor<7x2xf32>, tensor<4x2xf32>, tensor<i32>, tensor<i32>) -> tensor<7x2xf32>
  %2 = stablehlo.concatenate %b, %a, dim = 0 : (tensor<3x2xf32>, tensor<4x2xf32>) -> tensor<7x2xf32>
  %3 = stablehlo.dynamic_update_slice %2, %v, %c, %c : (tensor<7x2xf32>, tensor<4x1xf32>, tensor<i32>, tensor<i32>) -> tensor<7x2xf32>
  return %0, %1, %3 : tensor<7x2xf32>, tensor<7x2xf32>, tensor<7x2xf32>
}

// Slices of what was written and of what was not; the sum with zeros that a roll's gradient adds.
// CHECK-LABEL: @slices(
func.func @slices(%x: tensor<4x8xf32>, %u: tensor<2x8xf32>) -> (tensor<1x8xf32>, tensor<1x8xf32>, tensor<2x8xf32>) {
  // CHECK: stablehlo.slice %arg0 [3:4, 0:8]
  // CHECK: stablehlo.slice %arg1 [1:2, 0:8]
  // CHECK: %[[W:.*]] = stablehlo.dynamic_update_slice
  // CHECK: stablehlo.slice %[[W]] [2:4, 0:8]
  %c = stablehlo.constant dense<1> : tensor<i32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %x, %u, %c, %z : (tensor<4x8xf32>, tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  %1 = stablehlo.slice %0 [3:4, 0:8] : (tensor<4x8xf32>) -> tensor<1x8xf32>
  %2 = stablehlo.slice %0 [2:3, 0:8] : (tensor<4x8xf32>) -> tensor<1x8xf32>
  %3 = stablehlo.dynamic_update_slice %x, %u, %c, %z : (tensor<4x8xf32>, tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  %4 = stablehlo.slice %3 [2:4, 0:8] : (tensor<4x8xf32>) -> tensor<2x8xf32>
  return %1, %2, %4 : tensor<1x8xf32>, tensor<1x8xf32>, tensor<2x8xf32>
}

// Zeros that are moved are zeros.
// CHECK-LABEL: @zeros(
func.func @zeros() -> tensor<6x8xf32> {
  // CHECK: %[[Z:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<6x8xf32>
  // CHECK-NEXT: return %[[Z]]
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
  %2 = stablehlo.pad %1, %zero, low = [1, 0], high = [1, 0], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<6x8xf32>
  return %2 : tensor<6x8xf32>
}
// Minus zero has other bits, and the padding may be another number.
// CHECK-LABEL: @no_zeros(
func.func @no_zeros() -> (tensor<4x8xf32>, tensor<9xf32>) {
  // CHECK: stablehlo.transpose
  // CHECK: stablehlo.pad
  %minus = stablehlo.constant dense<-0.0> : tensor<8x4xf32>
  %0 = stablehlo.transpose %minus, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
  %zeros = stablehlo.constant dense<0.0> : tensor<8xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %1 = stablehlo.pad %zeros, %one, low = [1], high = [0], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<9xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<9xf32>
}

// An index that a loop carries unchanged is known, and so is the test whether it is in bounds.
// CHECK-LABEL: @carried_index(
func.func @carried_index(%x: tensor<4x8xf32>) -> tensor<8xf32> {
  // CHECK: stablehlo.while
  // CHECK: %[[S:.*]] = stablehlo.slice %{{.*}} [2:3, 0:8]
  // CHECK: %[[R:.*]] = stablehlo.reshape %[[S]]
  // CHECK-NOT: gather
  // CHECK-NOT: select
  // CHECK: stablehlo.add %{{.*}}, %[[R]]
  %c = stablehlo.constant dense<2> : tensor<i32>
  %at = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1xi32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<8xf32>
  %0:3 = stablehlo.while(%i = %i0, %index = %at, %sum = %zero) : tensor<i32>, tensor<1xi32>, tensor<8xf32>
   cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %most = stablehlo.constant dense<3> : tensor<1xi32>
    %true = stablehlo.constant dense<true> : tensor<i1>
    %nan = stablehlo.constant dense<0x7FC00000> : tensor<8xf32>
    %1 = stablehlo.compare LE, %index, %most, SIGNED : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
    %2 = stablehlo.reduce(%1 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<1xi1>, tensor<i1>) -> tensor<i1>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<8xi1>
    %4 = "stablehlo.gather"(%x, %index) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<1xi32>) -> tensor<8xf32>
    %5 = stablehlo.select %3, %4, %nan : tensor<8xi1>, tensor<8xf32>
    %6 = stablehlo.add %sum, %5 : tensor<8xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %7 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %7, %index, %6 : tensor<i32>, tensor<1xi32>, tensor<8xf32>
  }
  return %0#2 : tensor<8xf32>
}

// The number of the device is not known: neither as a predicate nor as the place of a window.
// CHECK-LABEL: @of_the_device(
func.func @of_the_device(%x: tensor<2x8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<2x8xf32>) {
  // CHECK: stablehlo.select
  // CHECK: stablehlo.scatter
  %id = stablehlo.partition_id : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %first = stablehlo.compare EQ, %id, %zero, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %0 = stablehlo.negate %y : tensor<8xf32>
  %1 = stablehlo.select %first, %0, %y : tensor<i1>, tensor<8xf32>
  %at = stablehlo.reshape %id : (tensor<ui32>) -> tensor<1xui32>
  %2 = "stablehlo.scatter"(%x, %at, %y) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %3 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }) : (tensor<2x8xf32>, tensor<1xui32>, tensor<8xf32>) -> tensor<2x8xf32>
  return %1, %2 : tensor<8xf32>, tensor<2x8xf32>
}
