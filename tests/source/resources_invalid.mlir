// Resources that are not there, or that have other bytes than the type.
// RUN: split-file %s %t
// RUN: not spmd-run %t/missing.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not spmd-run %t/short.mlir 2>&1 | FileCheck %s --check-prefix=SHORT
// MISSING: missing.mlir:2:8: error: 'stablehlo.constant' op has its elements in the resource '__elided__', which the file does not hold
// SHORT: short.mlir:2:8: error: 'stablehlo.constant' op has its elements in the resource 'numbers' of 4 bytes; 'tensor<4xf32>' has 16

//--- missing.mlir
func.func @main() -> tensor<4xf32> {
  %0 = stablehlo.constant dense_resource<__elided__> : tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- short.mlir
func.func @main() -> tensor<4xf32> {
  %0 = stablehlo.constant dense_resource<numbers> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
{-# dialect_resources: { builtin: { numbers: "0x040000000000803f" } } #-}
