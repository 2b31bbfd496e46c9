// RUN: spmd-opt %s | spmd-opt | FileCheck %s

// CHECK-LABEL: @functions
func.func @functions(%x: tensor<8x3xf32>, %i: tensor<4xi32>, %z: tensor<2xcomplex<f32>>) {
  // CHECK: chlo.erf %arg0 {note = 1 : i64} : tensor<8x3xf32> -> tensor<8x3xf32>
  %0 = chlo.erf %x {note = 1} : tensor<8x3xf32> -> tensor<8x3xf32>
  // CHECK: chlo.is_inf %arg0 : tensor<8x3xf32> -> tensor<8x3xi1>
  %1 = chlo.is_inf %x : tensor<8x3xf32> -> tensor<8x3xi1>
  // CHECK: chlo.next_after %arg0, %arg0 : tensor<8x3xf32>, tensor<8x3xf32> -> tensor<8x3xf32>
  %2 = chlo.next_after %x, %x : tensor<8x3xf32>, tensor<8x3xf32> -> tensor<8x3xf32>
  // CHECK: chlo.mulhi %arg1, %arg1 : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
  %3 = chlo.mulhi %i, %i : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
  // CHECK: chlo._asin_acos_kernel %arg2 : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  %4 = chlo._asin_acos_kernel %z : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  // CHECK: chlo.square %arg2 : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  %5 = chlo.square %z : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  return
}

// CHECK-LABEL: @broadcasting
func.func @broadcasting(%x: tensor<8x3xf32>, %y: tensor<3xf32>, %d: tensor<?x3xf32>, %p: tensor<i1>) {
  // CHECK: chlo.broadcast_add %arg0, %arg1 : (tensor<8x3xf32>, tensor<3xf32>) -> tensor<8x3xf32>
  %0 = chlo.broadcast_add %x, %y : (tensor<8x3xf32>, tensor<3xf32>) -> tensor<8x3xf32>
  // CHECK: chlo.broadcast_compare %arg0, %arg1 {broadcast_dimensions = array<i64: 1>, compare_type = #chlo<comparison_type FLOAT>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<8x3xf32>, tensor<3xf32>) -> tensor<8x3xi1>
  %1 = chlo.broadcast_compare %x, %y {broadcast_dimensions = array<i64: 1>, comparison_direction = #chlo<comparison_direction LT>, compare_type = #chlo<comparison_type FLOAT>} : (tensor<8x3xf32>, tensor<3xf32>) -> tensor<8x3xi1>
  // CHECK: chlo.broadcast_select %arg3, %arg0, %arg1 : (tensor<i1>, tensor<8x3xf32>, tensor<3xf32>) -> tensor<8x3xf32>
  %2 = chlo.broadcast_select %p, %x, %y : (tensor<i1>, tensor<8x3xf32>, tensor<3xf32>) -> tensor<8x3xf32>
  // CHECK: chlo.broadcast_complex %arg1, %arg1 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xcomplex<f32>>
  %3 = chlo.broadcast_complex %y, %y : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xcomplex<f32>>
  // CHECK: chlo.broadcast_multiply %arg2, %arg1 : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  %4 = chlo.broadcast_multiply %d, %y : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  return
}

// CHECK-LABEL: @constants
func.func @constants(%x: tensor<8x3xf32>) {
  // CHECK: "chlo.constant_like"(%arg0) <{value = 5.000000e-01 : f32}> : (tensor<8x3xf32>) -> tensor<8x3xf32>
  %0 = "chlo.constant_like"(%x) <{value = 0.5 : f32}> : (tensor<8x3xf32>) -> tensor<8x3xf32>
  // CHECK: chlo.constant dense<1.000000e+00> : tensor<f32>
  %1 = chlo.constant dense<1.0> : tensor<f32>
  return
}

// CHECK-LABEL: @rows
func.func @rows(%x: tensor<8x3xf32>, %c: tensor<3xf32>, %w: tensor<2x3x4xf32>, %n: tensor<2xi64>) {
  // CHECK: %values, %indices = chlo.top_k(%arg0, k = 2) : tensor<8x3xf32> -> (tensor<8x2xf32>, tensor<8x2xi32>)
  %0:2 = chlo.top_k(%x, k = 2) : tensor<8x3xf32> -> (tensor<8x2xf32>, tensor<8x2xi32>)
  // CHECK: chlo.top_k(%arg0, k = 2, is_stable = false)
  %1:2 = chlo.top_k(%x, k = 2, is_stable = false) : tensor<8x3xf32> -> (tensor<8x2xf32>, tensor<8x2xi32>)
  // CHECK: chlo.scan(%arg0) inits (%arg1) dimension=0  attributes {is_reverse = true} {
  // CHECK-NEXT: ^bb0(%input: tensor<3xf32>, %carry: tensor<3xf32>):
  %2:2 = chlo.scan(%x) inits (%c) dimension=0 attributes {is_reverse = true} {
  ^bb0(%a: tensor<3xf32>, %b: tensor<3xf32>):
    %4 = stablehlo.add %a, %b : tensor<3xf32>
    stablehlo.return %4, %4 : tensor<3xf32>, tensor<3xf32>
  } : (tensor<8x3xf32>, tensor<3xf32>) -> (tensor<8x3xf32>, tensor<3xf32>)
  // CHECK: "chlo.ragged_dot"(%arg0, %arg2, %arg3) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}>
  %3 = "chlo.ragged_dot"(%x, %w, %n) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>]}> : (tensor<8x3xf32>, tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<8x4xf32>
  return
}
