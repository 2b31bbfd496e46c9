// A check that does not hold is told from bad input by its exit code, 1, and names the element and both numbers.
// RUN: %python %S/Inputs/ends_with.py 1 spmd-run %s --backend=reference 2>&1 | FileCheck %s

// CHECK: check_fails.mlir:[[#@LINE+4]]:3: error: 'check.expect_eq_const' op does not hold: element [1] is 4, expected 5
func.func @main() {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = stablehlo.add %0, %0 : tensor<2xf32>
  check.expect_eq_const %1, dense<[2.0, 5.0]> : tensor<2xf32>
  return
}
