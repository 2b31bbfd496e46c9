// Prefix scans: forwards along the last dim a kernel carries them on, backwards is forwards between reversals. Along another dim,
// here of 100 elements, they are windows inside of 7 pieces of 16, windows over the totals of the pieces before, and their sum; so
// are few long rows, of pieces of 4096. What starts from something that counts, or is short, keeps its windows.
// RUN: spmd-opt %s --spmd-simplify | FileCheck %s

// CHECK-LABEL: @rows
// CHECK: "stablehlo.reduce_window"(%arg0,
// CHECK-SAME: window_dimensions = array<i64: 1, 100>
// CHECK-NOT: stablehlo.reverse
// CHECK-NOT: stablehlo.pad
func.func @rows(%x: tensor<4x100xf32>) -> tensor<4x100xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 100>, padding = dense<[[0, 0], [99, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x100xf32>, tensor<f32>) -> tensor<4x100xf32>
  return %0 : tensor<4x100xf32>
}

// CHECK-LABEL: @back
// CHECK: %[[TURNED:.*]] = stablehlo.reverse %arg0, dims = [1]
// CHECK: %[[SUM:.*]] = "stablehlo.reduce_window"(%[[TURNED]],
// CHECK-SAME: padding = dense<{{\[\[}}0, 0], [99, 0]]>
// CHECK-SAME: window_dimensions = array<i64: 1, 100>
// CHECK: stablehlo.reverse %[[SUM]], dims = [1]
func.func @back(%x: tensor<4x100xf32>) -> tensor<4x100xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 100>, padding = dense<[[0, 0], [0, 99]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x100xf32>, tensor<f32>) -> tensor<4x100xf32>
  return %0 : tensor<4x100xf32>
}

// CHECK-LABEL: @up
// CHECK: stablehlo.pad %{{.*}}, low = [0, 0], high = [12, 0], interior = [0, 0]
// CHECK: %[[CUT:.*]] = stablehlo.reshape %{{.*}} -> tensor<7x16x4xf32>
// CHECK: %[[INSIDE:.*]] = "stablehlo.reduce_window"(%[[CUT]],
// CHECK-SAME: padding = dense<{{\[\[}}0, 0], [15, 0], [0, 0]]>
// CHECK-SAME: window_dimensions = array<i64: 1, 16, 1>
// CHECK: stablehlo.slice %[[INSIDE]] [0:7, 15:16, 0:4]
// CHECK: %[[SHIFTED:.*]] = stablehlo.pad %{{.*}}, low = [1, 0], high = [0, 0], interior = [0, 0]
// CHECK: %[[TOTALS:.*]] = "stablehlo.reduce_window"(%[[SHIFTED]],
// CHECK-SAME: padding = dense<{{\[\[}}6, 0], [0, 0]]>
// CHECK: %[[BEFORE:.*]] = stablehlo.broadcast_in_dim %[[TOTALS]], dims = [0, 2]
// CHECK: stablehlo.add %[[BEFORE]], %[[INSIDE]] : tensor<7x16x4xf32>
// CHECK: stablehlo.slice %{{.*}} [0:100, 0:4]
func.func @up(%x: tensor<100x4xf32>) -> tensor<100x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 100, 1>, padding = dense<[[99, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<100x4xf32>, tensor<f32>) -> tensor<100x4xf32>
  return %0 : tensor<100x4xf32>
}

// CHECK-LABEL: @few_long_rows
// CHECK: %[[CUT:.*]] = stablehlo.reshape %{{.*}} -> tensor<2x3x4096xf32>
// CHECK: "stablehlo.reduce_window"(%[[CUT]],
// CHECK-SAME: window_dimensions = array<i64: 1, 1, 4096>
// CHECK: "stablehlo.reduce_window"
// CHECK-SAME: window_dimensions = array<i64: 1, 3>
func.func @few_long_rows(%x: tensor<2x10000xf32>) -> tensor<2x10000xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 10000>, padding = dense<[[0, 0], [9999, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x10000xf32>, tensor<f32>) -> tensor<2x10000xf32>
  return %0 : tensor<2x10000xf32>
}

// CHECK-LABEL: @counts
// CHECK: window_dimensions = array<i64: 100, 1>
// CHECK-NOT: pad
func.func @counts(%x: tensor<100x4xf32>) -> tensor<100x4xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %one) <{window_dimensions = array<i64: 100, 1>, padding = dense<[[99, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<100x4xf32>, tensor<f32>) -> tensor<100x4xf32>
  return %0 : tensor<100x4xf32>
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
