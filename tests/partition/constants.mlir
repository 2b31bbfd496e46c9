// The constants of sdy become plain ones. They keep their shardings, and what the program says about those that stay as they are.
// RUN: spmd-opt %s --spmd-localize --allow-unregistered-dialect | FileCheck %s
// CHECK-DAG: stablehlo.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-DAG: stablehlo.constant {test.note = "kept"} dense<2.000000e+00> : tensor<f32>
// CHECK-NOT: sdy
sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> (tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  %one = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} dense<1.0> : tensor<32xf32>
  %two = sdy.constant {test.note = "kept"} dense<2.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %two, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : (tensor<f32>) -> tensor<32xf32>
  %1 = stablehlo.add %x, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<32xf32>
  %2 = stablehlo.multiply %1, %one {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<32xf32>
  return %2 : tensor<32xf32>
}
