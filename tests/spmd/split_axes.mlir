// RUN: spmd-run --check-against-sequential --random-args=1 %s
// RUN: spmd-run --check-against-sequential --random-args=2 --mesh=x=4,y=1 %s

// Dims that are split and merged: parts of an axis, minor parts of dims that may not stay where the major part is whole, and
// borders that are open where an axis does not divide them.
sdy.mesh @mesh = <["x"=4, "y"=2]>

func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", ?}]>},
                %b: tensor<12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
                %c: tensor<24xf32>) -> (tensor<16x2xf32>, tensor<2x6xf32>, tensor<6x4xf32>, tensor<3x4xf32>, tensor<6xf32>) {
  %0 = stablehlo.reshape %a : (tensor<8x4xf32>) -> tensor<16x2xf32>
  %1 = stablehlo.reshape %0 : (tensor<16x2xf32>) -> tensor<4x8xf32>
  %2 = stablehlo.reshape %1 : (tensor<4x8xf32>) -> tensor<16x2xf32>
  %3 = stablehlo.reshape %b : (tensor<12xf32>) -> tensor<2x6xf32>
  %4 = sdy.sharding_constraint %c <@mesh, [{"x", "y"}]> : tensor<24xf32>
  %5 = stablehlo.reshape %4 : (tensor<24xf32>) -> tensor<6x4xf32>
  %6 = stablehlo.reshape %b : (tensor<12xf32>) -> tensor<3x4xf32>
  %7 = stablehlo.slice %b [3:9] : (tensor<12xf32>) -> tensor<6xf32>
  return %2, %3, %5, %6, %7 : tensor<16x2xf32>, tensor<2x6xf32>, tensor<6x4xf32>, tensor<3x4xf32>, tensor<6xf32>
}
