// The constants from which prefix scans start stand before the loop. Its kernels must know them, or they would recompute the window of
// each element. The second starts from a number that is not neutral, so it is no prefix scan that a kernel may carry.
// RUN: env SPMD_FOLD=1 spmd-run %s --random-args=3 --check-against-sequential
// RUN: spmd-opt %s --spmd-pipeline=stop-after=optimize | FileCheck %s

// CHECK: stablehlo.while
// CHECK: spmd.fusion
// CHECK: stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK: window_dimensions = array<i64: 1, 60>
module {
  func.func public @main(%x: tensor<5x60xf32>) -> (tensor<5x60xf32>, tensor<5x60xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %half = stablehlo.constant dense<0.5> : tensor<f32>
    %none = stablehlo.constant dense<0> : tensor<i32>
    %three = stablehlo.constant dense<3> : tensor<i32>
    %step = stablehlo.constant dense<1> : tensor<i32>
    %small = stablehlo.constant dense<0.03> : tensor<5x60xf32>
    %0:3 = stablehlo.while(%i = %none, %a = %x, %b = %x) : tensor<i32>, tensor<5x60xf32>, tensor<5x60xf32>
    cond {
      %more = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %next = stablehlo.add %i, %step : tensor<i32>
      %sum = "stablehlo.reduce_window"(%a, %zero) <{window_dimensions = array<i64: 1, 60>, padding = dense<[[0, 0], [59, 0]]> : tensor<2x2xi64>}> ({
      ^bb0(%p: tensor<f32>, %q: tensor<f32>):
        %s = stablehlo.add %p, %q : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) : (tensor<5x60xf32>, tensor<f32>) -> tensor<5x60xf32>
      %less = stablehlo.multiply %sum, %small : tensor<5x60xf32>
      %counts = "stablehlo.reduce_window"(%b, %half) <{window_dimensions = array<i64: 1, 60>, padding = dense<[[0, 0], [59, 0]]> : tensor<2x2xi64>}> ({
      ^bb0(%p: tensor<f32>, %q: tensor<f32>):
        %s = stablehlo.add %p, %q : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) : (tensor<5x60xf32>, tensor<f32>) -> tensor<5x60xf32>
      %fewer = stablehlo.multiply %counts, %small : tensor<5x60xf32>
      stablehlo.return %next, %less, %fewer : tensor<i32>, tensor<5x60xf32>, tensor<5x60xf32>
    }
    return %0#1, %0#2 : tensor<5x60xf32>, tensor<5x60xf32>
  }
}
