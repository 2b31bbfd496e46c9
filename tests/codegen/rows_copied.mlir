// Eight arguments that a kernel reads together are copied together; two are cases of the kernel.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
// RUN: spmd-run %s --random-args=1 --stats | FileCheck %s
// RUN: spmd-run %s --no-run --print-after=optimize 2>&1 | FileCheck %s --check-prefix=IR
// CHECK: commands {{.*}} 8 copies (128.00 KiB) a step
// IR: spmd.rows %arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7 {is_copied}
// IR: stablehlo.concatenate
func.func @main(%a0: tensor<64x64xf32>, %a1: tensor<64x64xf32>, %a2: tensor<64x64xf32>, %a3: tensor<64x64xf32>, %a4: tensor<64x64xf32>, %a5: tensor<64x64xf32>, %a6: tensor<64x64xf32>, %a7: tensor<64x64xf32>) -> (tensor<8x64x64xf32>, tensor<2x64x64xf32>) {
  %r0 = stablehlo.reshape %a0 : (tensor<64x64xf32>) -> tensor<1x64x64xf32>
  %r1 = stablehlo.reshape %a1 : (tensor<64x64xf32>) -> tensor<1x64x64xf32>
  %r2 = stablehlo.reshape %a2 : (tensor<64x64xf32>) -> tensor<1x64x64xf32>
  %r3 = stablehlo.reshape %a3 : (tensor<64x64xf32>) -> tensor<1x64x64xf32>
  %r4 = stablehlo.reshape %a4 : (tensor<64x64xf32>) -> tensor<1x64x64xf32>
  %r5 = stablehlo.reshape %a5 : (tensor<64x64xf32>) -> tensor<1x64x64xf32>
  %r6 = stablehlo.reshape %a6 : (tensor<64x64xf32>) -> tensor<1x64x64xf32>
  %r7 = stablehlo.reshape %a7 : (tensor<64x64xf32>) -> tensor<1x64x64xf32>
  %0 = stablehlo.concatenate %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, dim = 0 : (tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1x64x64xf32>) -> tensor<8x64x64xf32>
  %1 = stablehlo.tanh %0 : tensor<8x64x64xf32>
  %2 = stablehlo.concatenate %r0, %r1, dim = 0 : (tensor<1x64x64xf32>, tensor<1x64x64xf32>) -> tensor<2x64x64xf32>
  %3 = stablehlo.tanh %2 : tensor<2x64x64xf32>
  return %1, %3 : tensor<8x64x64xf32>, tensor<2x64x64xf32>
}
