// RUN: spmd-opt %s --sdy-propagation-pipeline | FileCheck %s

sdy.mesh @m = <["a"=2]>

// Devices wait in an all_reduce, so it has an effect. A cross-replica-sum has none, and goes where nothing uses it; so does a collective
// of sdy that moves nothing.
// CHECK-LABEL: @main(
// CHECK-NEXT: all_reduce
// CHECK-NOT: cross-replica-sum
// CHECK-NOT: all_slice
// CHECK: return %arg0
func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  %0 = "stablehlo.cross-replica-sum"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = sdy.all_slice [{}] %x out_sharding=<@m, [{"a"}]> : tensor<4xf32>
  return %2 : tensor<4xf32>
}
