// A program that checks itself ends with 0 where everything holds: by generated code, with constants as arguments or
// folded in, and by the interpreter.
// RUN: spmd-run %s --stats=json | FileCheck %s
// RUN: env SPMD_FOLD=1 spmd-run %s
// RUN: spmd-run %s --backend=reference
// RUN: spmd-run %s --save=%t.npz

// The sum is computed by a kernel: its operands are arguments.
// CHECK: "kernels":{"different":{{[1-9]}}
// CHECK-SAME: "eval":0
module {
  func.func public @main() -> tensor<4xf32> {
    %x = call @inputs() : () -> tensor<4xf32>
    %e = call @expected() : () -> tensor<4xf32>
    %s = stablehlo.add %x, %x : tensor<4xf32>
    stablehlo.custom_call @check.expect_close(%s, %e) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    check.expect_almost_eq_const %s, dense<[2.0, 4.0, 0x7F800000, 0x7FC00000]> : tensor<4xf32>, tolerance = 0.5
    %m = stablehlo.compare GT, %s, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    check.expect_eq_const %m, dense<[true, true, false, false]> : tensor<4xi1>
    return %s : tensor<4xf32>
  }
  func.func private @inputs() -> tensor<4xf32> {
    %c = stablehlo.constant dense<[1.0, 2.0, 0x7F800000, 0x7FC00000]> : tensor<4xf32>
    return %c : tensor<4xf32>
  }
  func.func private @expected() -> tensor<4xf32> {
    %c = stablehlo.constant dense<[2.0, 4.0, 0x7F800000, 0x7FC00000]> : tensor<4xf32>
    return %c : tensor<4xf32>
  }
}
