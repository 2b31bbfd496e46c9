// RUN: spmd-opt %s --split-input-file --sdy-pre-order-funcs | FileCheck %s

// CHECK: func.func @main
// CHECK: func.func private @outer
// CHECK: func.func private @inner
// CHECK: func.func private @last
func.func private @last(%x: tensor<8xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}
func.func private @inner(%x: tensor<8xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @outer(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = call @last(%0) : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
func.func private @outer(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @inner(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// Of two callees the later one comes first.
// CHECK: func.func @main
// CHECK: func.func private @second
// CHECK: func.func private @first
func.func private @first(%x: tensor<8xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}
func.func private @second(%x: tensor<8xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @first(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = call @second(%0) : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
