// RUN: spmd-run %s --random-args=1 --check-against-sequential

// A dim along which elements are quantized is taken whole: its type has a scale for each step.
sdy.mesh @m = <["a"=2]>
!p = !quant.uniform<i8:f32:0, {0.1,0.2,0.3,0.4,0.5,0.6}>
func.func @main(%x: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) -> (tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  %0 = stablehlo.uniform_quantize %x : (tensor<6x4xf32>) -> tensor<6x4x!p>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<6x4x!p>) -> tensor<6x4xf32>
  return %1 : tensor<6x4xf32>
}
