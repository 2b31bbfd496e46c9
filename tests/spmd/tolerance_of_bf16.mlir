// --check-against-sequential knows that a kernel keeps more of bf16 than the interpreter does between ops, and that --exact does not.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
// RUN: spmd-run %s --random-args=1 --check-against-sequential --exact
sdy.mesh @mesh = <["x"=2]>

func.func @main(%x: tensor<64x33xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %y: tensor<64x33xbf16>) -> tensor<64x33xbf16> {
  %0 = stablehlo.multiply %x, %y : tensor<64x33xbf16>
  %1 = stablehlo.add %0, %x : tensor<64x33xbf16>
  %2 = stablehlo.multiply %1, %1 : tensor<64x33xbf16>
  %3 = stablehlo.subtract %2, %y : tensor<64x33xbf16>
  return %3 : tensor<64x33xbf16>
}
