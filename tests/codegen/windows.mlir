// Windows beyond the operand's border find the initial value there, which need not be neutral; windows of one element only add it;
// prefix scans are made from either side, with and without knowing what they start from.
// RUN: spmd-run %s
// RUN: env SPMD_FOLD=1 spmd-run %s
// RUN: spmd-run %s --backend=reference
module {
  func.func public @main() {
    %x = call @numbers() : () -> tensor<2x3xf32>
    %three = stablehlo.constant dense<3.0> : tensor<f32>
    %sums = "stablehlo.reduce_window"(%x, %three) <{window_dimensions = array<i64: 1, 3>,
        padding = dense<[[0, 0], [1, 2]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x4xf32>
    check.expect_almost_eq_const %sums, dense<[[9.0, 9.0, 11.0, 12.0], [15.0, 18.0, 17.0, 15.0]]> : tensor<2x4xf32>, tolerance = 0.0

    %ones = "stablehlo.reduce_window"(%x, %three) <{window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 1, 2>,
        padding = dense<[[1, 0], [0, 2]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x3xf32>
    check.expect_almost_eq_const %ones, dense<[[6.0, 6.0, 6.0], [4.0, 6.0, 6.0], [7.0, 9.0, 6.0]]> : tensor<3x3xf32>, tolerance = 0.0

    %holes = "stablehlo.reduce_window"(%x, %three) <{window_dimensions = array<i64: 1, 1>, base_dilations = array<i64: 1, 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x5xf32>
    check.expect_almost_eq_const %holes, dense<[[3.0, 3.0, 3.0, 3.0, 3.0], [4.0, 3.0, 5.0, 3.0, 6.0]]> : tensor<2x5xf32>, tolerance = 0.0

    // 1, 2, .., 300 add up to n (n + 1) / 2, from the end to 45150 - n (n - 1) / 2.
    %i = stablehlo.iota dim = 1 : tensor<2x300xf32>
    %one = stablehlo.constant dense<1.0> : tensor<2x300xf32>
    %n = stablehlo.add %i, %one : tensor<2x300xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %up = "stablehlo.reduce_window"(%n, %zero) <{window_dimensions = array<i64: 1, 300>,
        padding = dense<[[0, 0], [299, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2x300xf32>, tensor<f32>) -> tensor<2x300xf32>
    %down = "stablehlo.reduce_window"(%n, %zero) <{window_dimensions = array<i64: 1, 300>,
        padding = dense<[[0, 0], [0, 299]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2x300xf32>, tensor<f32>) -> tensor<2x300xf32>
    %half = stablehlo.constant dense<0.5> : tensor<2x300xf32>
    %square = stablehlo.multiply %n, %n : tensor<2x300xf32>
    %more = stablehlo.add %square, %n : tensor<2x300xf32>
    %wantUp = stablehlo.multiply %more, %half : tensor<2x300xf32>
    check.expect_eq %up, %wantUp : tensor<2x300xf32>
    %all = stablehlo.constant dense<45150.0> : tensor<2x300xf32>
    %rest = stablehlo.subtract %all, %wantUp : tensor<2x300xf32>
    %wantDown = stablehlo.add %rest, %n : tensor<2x300xf32>
    check.expect_eq %down, %wantDown : tensor<2x300xf32>

    // As many threes as elements are beyond the border, and one: no sum that may be cut into pieces.
    %threes = "stablehlo.reduce_window"(%n, %three) <{window_dimensions = array<i64: 1, 300>,
        padding = dense<[[0, 0], [299, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2x300xf32>, tensor<f32>) -> tensor<2x300xf32>
    %c903 = stablehlo.constant dense<903.0> : tensor<2x300xf32>
    %c3 = stablehlo.constant dense<3.0> : tensor<2x300xf32>
    %three_n = stablehlo.multiply %c3, %n : tensor<2x300xf32>
    %border = stablehlo.subtract %c903, %three_n : tensor<2x300xf32>
    %wantThrees = stablehlo.add %wantUp, %border : tensor<2x300xf32>
    check.expect_eq %threes, %wantThrees : tensor<2x300xf32>
    return
  }
  func.func private @numbers() -> tensor<2x3xf32> {
    %c = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
    return %c : tensor<2x3xf32>
  }
}
