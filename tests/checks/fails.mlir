// A check that does not hold is told by its exit code, 1, and at its place: which element, both values.
// RUN: %python %source/tests/bad_input/Inputs/ends_with.py 1 spmd-run %s 2>&1 | FileCheck %s
// RUN: %python %source/tests/bad_input/Inputs/ends_with.py 1 env SPMD_FOLD=1 spmd-run %s 2>&1 | FileCheck %s
// RUN: %python %source/tests/bad_input/Inputs/ends_with.py 1 spmd-run %s --backend=reference 2>&1 | FileCheck %s

// The module's only function is run, whatever its name.
// CHECK: fails.mlir:[[#@LINE+5]]:3: error: 'check.expect_eq' op does not hold: element [1] is 4, expected 5
func.func @test() {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = stablehlo.add %0, %0 : tensor<2xf32>
  %2 = stablehlo.constant dense<[2.0, 5.0]> : tensor<2xf32>
  check.expect_eq %1, %2 : tensor<2xf32>
  return
}
