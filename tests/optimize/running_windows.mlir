// A running sum over 100 elements: windows inside of 7 pieces of 16, windows over the totals of the pieces before, and their sum.
// What starts from something that counts, or is short, keeps its windows.
// RUN: spmd-opt %s --spmd-simplify | FileCheck %s

// CHECK-LABEL: @up
// CHECK: stablehlo.pad %{{.*}}, low = [0, 0], high = [0, 12], interior = [0, 0]
// CHECK: %[[CUT:.*]] = stablehlo.reshape %{{.*}} -> tensor<4x7x16xf32>
// CHECK: %[[INSIDE:.*]] = "stablehlo.reduce_window"(%[[CUT]],
// CHECK-SAME: padding = dense<{{\[\[}}0, 0], [0, 0], [15, 0]]>
// CHECK-SAME: window_dimensions = array<i64: 1, 1, 16>
// CHECK: stablehlo.slice %[[INSIDE]] [0:4, 0:7, 15:16]
// CHECK: %[[SHIFTED:.*]] = stablehlo.pad %{{.*}}, low = [0, 1], high = [0, 0], interior = [0, 0]
// CHECK: %[[TOTALS:.*]] = "stablehlo.reduce_window"(%[[SHIFTED]],
// CHECK-SAME: padding = dense<{{\[\[}}0, 0], [6, 0]]>
// CHECK: %[[BEFORE:.*]] = stablehlo.broadcast_in_dim %[[TOTALS]], dims = [0, 1]
// CHECK: stablehlo.add %[[BEFORE]], %[[INSIDE]] : tensor<4x7x16xf32>
// CHECK: stablehlo.slice %{{.*}} [0:4, 0:100]
func.func @up(%x: tensor<4x100xf32>) -> tensor<4x100xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 100>, padding = dense<[[0, 0], [99, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x100xf32>, tensor<f32>) -> tensor<4x100xf32>
  return %0 : tensor<4x100xf32>
}

// CHECK-LABEL: @counts
// CHECK: window_dimensions = array<i64: 1, 100>
// CHECK-NOT: pad
func.func @counts(%x: tensor<4x100xf32>) -> tensor<4x100xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %one) <{window_dimensions = array<i64: 1, 100>, padding = dense<[[0, 0], [99, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x100xf32>, tensor<f32>) -> tensor<4x100xf32>
  return %0 : tensor<4x100xf32>
}

// CHECK-LABEL: @short
// CHECK: window_dimensions = array<i64: 1, 32>
// CHECK-NOT: stablehlo.slice
func.func @short(%x: tensor<4x32xf32>) -> tensor<4x32xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 32>, padding = dense<[[0, 0], [0, 31]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x32xf32>, tensor<f32>) -> tensor<4x32xf32>
  return %0 : tensor<4x32xf32>
}
