// RUN: %python %S/Inputs/ends_with.py 2 spmd-run %s --random-args=1 2>&1 | FileCheck %s

// CHECK: unknown_custom_call.mlir:[[#]]:8: error: 'stablehlo.custom_call' op is not run by generated code: stablehlo.custom_call @nobody has neither loops nor a routine
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @nobody(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
