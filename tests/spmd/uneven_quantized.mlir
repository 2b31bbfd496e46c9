// RUN: spmd-run %s --random-args=1 --check-against-sequential

// Quantized elements are padded by their stored integers. Elements quantized along a dim have a scale for each step and are whole.
sdy.mesh @m = <["a"=4]>
!q = !quant.uniform<i8:f32, 0.05:3>
!p = !quant.uniform<i8:f32:0, {0.1,0.2,0.3,0.4,0.5,0.6}>
func.func @main(%x: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, %i: tensor<3x1xi32>, %f: tensor<3x4x2xf32>) -> (tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, tensor<6x6xf32>, tensor<3x4xf32>, tensor<6x4xf32>, tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, tensor<1x6x2xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"a"}, {}]>}) {
  %0 = stablehlo.uniform_quantize %x : (tensor<6x4xf32>) -> tensor<6x4x!q>
  %r = stablehlo.reverse %0, dims = [0] : tensor<6x4x!q>
  %1 = stablehlo.uniform_dequantize %r : (tensor<6x4x!q>) -> tensor<6x4xf32>
  %2 = stablehlo.uniform_quantize %x : (tensor<6x4xf32>) -> tensor<6x4x!p>
  %3 = stablehlo.uniform_dequantize %2 : (tensor<6x4x!p>) -> tensor<6x4xf32>
  %k = stablehlo.uniform_quantize %x : (tensor<6x4xf32>) -> tensor<6x4x!quant.uniform<i8:f32, 0.05>>
  %d = stablehlo.dot_general %0, %k, contracting_dims = [1] x [1] : (tensor<6x4x!q>, tensor<6x4x!quant.uniform<i8:f32, 0.05>>) -> tensor<6x6x!quant.uniform<i8:f32, 0.3:-5>>
  %4 = stablehlo.uniform_dequantize %d : (tensor<6x6x!quant.uniform<i8:f32, 0.3:-5>>) -> tensor<6x6xf32>
  %g = "stablehlo.gather"(%0, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<6x4x!q>, tensor<3x1xi32>) -> tensor<3x4x!q>
  %5 = stablehlo.uniform_dequantize %g : (tensor<3x4x!q>) -> tensor<3x4xf32>
  %c = stablehlo.constant() <{value = dense<7> : tensor<6x4xi8>}> : () -> tensor<6x4x!q>
  %s = stablehlo.add %c, %0 : tensor<6x4x!q>
  %6 = stablehlo.uniform_dequantize %s : (tensor<6x4x!q>) -> tensor<6x4xf32>
  // windows whose padding is -100: the rows by which the dim is longer hold nothing of that
  %least = stablehlo.constant() <{value = dense<-100> : tensor<i8>}> : () -> tensor<!q>
  %w = "stablehlo.reduce_window"(%0, %least) <{window_dimensions = array<i64: 3, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%l: tensor<!q>, %m: tensor<!q>):
    %n = stablehlo.maximum %l, %m : tensor<!q>
    stablehlo.return %n : tensor<!q>
  }) : (tensor<6x4x!q>, tensor<!q>) -> tensor<6x4x!q>
  %7 = stablehlo.uniform_dequantize %w : (tensor<6x4x!q>) -> tensor<6x4xf32>
  // the padding of a convolution is the zero point, not zero bits
  %kernel = stablehlo.uniform_quantize %f : (tensor<3x4x2xf32>) -> tensor<3x4x2x!quant.uniform<i8<-127:127>:f32, 0.05>>
  %line = stablehlo.reshape %0 : (tensor<6x4x!q>) -> tensor<1x6x4x!q>
  %conv = stablehlo.convolution(%line, %kernel) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x6x4x!q>, tensor<3x4x2x!quant.uniform<i8<-127:127>:f32, 0.05>>) -> tensor<1x6x2x!quant.uniform<i32:f32, 0.0025>>
  %8 = stablehlo.uniform_dequantize %conv : (tensor<1x6x2x!quant.uniform<i32:f32, 0.0025>>) -> tensor<1x6x2xf32>
  return %1, %3, %4, %5, %6, %7, %8 : tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x6xf32>, tensor<3x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<1x6x2xf32>
}
