// RUN: spmd-opt %s --spmd-start-collectives --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: @sum_over_a_group(
func.func @sum_over_a_group(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: %[[H:.*]] = spmd.collective_start all_reduce sum(%arg0) {groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>} : tensor<4xf32>
  // CHECK-NEXT: %[[Y:.*]] = spmd.collective_done %[[H]] : tensor<4xf32>
  // CHECK-NEXT: return %[[Y]]
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// One handle for both tensors.
// CHECK-LABEL: @maxima_of_two_tensors(
func.func @maxima_of_two_tensors(%x: tensor<4xf32>, %y: tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
  // CHECK-NEXT: %[[H:.*]] = spmd.collective_start all_reduce maximum(%arg0, %arg1)
  // CHECK-NEXT: %[[R:.*]]:2 = spmd.collective_done %[[H]] : tensor<4xf32>, tensor<2xf32>
  // CHECK-NEXT: return %[[R]]#0, %[[R]]#1
  %0:2 = "stablehlo.all_reduce"(%x, %y) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>, tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<2xf32>
}

// Each operand has a root of its own: the first member of the group, or a scalar of the list of roots.
// CHECK-LABEL: @broadcasts(
func.func @broadcasts(%x: tensor<4xf32>, %y: tensor<2xf32>, %r: tensor<1xi32>, %rs: tensor<2xi32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>) {
  // CHECK: spmd.collective_start collective_broadcast none(%arg0) {groups
  // CHECK: %[[R:.*]] = stablehlo.reshape %arg2 : (tensor<1xi32>) -> tensor<i32>
  // CHECK: spmd.collective_start collective_broadcast none(%arg0 from %[[R]] : tensor<i32>) {groups
  // CHECK: %[[S0:.*]] = stablehlo.slice %arg3 [0:1]
  // CHECK: %[[R0:.*]] = stablehlo.reshape %[[S0]]
  // CHECK: %[[S1:.*]] = stablehlo.slice %arg3 [1:2]
  // CHECK: %[[R1:.*]] = stablehlo.reshape %[[S1]]
  // CHECK: spmd.collective_start collective_broadcast none(%arg0, %arg1 from %[[R0]], %[[R1]] : tensor<i32>, tensor<i32>)
  %0 = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.collective_broadcast"(%x, %r) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root}> : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xf32>
  %2:2 = "stablehlo.collective_broadcast"(%x, %y, %rs) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root}> : (tensor<4xf32>, tensor<2xf32>, tensor<2xi32>) -> (tensor<4xf32>, tensor<2xf32>)
  return %0, %1, %2#0, %2#1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>
}

// CHECK-LABEL: @dims_of_the_others(
func.func @dims_of_the_others(%x: tensor<4x6xf32>) -> (tensor<4x12xf32>, tensor<2x12xf32>, tensor<4x6xf32>) {
  // CHECK: spmd.collective_start all_gather none(%arg0) {dim = 1 : i64
  // CHECK: spmd.collective_start all_to_all none(%arg0) {concat_dim = 1 : i64
  // CHECK: spmd.collective_start collective_permute none(%arg0)
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}>
      : (tensor<4x6xf32>) -> tensor<4x12xf32>
  %1 = "stablehlo.all_to_all"(%x) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64,
      replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<2x12xf32>
  %2 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return %0, %1, %2 : tensor<4x12xf32>, tensor<2x12xf32>, tensor<4x6xf32>
}

// A reduction of one device's elements stays.
// CHECK-LABEL: @no_collective(
// CHECK-NOT: spmd.
// CHECK: stablehlo.reduce
// CHECK-NOT: spmd.
// CHECK: return
func.func @no_collective(%x: tensor<4xf32>, %c: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @difference_over_a_group(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{has a computation that is not one of add, multiply, minimum, maximum, and, or of its two arguments; no other is run across devices}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
