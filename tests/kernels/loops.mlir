// The stage loops shows what code generation compiles: the loops of each different kernel, after all passes on them.
// RUN: spmd-run %s --stop-after=loops > %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// The text is a module that is well formed, and that of the pipeline on the reference machine.
// RUN: spmd-opt %t.mlir -o %t.again.mlir
// RUN: spmd-opt %s --spmd-pipeline=stop-after=loops | FileCheck %s
// RUN: spmd-opt %s --spmd-pipeline="stop-after=loops machine=last-cache=64KiB" | FileCheck %s --check-prefix=SMALL
// Printed on the way, it leaves the program as it is.
// RUN: spmd-run %s --print-after=loops --random-args=1 --save=%t.printed.npz 2>&1 | FileCheck %s
// RUN: spmd-run %s --random-args=1 --save=%t.npz
// RUN: cmp %t.npz %t.printed.npz

// Functions that MLIR has no op for are declared, one for each type.
// CHECK: func.func private @logistic_f32x32(vector<32xf32>) -> vector<32xf32>
// CHECK: func.func private @logistic_f32(f32) -> f32
// CHECK: func.func private @kernel0(
// CHECK-SAME: attributes {spmd.loops}
// CHECK: call @logistic_f32x32(
// CHECK: call @logistic_f32(
// The loop that carries the scan from lane to lane is gone.
// CHECK: func.func private @kernel1(
// CHECK-SAME: attributes {spmd.loops}
// CHECK-NOT: spmd.inclusive_scan
// CHECK: vector.shuffle %{{.*}} [0, 0, 1, 2
// CHECK: func.func {{.*}}@main(
// CHECK: spmd.kernel
// CHECK: spmd.kernel
// The last cache of another machine does not hold a result.
// SMALL: func.func private @kernel0(
// SMALL-SAME: spmd.non_temporal
func.func @main(%x: tensor<20001xf32>, %y: tensor<3x1000xf32>) -> (tensor<20001xf32>, tensor<3x1000xf32>) {
  %0 = stablehlo.logistic %x : tensor<20001xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = "stablehlo.reduce_window"(%y, %zero) <{padding = dense<[[0, 0], [999, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 1000>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %2 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<3x1000xf32>, tensor<f32>) -> tensor<3x1000xf32>
  return %0, %1 : tensor<20001xf32>, tensor<3x1000xf32>
}
