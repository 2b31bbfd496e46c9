// RUN: spmd-run %s --random-args=1 --check-against-sequential

// What follows splits the result into 21 shards; the manual computation makes it in 3.
sdy.mesh @m = <["a"=3, "b"=7]>
func.func @main(%x: tensor<12x5xf32>) -> (tensor<3x5xf32> {sdy.sharding = #sdy.sharding<@m, [{"b", "a"}, {}]>}) {
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a", "b"}, {}]>] manual_axes={"a"} (%part: tensor<4x5xf32>) {
    %1 = stablehlo.slice %part [1:2, 0:5] : (tensor<4x5xf32>) -> tensor<1x5xf32>
    %2 = stablehlo.tanh %1 : tensor<1x5xf32>
    sdy.return %2 : tensor<1x5xf32>
  } : (tensor<12x5xf32>) -> tensor<3x5xf32>
  %3 = sdy.sharding_constraint %0 <@m, [{"b", "a"}, {}]> : tensor<3x5xf32>
  return %3 : tensor<3x5xf32>
}
