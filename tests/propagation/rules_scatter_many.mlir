// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A scatter of several inputs adds up updates in parts where its body combines each input with its update, all by one op.
// RUN: spmd-opt %s --sdy-populate-op-sharding-rules | FileCheck %s

// CHECK-LABEL: @all_by_one_op
func.func @all_by_one_op(%x: tensor<8x16xf32>, %y: tensor<8x16xf32>, %i: tensor<8x1xi32>, %u: tensor<8x16xf32>, %v: tensor<8x16xf32>)
    -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  // CHECK: ([k, j], [k, j], [i, l], [i, j], [i, j])->([k, j], [k, j]) {i=8, j=16, k=8, l=1} reduction={i} need_replication={l}>
  %0:2 = "stablehlo.scatter"(%x, %y, %i, %u, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.maximum %a, %c : tensor<f32>
    %2 = stablehlo.maximum %d, %b : tensor<f32>
    stablehlo.return %1, %2 : tensor<f32>, tensor<f32>
  }) : (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x1xi32>, tensor<8x16xf32>, tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>)
  return %0#0, %0#1 : tensor<8x16xf32>, tensor<8x16xf32>
}

// CHECK-LABEL: @by_two
func.func @by_two(%x: tensor<8x16xf32>, %y: tensor<8x16xf32>, %i: tensor<8x1xi32>, %u: tensor<8x16xf32>, %v: tensor<8x16xf32>)
    -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  // CHECK: {i=8, j=16, k=8, l=1} need_replication={i, l}>
  %0:2 = "stablehlo.scatter"(%x, %y, %i, %u, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.maximum %a, %c : tensor<f32>
    %2 = stablehlo.add %b, %d : tensor<f32>
    stablehlo.return %1, %2 : tensor<f32>, tensor<f32>
  }) : (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x1xi32>, tensor<8x16xf32>, tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>)
  return %0#0, %0#1 : tensor<8x16xf32>, tensor<8x16xf32>
}

// CHECK-LABEL: @crosswise
func.func @crosswise(%x: tensor<8x16xf32>, %y: tensor<8x16xf32>, %i: tensor<8x1xi32>, %u: tensor<8x16xf32>, %v: tensor<8x16xf32>)
    -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  // CHECK: {i=8, j=16, k=8, l=1} need_replication={i, l}>
  %0:2 = "stablehlo.scatter"(%x, %y, %i, %u, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.add %a, %d : tensor<f32>
    %2 = stablehlo.add %b, %c : tensor<f32>
    stablehlo.return %1, %2 : tensor<f32>, tensor<f32>
  }) : (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x1xi32>, tensor<8x16xf32>, tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>)
  return %0#0, %0#1 : tensor<8x16xf32>, tensor<8x16xf32>
}
