// RUN: %python %S/Inputs/ends_with.py 2 spmd-run %s --random-args=1 2>&1 | FileCheck %s

// CHECK: wrong_types.mlir:[[#]]:8: error: 'stablehlo.dot_general' op pairs lhs contracting dim 1 of size 3 with rhs dim 0 of size 4; the sizes must be equal
// CHECK: note: lhs is 'tensor<4x3xf32>'
// CHECK: note: rhs is 'tensor<4x5xf32>'
func.func @main(%x: tensor<4x3xf32>, %y: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
