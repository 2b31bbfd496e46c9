// RUN: spmd-run %s --random-args=1 --check-against-sequential

// Quantized elements are padded by their stored integers. Elements quantized along a dim have a scale for each step and are whole.
sdy.mesh @m = <["a"=4]>
!q = !quant.uniform<i8:f32, 0.05:3>
!p = !quant.uniform<i8:f32:0, {0.1,0.2,0.3,0.4,0.5,0.6}>
func.func @main(%x: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, %i: tensor<3x1xi32>) -> (tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, tensor<6x6xf32>, tensor<3x4xf32>, tensor<6x4xf32>) {
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
  return %1, %3, %4, %5, %6 : tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x6xf32>, tensor<3x4xf32>, tensor<6x4xf32>
}
