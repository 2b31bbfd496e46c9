// RUN: spmd-run --check-against-sequential --random-args=1 %s
// Dims of 4 and of 9 would take parts of an axis of 6 that do not nest: only one of them gets its part.
sdy.mesh @mesh = <["x"=6]>

func.func @main(%x: tensor<36x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<4x12xf32>, tensor<9x12xf32>, tensor<4x9x12xf32>, tensor<9x4x12xf32>) {
  %0 = stablehlo.slice %x [0:4, 0:12] : (tensor<36x12xf32>) -> tensor<4x12xf32>
  %1 = stablehlo.slice %x [0:9, 0:12] : (tensor<36x12xf32>) -> tensor<9x12xf32>
  %2 = stablehlo.reshape %x : (tensor<36x12xf32>) -> tensor<4x9x12xf32>
  %3 = stablehlo.reshape %x : (tensor<36x12xf32>) -> tensor<9x4x12xf32>
  return %0, %1, %2, %3 : tensor<4x12xf32>, tensor<9x12xf32>, tensor<4x9x12xf32>, tensor<9x4x12xf32>
}
