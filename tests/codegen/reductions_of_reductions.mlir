// A reduction that reads what a row's reduction made has a kernel of its own unless it takes one element of each row.
// RUN: spmd-run %s
// RUN: spmd-run %s --backend=reference
module {
  func.func public @main() {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %x = call @rows() : () -> tensor<4x3xf32>

    // max over rows: 3, 6, 9, 12; all but the first: 27; with each once more: 60; each less each, the largest: 9.
    %max = stablehlo.reduce(%x init: %lowest) applies stablehlo.maximum across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
    %some = stablehlo.slice %max [1:4] : (tensor<4xf32>) -> tensor<3xf32>
    %a = stablehlo.reduce(%some init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    check.expect_eq_const %a, dense<27.0> : tensor<f32>
    %twice = stablehlo.concatenate %max, %max, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
    %b = stablehlo.reduce(%twice init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    check.expect_eq_const %b, dense<60.0> : tensor<f32>
    %l = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<4xf32>) -> tensor<4x4xf32>
    %r = stablehlo.broadcast_in_dim %max, dims = [1] : (tensor<4xf32>) -> tensor<4x4xf32>
    %d = stablehlo.subtract %l, %r : tensor<4x4xf32>
    %c = stablehlo.reduce(%d init: %lowest) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
    check.expect_eq_const %c, dense<9.0> : tensor<f32>

    // A norm of norms: 650 + 12^2 = 794.
    %square = stablehlo.multiply %x, %x : tensor<4x3xf32>
    %sum = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<f32>
    %largest = stablehlo.reduce(%x init: %lowest) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<f32>
    %largest2 = stablehlo.multiply %largest, %largest : tensor<f32>
    %one = stablehlo.reshape %sum : (tensor<f32>) -> tensor<1xf32>
    %two = stablehlo.reshape %largest2 : (tensor<f32>) -> tensor<1xf32>
    %both = stablehlo.concatenate %one, %two, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
    %norm = stablehlo.reduce(%both init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    check.expect_eq_const %norm, dense<794.0> : tensor<f32>

    // One element of each row may stay in the walk over the rows: 3 + 6 + 9 + 12.
    %all = stablehlo.reduce(%max init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    check.expect_eq_const %all, dense<30.0> : tensor<f32>

    // Nothing adds up to what it starts from, and windows over nothing find it beyond the border.
    %nothing = stablehlo.slice %x [0:4, 1:1] : (tensor<4x3xf32>) -> tensor<4x0xf32>
    %three = stablehlo.constant dense<3.0> : tensor<f32>
    %empty = stablehlo.reduce(%nothing init: %three) applies stablehlo.add across dimensions = [1] : (tensor<4x0xf32>, tensor<f32>) -> tensor<4xf32>
    check.expect_eq_const %empty, dense<3.0> : tensor<4xf32>
    %border = "stablehlo.reduce_window"(%nothing, %three) <{window_dimensions = array<i64: 1, 2>, padding = dense<[[0, 0], [2, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x0xf32>, tensor<f32>) -> tensor<4x2xf32>
    check.expect_eq_const %border, dense<9.0> : tensor<4x2xf32>
    return
  }
  func.func private @rows() -> tensor<4x3xf32> {
    %c = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [10.0, 11.0, 12.0]]> : tensor<4x3xf32>
    return %c : tensor<4x3xf32>
  }
}
