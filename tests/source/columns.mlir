// Packing the constant leaves the column of what stands behind it.
// RUN: not spmd-opt %s 2>&1 | FileCheck %s

func.func @column_behind_a_constant() -> tensor<16xi1> {
  // CHECK: columns.mlir:[[#@LINE+1]]:89: error:
  %0 = stablehlo.constant dense<"0x01000000000000000000000000000001"> : tensor<16xi1> %1
  return %0 : tensor<16xi1>
}
