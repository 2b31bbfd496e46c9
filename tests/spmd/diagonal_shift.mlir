// A shift along two split dims at once is no op on rows, though it keeps their number: the rows of its operand have to lie where the program
// has them.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%u: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.pad %u, %one, low = [-2, 0], high = [0, 0], interior = [0, 0] : (tensor<64x8xf32>, tensor<f32>) -> tensor<62x8xf32>
  %1 = stablehlo.pad %u, %one, low = [0, 0], high = [-2, 0], interior = [0, 0] : (tensor<64x8xf32>, tensor<f32>) -> tensor<62x8xf32>
  %2 = stablehlo.subtract %0, %1 : tensor<62x8xf32>
  %3 = stablehlo.pad %2, %one, low = [1, 1], high = [-1, -1], interior = [0, 0] : (tensor<62x8xf32>, tensor<f32>) -> tensor<62x8xf32>
  %4 = stablehlo.add %2, %3 : tensor<62x8xf32>
  %5 = stablehlo.pad %4, %one, low = [1, 0], high = [1, 0], interior = [0, 0] : (tensor<62x8xf32>, tensor<f32>) -> tensor<64x8xf32>
  return %5 : tensor<64x8xf32>
}
