// Parts of a loop that are shorter than its steps: where a dim is cut at the borders of pads and concatenations, one column may be left,
// of rows longer than one piece of work. And prefix scans over one row of which one element is left.
// RUN: env SPMD_FOLD=1 spmd-run %s --random-args=3 --check-against-sequential
// RUN: env SPMD_FOLD=1 SPMD_MAX_ISA=avx2 spmd-run %s --random-args=4 --check-against-sequential
module {
  func.func public @main(%x: tensor<6x150xf32>, %y: tensor<33xf32>, %z: tensor<1x80xf32>) -> (tensor<6x300xf32>, tensor<6x301xf32>, tensor<33xf32>, tensor<33xf32>, tensor<1x80xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %three = stablehlo.constant dense<3.0> : tensor<f32>
    %spread = stablehlo.pad %x, %zero, low = [0, 0], high = [0, 1], interior = [0, 1] : (tensor<6x150xf32>, tensor<f32>) -> tensor<6x300xf32>
    %one = stablehlo.slice %x [0:6, 7:8] : (tensor<6x150xf32>) -> tensor<6x1xf32>
    %parts = stablehlo.concatenate %x, %one, %x, dim = 1 : (tensor<6x150xf32>, tensor<6x1xf32>, tensor<6x150xf32>) -> tensor<6x301xf32>
    %twice = stablehlo.add %parts, %parts : tensor<6x301xf32>

    %sum = "stablehlo.reduce_window"(%y, %zero) <{window_dimensions = array<i64: 33>, padding = dense<[[32, 0]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<33xf32>, tensor<f32>) -> tensor<33xf32>
    %more = stablehlo.multiply %sum, %y : tensor<33xf32>
    %back = "stablehlo.reduce_window"(%more, %zero) <{window_dimensions = array<i64: 33>, padding = dense<[[0, 32]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<33xf32>, tensor<f32>) -> tensor<33xf32>

    %before = stablehlo.pad %z, %three, low = [0, 1], high = [0, 0], interior = [0, 0] : (tensor<1x80xf32>, tensor<f32>) -> tensor<1x81xf32>
    %running = "stablehlo.reduce_window"(%before, %zero) <{window_dimensions = array<i64: 1, 81>, padding = dense<[[0, 0], [80, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<1x81xf32>, tensor<f32>) -> tensor<1x81xf32>
    %after = stablehlo.slice %running [0:1, 1:81] : (tensor<1x81xf32>) -> tensor<1x80xf32>
    return %spread, %twice, %more, %back, %after : tensor<6x300xf32>, tensor<6x301xf32>, tensor<33xf32>, tensor<33xf32>, tensor<1x80xf32>
  }
}
