// RUN: spmd-run %s --random-args=1 --check-against-sequential

// A quantized constant is written as its stored integers, whole or as one of them.
sdy.mesh @m = <["a"=2]>
!q = !quant.uniform<i8:f32, 0.05:3>
func.func @main(%x: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) -> (tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, tensor<2x2xf32>) {
  %0 = stablehlo.uniform_quantize %x : (tensor<6x4xf32>) -> tensor<6x4x!q>
  %1 = stablehlo.constant() <{value = dense<7> : tensor<6x4xi8>}> : () -> tensor<6x4x!q>
  %2 = stablehlo.add %0, %1 : tensor<6x4x!q>
  %3 = stablehlo.uniform_dequantize %2 : (tensor<6x4x!q>) -> tensor<6x4xf32>
  %4 = stablehlo.constant() <{value = dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>}> {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : () -> tensor<2x2x!q>
  %5 = stablehlo.uniform_dequantize %4 : (tensor<2x2x!q>) -> tensor<2x2xf32>
  return %3, %5 : tensor<6x4xf32>, tensor<2x2xf32>
}
