// RUN: spmd-run %s --random-args=1 --check-against-sequential

// A dim of one element is whole at any stride and with any padding between elements.
sdy.mesh @m = <["a"=4, "b"=3]>
func.func @main(%x: tensor<1x6x1x1xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}, {"a"}, {}, {}]>}, %k: tensor<1x1x1x1xf32>) -> (tensor<1x6x1x1xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}, {"a"}, {}, {}]>}, tensor<1x6x1x1xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}, {"a"}, {}, {}]>}, tensor<1x6x1x1xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}, {"b"}, {"a"}]>}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %x, %z, low = [0, 0, 0, 0], high = [0, 0, 0, 0], interior = [1, 0, 2, 1] : (tensor<1x6x1x1xf32>, tensor<f32>) -> tensor<1x6x1x1xf32>
  %1 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 1, 1, 1>, window_strides = array<i64: 2, 1, 3, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<1x6x1x1xf32>, tensor<f32>) -> tensor<1x6x1x1xf32>
  %t = stablehlo.transpose %x, dims = [0, 2, 3, 1] : (tensor<1x6x1x1xf32>) -> tensor<1x1x1x6xf32>
  %y = stablehlo.reshape %x : (tensor<1x6x1x1xf32>) -> tensor<6x1x1x1xf32>
  %2 = stablehlo.convolution(%y, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 3]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<6x1x1x1xf32>, tensor<1x1x1x1xf32>) -> tensor<6x1x1x1xf32>
  %3 = stablehlo.reshape %2 : (tensor<6x1x1x1xf32>) -> tensor<1x6x1x1xf32>
  return %0, %1, %3 : tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>
}
