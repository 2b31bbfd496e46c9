// RUN: spmd-run %s --random-args=1 --check-against-sequential

// A value quantized along a dim is whole, whatever propagation, constraints and borders of manual computations ask for.
sdy.mesh @m = <["a"=2, "b"=3]>
!p = !quant.uniform<i8:f32:0, {0.1,0.2,0.3,0.4,0.5,0.6}>
func.func @main(%x: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>})
    -> (tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}, {"a"}]>}) {
  %0 = stablehlo.uniform_quantize %x : (tensor<6x4xf32>) -> tensor<6x4x!p>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<6x4x!p>) -> tensor<6x4xf32>
  %2 = sdy.sharding_constraint %0 <@m, [{"b"}, {"a"}]> : tensor<6x4x!p>
  %3 = sdy.manual_computation(%2) in_shardings=[<@m, [{}, {?}]>] out_shardings=[<@m, [{?}, {"a", ?}]>] manual_axes={} (%part: tensor<6x4x!p>) {
    %4 = stablehlo.uniform_dequantize %part : (tensor<6x4x!p>) -> tensor<6x4xf32>
    sdy.return %4 : tensor<6x4xf32>
  } : (tensor<6x4x!p>) -> tensor<6x4xf32>
  return %1, %3 : tensor<6x4xf32>, tensor<6x4xf32>
}
