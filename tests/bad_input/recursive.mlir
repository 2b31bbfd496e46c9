// RUN: %python %S/Inputs/ends_with.py 2 spmd-run %s --random-args=1 2>&1 | FileCheck %s

// CHECK: error: 'func.call' op calls @f, which leads back to @f: recursive functions have no bounded program
// CHECK: note: @f is defined here
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
