// Exit code 1 says that a check was made and does not hold. A run that fails at something with "check" in its name, or at a
// check that cannot be made, ends with 3.
// RUN: split-file %s %t
// RUN: %python %source/tests/bad_input/Inputs/ends_with.py 3 spmd-run %t/target.mlir --backend=reference --random-args=1 2>&1 | FileCheck %t/target.mlir
// RUN: %python %source/tests/bad_input/Inputs/ends_with.py 3 spmd-run %t/operands.mlir --backend=reference 2>&1 | FileCheck %t/operands.mlir
// RUN: %python %source/tests/bad_input/Inputs/ends_with.py 3 spmd-run %t/operands.mlir 2>&1 | FileCheck %t/operands.mlir

//--- target.mlir
// CHECK: error: 'stablehlo.custom_call' op calls the target @check_bounds, which is not known
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @check_bounds(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

//--- operands.mlir
// CHECK: error: 'stablehlo.custom_call' op check.expect_eq compares two values, not 1
func.func @main() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = stablehlo.add %0, %0 : tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%1) {has_side_effect = true} : (tensor<2xf32>) -> ()
  return %1 : tensor<2xf32>
}
