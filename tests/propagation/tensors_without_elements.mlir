// RUN: spmd-opt %s --sdy-aggressive-propagate | FileCheck %s
// Among tensors without elements the first that has the axes is the source.

sdy.mesh @m = <["x"=4, "y"=2, "z"=3]>
// CHECK: %arg1: tensor<8x0xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(2)2, "z", ?}, {"x":(1)2, ?}]>}
func.func @main(%x: tensor<0x8xf32>, %y: tensor<8x0xf32>) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"z", "x"}, {}]>},
    tensor<0x0xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"x", ?}]>}, tensor<0x8xf32>) {
  %0 = stablehlo.dot_general %y, %x, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{?}, {"x":(2)2, "z"}]>]>} : (tensor<8x0xf32>, tensor<0x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<0x8xf32>, tensor<8x0xf32>) -> tensor<0x0xf32>
  %2 = stablehlo.tanh %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"z", ?}, {"y", "x"}]>]>} : tensor<0x8xf32>
  return %0, %1, %2 : tensor<8x8xf32>, tensor<0x0xf32>, tensor<0x8xf32>
}
