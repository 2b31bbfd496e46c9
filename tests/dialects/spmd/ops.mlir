// RUN: spmd-opt %s | spmd-opt | FileCheck %s

// CHECK-LABEL: @fusion
// CHECK: spmd.fusion(%{{.*}} = %arg0, %{{.*}} = %arg1) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32> {
func.func @fusion(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %0 = spmd.fusion(%a = %x, %b = %y) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32> {
    %1 = stablehlo.add %a, %b : tensor<8xf32>
    spmd.yield %1 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: @dot_with_transposed_result
// CHECK: spmd.dot %arg0, %arg1 batch = [] x [] contract = [1] x [0] to [1, 0]
func.func @dot_with_transposed_result(%x: tensor<4x8xf32>, %y: tensor<8x2xf32>) -> tensor<2x4xf32> {
  %0 = spmd.dot %x, %y batch = [] x [] contract = [1] x [0] to [1, 0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: @exchange
// CHECK: %[[H:.*]] = spmd.collective_start all_reduce sum(%arg0)
// CHECK: spmd.collective_done %[[H]]
func.func @exchange(%x: tensor<4xf32>) -> tensor<4xf32> {
  %h = spmd.collective_start all_reduce sum(%x) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<4xf32>
  %0 = spmd.collective_done %h : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: @library
// CHECK: spmd.library "sort"(%arg0) config = [1, 2]
func.func @library(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = spmd.library "sort"(%x) config = [1, 2] : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
