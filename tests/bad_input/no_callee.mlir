// Depth is looked at before the ops are verified: one whose callee is absent is refused, not followed.
// RUN: rm -rf %t && split-file %s %t
// RUN: %python %S/Inputs/ends_with.py 2 spmd-run %t/composite.mlir 2>&1 | FileCheck %s
// RUN: %python %S/Inputs/ends_with.py 2 spmd-run %t/call.mlir 2>&1 | FileCheck %s --check-prefix=CALL

//--- composite.mlir
// CHECK: composite.mlir:4:8: error: 'stablehlo.composite' op requires attribute 'decomposition'
func.func @decomposition(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.composite "acme.scale" %x {decompositicn = @decomposition} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
//--- call.mlir
// CALL: call.mlir:3:8: error: 'func.call' op requires attribute 'callee'
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "func.call"(%x) {calee = @main} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
