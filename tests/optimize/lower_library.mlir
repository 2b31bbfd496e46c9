// RUN: spmd-opt %s --spmd-lower-library | FileCheck %s

// The op goes into the call, with the constant that its comparator reads from outside.
// CHECK-LABEL: @comparator_reads_a_constant(
func.func @comparator_reads_a_constant(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %c = stablehlo.constant dense<2.0> : tensor<f32>
  // CHECK: %[[Y:.*]] = spmd.library(%[[X:.*]] = %arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK-NEXT: %[[SORTED:.*]] = "stablehlo.sort"(%[[X]]) <{dimension = 1 : i64, is_stable = true}> ({
  // CHECK-NEXT: ^bb0(%[[L:.*]]: tensor<f32>, %[[R:.*]]: tensor<f32>):
  // CHECK-NEXT: %[[TWO:.*]] = stablehlo.constant dense<2.0
  // CHECK-NEXT: %[[TWICE:.*]] = stablehlo.multiply %[[L]], %[[TWO]]
  // CHECK-NEXT: stablehlo.compare LT, %[[TWICE]], %[[R]]
  // CHECK: spmd.yield %[[SORTED]]
  // CHECK: return %[[Y]]
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %1 = stablehlo.multiply %l, %c : tensor<f32>
    %2 = stablehlo.compare LT, %1, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// A routine without a callback.
// CHECK-LABEL: @cholesky(
func.func @cholesky(%x: tensor<2x3x3xf32>) -> tensor<2x3x3xf32> {
  // CHECK-NEXT: %[[Y:.*]] = spmd.library(%[[X:.*]] = %arg0)
  // CHECK-NEXT: stablehlo.cholesky %[[X]], lower = true
  // CHECK: return %[[Y]]
  %0 = stablehlo.cholesky %x, lower = true : tensor<2x3x3xf32>
  return %0 : tensor<2x3x3xf32>
}

// An op with loops stays, but its body gets the constant, too. Bodies of control flow read from outside as they did.
// CHECK-LABEL: @no_routine(
func.func @no_routine(%x: tensor<8xf32>, %i: tensor<f32>, %p: tensor<i1>) -> tensor<f32> {
  // CHECK: %[[C:.*]] = stablehlo.constant
  %c = stablehlo.constant dense<2.0> : tensor<f32>
  // CHECK: stablehlo.reduce
  // CHECK: reducer
  // CHECK-NEXT: %[[OWN:.*]] = stablehlo.constant
  // CHECK: stablehlo.multiply %{{.*}}, %[[OWN]]
  %0 = stablehlo.reduce(%x init: %i) across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    reducer(%l: tensor<f32>, %r: tensor<f32>) {
      %1 = stablehlo.multiply %r, %c : tensor<f32>
      %2 = stablehlo.add %l, %1 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }
  // CHECK: stablehlo.if
  // CHECK-NEXT: stablehlo.return %[[C]]
  %3 = "stablehlo.if"(%p) ({
    stablehlo.return %c : tensor<f32>
  }, {
    stablehlo.return %0 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %3 : tensor<f32>
}

// Indices that only get a dim of size 1 are read where they are; those that are spread are another array.
// CHECK-LABEL: @indices_in_place(
// CHECK: %[[VIEW:.*]] = stablehlo.reshape %arg1 : (tensor<6xi32>) -> tensor<6x1xi32>
// CHECK: spmd.library(%{{.*}} = %arg0, %{{.*}} = %[[VIEW]], %{{.*}} = %arg2)
// CHECK: %[[SPREAD:.*]] = stablehlo.broadcast_in_dim %arg3
// CHECK: spmd.library(%{{.*}} = %arg0, %{{.*}} = %[[SPREAD]], %{{.*}} = %arg2)
func.func @indices_in_place(%x: tensor<9xf32>, %i: tensor<6xi32>, %u: tensor<6xf32>, %one: tensor<1xi32>) -> (tensor<9xf32>, tensor<9xf32>) {
  %0 = stablehlo.broadcast_in_dim %i, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
  %1 = "stablehlo.scatter"(%x, %0, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %4 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) : (tensor<9xf32>, tensor<6x1xi32>, tensor<6xf32>) -> tensor<9xf32>
  %2 = stablehlo.broadcast_in_dim %one, dims = [1] : (tensor<1xi32>) -> tensor<6x1xi32>
  %3 = "stablehlo.scatter"(%x, %2, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %5 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<9xf32>, tensor<6x1xi32>, tensor<6xf32>) -> tensor<9xf32>
  return %1, %3 : tensor<9xf32>, tensor<9xf32>
}
