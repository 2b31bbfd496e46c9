// Convolutions whose kernels are larger than their results, as in the gradients of kernels, with split kernels: numbers of one device.
// RUN: spmd-run %s --random-args=1 --check-against-sequential --mesh=x=2
// RUN: spmd-run %s --random-args=2 --check-against-sequential --mesh=x=3
// RUN: spmd-run %s --random-args=3 --check-against-sequential --mesh=x=4
// RUN: spmd-run %s --random-args=4 --check-against-sequential --mesh=x=5
// RUN: spmd-run %s --random-args=5 --check-against-sequential --mesh=x=8
// RUN: spmd-run %s --random-args=6 --check-against-sequential --mesh=x=4,y=2
// RUN: spmd-run %s --random-args=7 --check-against-sequential --mesh=x=2,y=3
module {
  sdy.mesh @mesh = <["x"=4, "y"=1]>
  func.func public @main(%x: tensor<2x16x12x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>},
                         %same: tensor<2x16x12x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>},
                         %half: tensor<2x8x6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>},
                         %line: tensor<3x16x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>},
                         %long: tensor<3x32x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) ->
      (tensor<3x3x3x4xf32>, tensor<3x3x3x4xf32>, tensor<3x3x3x4xf32>, tensor<4x2x2xf32>, tensor<5x2x2xf32>) {
    %0 = stablehlo.convolution(%x, %same) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x12x3xf32>, tensor<2x16x12x4xf32>) -> tensor<3x3x3x4xf32>
    // of a convolution of stride 2
    %1 = stablehlo.convolution(%x, %half) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[0, 1], [0, 1]], rhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x12x3xf32>, tensor<2x8x6x4xf32>) -> tensor<3x3x3x4xf32>
    // reversed: the last device has the first rows of the kernel
    %2 = stablehlo.convolution(%x, %same) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[2, 0], [1, 1]], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x12x3xf32>, tensor<2x16x12x4xf32>) -> tensor<3x3x3x4xf32>
    // of a convolution of dilated rows: their holes lie between the elements of the kernel
    %3 = stablehlo.convolution(%line, %long) dim_numbers = [f, 0, b]x[i, 0, o]->[0, b, f], window = {pad = [[2, 2]], lhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<3x16x2xf32>, tensor<3x32x2xf32>) -> tensor<4x2x2xf32>
    // windows that move by more than one row, rows cut off at the end
    %4 = stablehlo.convolution(%long, %line) dim_numbers = [f, 0, b]x[i, 0, o]->[0, b, f], window = {stride = [3], pad = [[1, -5]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<3x32x2xf32>, tensor<3x16x2xf32>) -> tensor<5x2x2xf32>
    return %0, %1, %2, %3, %4 : tensor<3x3x3x4xf32>, tensor<3x3x3x4xf32>, tensor<3x3x3x4xf32>, tensor<4x2x2xf32>, tensor<5x2x2xf32>
  }
}
