// A reshape passes a part of an axis on to each of two dims, though no sharding of the program names a part: the axis is cut behind what the
// major factor takes.
// RUN: spmd-opt %s --split-input-file --spmd-insert-reshards | FileCheck %s
// CHECK: stablehlo.reshape %arg0 {{.*}}[{"x":(1)2}, {"x":(2)2}]
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.reshape %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<8xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// The parts of three dims, of which the one in the middle takes the second part.
// CHECK: stablehlo.reshape %arg0 {{.*}}[{"y":(1)2}, {"y":(2)2}, {"y":(4)2}]
sdy.mesh @eight = <["y"=8]>
func.func @three(%x: tensor<16xf32> {sdy.sharding = #sdy.sharding<@eight, [{"y"}]>}) -> (tensor<2x2x4xf32> {sdy.sharding = #sdy.sharding<@eight, [{}, {}, {}]>}) {
  %0 = stablehlo.reshape %x {sdy.sharding = #sdy.sharding_per_value<[<@eight, [{}, {}, {}]>]>} : (tensor<16xf32>) -> tensor<2x2x4xf32>
  return %0 : tensor<2x2x4xf32>
}
