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
// CHECK: spmd.library(%[[A:.*]] = %arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: %[[SORTED:.*]] = "stablehlo.sort"(%[[A]]) <{dimension = 1 : i64, is_stable = true}> ({
// CHECK: spmd.yield %[[SORTED]]
func.func @library(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = spmd.library(%a = %x) : (tensor<4x8xf32>) -> tensor<4x8xf32> {
    %1 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %2 = stablehlo.compare LT, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    spmd.yield %1 : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: @undefined
// CHECK: spmd.undefined : tensor<4xf32>
func.func @undefined() -> tensor<4xf32> {
  %0 = spmd.undefined : tensor<4xf32>
  return %0 : tensor<4xf32>
}
