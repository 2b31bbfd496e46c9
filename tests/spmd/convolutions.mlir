// RUN: spmd-run --check-against-sequential --random-args=1 %s
// RUN: spmd-run --check-against-sequential --random-args=2 --mesh=x=2,y=4 %s

// Convolutions whose windows, groups and batches are split: a local program sees whole windows and its own groups.
sdy.mesh @mesh = <["x"=4, "y"=2]>

func.func @main(%image: tensor<4x8x8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>},
                %window: tensor<3x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {"x"}]>},
                %each: tensor<3x3x1x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {"x", "y"}]>},
                %pairs: tensor<3x3x2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {"x"}]>},
                %wide: tensor<2x4x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}, {}]>}, %line: tensor<2x8x3xf32>)
    -> (tensor<4x8x8x8xf32>, tensor<4x8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {"x"}]>}, tensor<4x8x8x8xf32>, tensor<2x8x8x8xf32>, tensor<3x3x3xf32>) {
  %plain = stablehlo.convolution(%image, %window) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x8x8x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x8x8x8xf32>
  %depthwise = stablehlo.convolution(%image, %each) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<4x8x8x4xf32>, tensor<3x3x1x8xf32>) -> tensor<4x8x8x8xf32>
  %grouped = stablehlo.convolution(%image, %pairs) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<4x8x8x4xf32>, tensor<3x3x2x8xf32>) -> tensor<4x8x8x8xf32>
  %batches = stablehlo.convolution(%image, %window) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x8x8x4xf32>, tensor<3x3x4x8xf32>) -> tensor<2x8x8x8xf32>
  %spread = stablehlo.convolution(%line, %wide) dim_numbers = [f, 0, b]x[i, 0, o]->[0, b, f], window = {stride = [1], pad = [[0, 1]], rhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x3xf32>, tensor<2x4x3xf32>) -> tensor<3x3x3xf32>
  return %plain, %depthwise, %grouped, %batches, %spread : tensor<4x8x8x8xf32>, tensor<4x8x8x8xf32>, tensor<4x8x8x8xf32>, tensor<2x8x8x8xf32>, tensor<3x3x3xf32>
}
