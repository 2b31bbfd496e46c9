// A constant that stays as it is keeps what the program says about it.
// RUN: spmd-opt %s --spmd-pipeline=stop-after=partition --allow-unregistered-dialect | FileCheck %s
// CHECK: stablehlo.constant {test.note = "kept"} dense<2.000000e+00> : tensor<f32>
sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<32xf32> {
  %two = sdy.constant {test.note = "kept"} dense<2.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %two, dims = [] : (tensor<f32>) -> tensor<32xf32>
  %1 = stablehlo.add %x, %0 : tensor<32xf32>
  return %1 : tensor<32xf32>
}
