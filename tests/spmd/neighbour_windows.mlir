// Convolutions and reduce_window whose windows move along split dims, on meshes that divide the dims and on meshes that do not: numbers of
// one device.
// RUN: spmd-run %s --random-args=1 --check-against-sequential --mesh=x=2
// RUN: spmd-run %s --random-args=2 --check-against-sequential --mesh=x=3
// RUN: spmd-run %s --random-args=3 --check-against-sequential --mesh=x=4
// RUN: spmd-run %s --random-args=4 --check-against-sequential --mesh=x=5
// RUN: spmd-run %s --random-args=5 --check-against-sequential --mesh=x=7
// RUN: spmd-run %s --random-args=6 --check-against-sequential --mesh=x=8
// RUN: spmd-run %s --random-args=7 --check-against-sequential --mesh=x=4,y=2
// RUN: spmd-run %s --random-args=8 --check-against-sequential --mesh=x=2,y=3
module {
  sdy.mesh @mesh = <["x"=4, "y"=1]>
  func.func public @main(%image: tensor<2x16x12x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>},
                         %k3: tensor<3x3x3x4xf32>, %k5: tensor<5x1x3x4xf32>,
                         %line: tensor<1x16x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %k: tensor<3x2x2xf32>,
                         %i: tensor<16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) ->
      (tensor<2x16x12x4xf32>, tensor<2x8x6x4xf32>, tensor<2x12x12x4xf32>, tensor<2x16x12x4xf32>, tensor<1x32x2xf32>, tensor<1x31x2xf32>,
       tensor<1x16x2xf32>, tensor<2x8x6x3xf32>, tensor<2x16x12x3xf32>, tensor<2x16x12x3xf32>, tensor<2x5x4x3xf32>, tensor<16xi32>,
       tensor<30xi32>, tensor<16xi32>) {
    // the same size, as in most networks
    %same = stablehlo.convolution(%image, %k3) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x12x3xf32>, tensor<3x3x3x4xf32>) -> tensor<2x16x12x4xf32>
    %r0 = sdy.sharding_constraint %same <@mesh, [{}, {"x"}, {"y"}, {}]> : tensor<2x16x12x4xf32>
    // stride 2
    %half = stablehlo.convolution(%image, %k3) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x12x3xf32>, tensor<3x3x3x4xf32>) -> tensor<2x8x6x4xf32>
    %r1 = sdy.sharding_constraint %half <@mesh, [{}, {"x"}, {"y"}, {}]> : tensor<2x8x6x4xf32>
    // fewer rows: no padding
    %valid = stablehlo.convolution(%image, %k5) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x12x3xf32>, tensor<5x1x3x4xf32>) -> tensor<2x12x12x4xf32>
    %r2 = sdy.sharding_constraint %valid <@mesh, [{}, {"x"}, {"y"}, {}]> : tensor<2x12x12x4xf32>
    // a dilated and reversed kernel, whose windows reach three shards on
    %far = stablehlo.convolution(%image, %k5) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[8, 4], [0, 0]], rhs_dilate = [3, 1], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x12x3xf32>, tensor<5x1x3x4xf32>) -> tensor<2x16x12x4xf32>
    %r3 = sdy.sharding_constraint %far <@mesh, [{}, {"x"}, {"y"}, {}]> : tensor<2x16x12x4xf32>
    // holes between the rows, as in the gradient of stride 2
    %wide = stablehlo.convolution(%line, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 2]], lhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x16x2xf32>, tensor<3x2x2xf32>) -> tensor<1x32x2xf32>
    %r4 = sdy.sharding_constraint %wide <@mesh, [{}, {"x"}, {}]> : tensor<1x32x2xf32>
    %odd = stablehlo.convolution(%line, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[2, 0]], lhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x16x2xf32>, tensor<3x2x2xf32>) -> tensor<1x31x2xf32>
    %r5 = sdy.sharding_constraint %odd <@mesh, [{}, {"x"}, {}]> : tensor<1x31x2xf32>
    // rows cut off at the beginning, more at the end
    %cut = stablehlo.convolution(%line, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[-3, 5]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x16x2xf32>, tensor<3x2x2xf32>) -> tensor<1x16x2xf32>
    %r6 = sdy.sharding_constraint %cut <@mesh, [{}, {"x"}, {}]> : tensor<1x16x2xf32>
    // max pooling of 3 x 3 by 2, of the same size, an average, and one with holes
    %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %pool = "stablehlo.reduce_window"(%image, %least) <{window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>, padding = dense<[[0, 0], [0, 1], [1, 0], [0, 0]]> : tensor<4x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<2x16x12x3xf32>, tensor<f32>) -> tensor<2x8x6x3xf32>
    %r7 = sdy.sharding_constraint %pool <@mesh, [{}, {"x"}, {"y"}, {}]> : tensor<2x8x6x3xf32>
    %peak = "stablehlo.reduce_window"(%image, %least) <{window_dimensions = array<i64: 1, 3, 3, 1>, padding = dense<[[0, 0], [1, 1], [1, 1], [0, 0]]> : tensor<4x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<2x16x12x3xf32>, tensor<f32>) -> tensor<2x16x12x3xf32>
    %r8 = sdy.sharding_constraint %peak <@mesh, [{}, {"x"}, {"y"}, {}]> : tensor<2x16x12x3xf32>
    %mean = "stablehlo.reduce_window"(%image, %zero) <{window_dimensions = array<i64: 1, 4, 2, 1>, window_dilations = array<i64: 1, 1, 3, 1>, padding = dense<[[0, 0], [2, 1], [0, 3], [0, 0]]> : tensor<4x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<2x16x12x3xf32>, tensor<f32>) -> tensor<2x16x12x3xf32>
    %r9 = sdy.sharding_constraint %mean <@mesh, [{}, {"x"}, {"y"}, {}]> : tensor<2x16x12x3xf32>
    %thirds = "stablehlo.reduce_window"(%image, %least) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 3, 3, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<2x16x12x3xf32>, tensor<f32>) -> tensor<2x5x4x3xf32>
    %r10 = sdy.sharding_constraint %thirds <@mesh, [{}, {"x"}, {"y"}, {}]> : tensor<2x5x4x3xf32>
    // integers, an init that is no identity, and windows between elements
    %seven = stablehlo.constant dense<7> : tensor<i32>
    %sums = "stablehlo.reduce_window"(%i, %seven) <{window_dimensions = array<i64: 3>, padding = dense<[[2, 0]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %m = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %m : tensor<i32>
    }) : (tensor<16xi32>, tensor<i32>) -> tensor<16xi32>
    %r11 = sdy.sharding_constraint %sums <@mesh, [{"x"}]> : tensor<16xi32>
    %holes = "stablehlo.reduce_window"(%i, %seven) <{window_dimensions = array<i64: 2>, base_dilations = array<i64: 2>, padding = dense<[[1, -1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %m = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %m : tensor<i32>
    }) : (tensor<16xi32>, tensor<i32>) -> tensor<30xi32>
    %r12 = sdy.sharding_constraint %holes <@mesh, [{"x"}]> : tensor<30xi32>
    // a prefix sum, as JAX writes it
    %none = stablehlo.constant dense<0> : tensor<i32>
    %prefix = "stablehlo.reduce_window"(%i, %none) <{window_dimensions = array<i64: 16>, padding = dense<[[15, 0]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %m = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %m : tensor<i32>
    }) : (tensor<16xi32>, tensor<i32>) -> tensor<16xi32>
    %r13 = sdy.sharding_constraint %prefix <@mesh, [{"x"}]> : tensor<16xi32>
    return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13 : tensor<2x16x12x4xf32>, tensor<2x8x6x4xf32>,
        tensor<2x12x12x4xf32>, tensor<2x16x12x4xf32>, tensor<1x32x2xf32>, tensor<1x31x2xf32>, tensor<1x16x2xf32>, tensor<2x8x6x3xf32>,
        tensor<2x16x12x3xf32>, tensor<2x16x12x3xf32>, tensor<2x5x4x3xf32>, tensor<16xi32>, tensor<30xi32>, tensor<16xi32>
  }
}
