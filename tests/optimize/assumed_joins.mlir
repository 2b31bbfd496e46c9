// A chain of elementwise ops that joins without a plan leaves again where the plan fails: each window would compute the chain of each of its
// elements once more. It becomes a kernel of its own.
// RUN: spmd-opt %s --spmd-fuse | FileCheck %s
// RUN: spmd-run %s --random-args=2 --check-against-sequential
// CHECK: %[[CHAIN:.*]] = spmd.fusion
// CHECK-COUNT-12: stablehlo.tanh
// CHECK: spmd.fusion({{.*}}%[[CHAIN]]
// CHECK: stablehlo.reduce_window
// CHECK-COUNT-8: stablehlo.cosine
func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %t0 = stablehlo.tanh %x : tensor<64x64xf32>
  %t1 = stablehlo.tanh %t0 : tensor<64x64xf32>
  %t2 = stablehlo.tanh %t1 : tensor<64x64xf32>
  %t3 = stablehlo.tanh %t2 : tensor<64x64xf32>
  %t4 = stablehlo.tanh %t3 : tensor<64x64xf32>
  %t5 = stablehlo.tanh %t4 : tensor<64x64xf32>
  %t6 = stablehlo.tanh %t5 : tensor<64x64xf32>
  %t7 = stablehlo.tanh %t6 : tensor<64x64xf32>
  %t8 = stablehlo.tanh %t7 : tensor<64x64xf32>
  %t9 = stablehlo.tanh %t8 : tensor<64x64xf32>
  %t10 = stablehlo.tanh %t9 : tensor<64x64xf32>
  %t11 = stablehlo.tanh %t10 : tensor<64x64xf32>
  %w = "stablehlo.reduce_window"(%t11, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 3, 3>, padding = dense<1> : tensor<2x2xi64>} : (tensor<64x64xf32>, tensor<f32>) -> tensor<64x64xf32>
  %c0 = stablehlo.cosine %w : tensor<64x64xf32>
  %c1 = stablehlo.cosine %c0 : tensor<64x64xf32>
  %c2 = stablehlo.cosine %c1 : tensor<64x64xf32>
  %c3 = stablehlo.cosine %c2 : tensor<64x64xf32>
  %c4 = stablehlo.cosine %c3 : tensor<64x64xf32>
  %c5 = stablehlo.cosine %c4 : tensor<64x64xf32>
  %c6 = stablehlo.cosine %c5 : tensor<64x64xf32>
  %c7 = stablehlo.cosine %c6 : tensor<64x64xf32>
  return %c7 : tensor<64x64xf32>
}
