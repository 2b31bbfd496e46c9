// RUN: spmd-opt %s --sdy-flatten-call-graph --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: call @f(
  // CHECK: call @f_1(
  // CHECK: call @g_2(
  %0 = call @f(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = call @f(%0) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = call @g(%1) : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
// CHECK: func.func private @f(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK: call @g(
func.func private @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// CHECK: func.func private @g(%arg0: tensor<8xf32>) -> tensor<8xf32> {
func.func private @g(%x: tensor<8xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}
// CHECK: func.func private @g_0({{.*}} attributes {sdy.original_func_name = "g"}
// CHECK: func.func private @f_1({{.*}} attributes {sdy.original_func_name = "f"}
// CHECK: call @g_0(
// CHECK: func.func private @g_2({{.*}} attributes {sdy.original_func_name = "g"}

// -----

// Callees come first: the inner call keeps the function, and main's calls get copies.
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: call @f_0(
  // CHECK: call @g(
  // CHECK: call @f_1(
  // CHECK: call @g_3(
  %0 = call @f(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = call @g(%0) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = call @f(%1) : (tensor<8xf32>) -> tensor<8xf32>
  %3 = call @g(%2) : (tensor<8xf32>) -> tensor<8xf32>
  return %3 : tensor<8xf32>
}
// CHECK: func.func private @g(
// CHECK-NEXT: call @f(
func.func private @g(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}

// -----

func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @ping(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// expected-note @below {{@ping is defined here}}
func.func private @ping(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @pong(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @pong(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{calls @ping, which leads back to @pong: recursive functions have no bounded program}}
  %0 = call @ping(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
