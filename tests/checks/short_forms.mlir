// Ops that are others in short, and what they stand for.
// RUN: spmd-run %s
// RUN: spmd-run %s --backend=reference

func.func @main() {
  // Between widths: the lowest bits stand first.
  %x = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf32>
  %bytes = stablehlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<2x4xui8>
  check.expect_eq_const %bytes, dense<[[0, 0, 128, 63], [0, 0, 0, 192]]> : tensor<2x4xui8>
  %floats = stablehlo.bitcast_convert %bytes : (tensor<2x4xui8>) -> tensor<2xf32>
  check.expect_eq %floats, %x : tensor<2xf32>
  %words = stablehlo.constant dense<[[1, -1]]> : tensor<1x2xi32>
  %long = stablehlo.bitcast_convert %words : (tensor<1x2xi32>) -> tensor<1xi64>
  check.expect_eq_const %long, dense<[-4294967295]> : tensor<1xi64>

  // The holes of a base dilation hold the initial value.
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %sums = "stablehlo.reduce_window"(%n, %zero) <{window_dimensions = array<i64: 2>, base_dilations = array<i64: 2>,
      padding = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    %s = stablehlo.add %l, %r : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3xi32>, tensor<i32>) -> tensor<5xi32>
  check.expect_eq_const %sums, dense<[1, 1, 2, 2, 3]> : tensor<5xi32>

  // Implicit broadcasts.
  %row = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %column = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %table = chlo.broadcast_add %column, %row : (tensor<2x1xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %table, dense<[[11, 21, 31], [12, 22, 32]]> : tensor<2x3xi32>
  %pair = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %placed = chlo.broadcast_multiply %table, %pair {broadcast_dimensions = array<i64: 0>} : (tensor<2x3xi32>, tensor<2xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %placed, dense<[[11, 21, 31], [24, 44, 64]]> : tensor<2x3xi32>
  %less = chlo.broadcast_compare %row, %zero {comparison_direction = #chlo<comparison_direction GT>} : (tensor<3xi32>, tensor<i32>) -> tensor<3xi1>
  check.expect_eq_const %less, dense<true> : tensor<3xi1>
  %three = "chlo.constant_like"(%row) <{value = 3 : i32}> : (tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %three, dense<3> : tensor<3xi32>

  // Shapes that are constants.
  %shape = stablehlo.constant dense<[3, 1]> : tensor<2xi64>
  %tall = stablehlo.dynamic_reshape %row, %shape : (tensor<3xi32>, tensor<2xi64>) -> tensor<3x1xi32>
  check.expect_eq_const %tall, dense<[[10], [20], [30]]> : tensor<3x1xi32>
  %size = stablehlo.get_dimension_size %row, dim = 0 : (tensor<3xi32>) -> tensor<i32>
  check.expect_eq_const %size, dense<3> : tensor<i32>

  // The legacy product, and one replica.
  %m = stablehlo.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %y = stablehlo.dot %m, %x : (tensor<1x2xf32>, tensor<2xf32>) -> tensor<1xf32>
  check.expect_eq_const %y, dense<[-3.0]> : tensor<1xf32>
  %replica = stablehlo.replica_id : tensor<ui32>
  check.expect_eq_const %replica, dense<0> : tensor<ui32>

  // The upper half of a product.
  %big = stablehlo.constant dense<[-2147483648, 65536]> : tensor<2xi32>
  %high = chlo.mulhi %big, %big : tensor<2xi32>, tensor<2xi32> -> tensor<2xi32>
  check.expect_eq_const %high, dense<[1073741824, 1]> : tensor<2xi32>
  %huge = stablehlo.constant dense<[18446744073709551615]> : tensor<1xui64>
  %top = chlo.mulhi %huge, %huge : tensor<1xui64>, tensor<1xui64> -> tensor<1xui64>
  check.expect_eq_const %top, dense<[18446744073709551614]> : tensor<1xui64>
  return
}
