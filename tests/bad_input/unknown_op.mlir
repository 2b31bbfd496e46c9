// RUN: %python %S/Inputs/ends_with.py 2 spmd-run %s --random-args=1 2>&1 | FileCheck %s

// CHECK: unknown_op.mlir:[[#]]:8: error: custom op 'stablehlo.addd' is unknown
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.addd %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
