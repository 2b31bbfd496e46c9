// RUN: spmd-opt %s --sdy-basic-propagate | FileCheck %s

sdy.mesh @m = <["a"=2]>

// The argument of a body that was passed already waits for the next sweep, as in jaxlib; basic propagation has one.
// CHECK-LABEL: @bodies_wait_for_the_next_sweep
// CHECK: sdy.data_flow_edge %{{.*}} : tensor<8xf32>
// CHECK: stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", ?}]>]>}
func.func @bodies_wait_for_the_next_sweep(%x: tensor<8xf32>, %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>})
    -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = sdy.named_computation<"f">(%x) (%p: tensor<8xf32>) {
    %2 = sdy.data_flow_edge %p : tensor<8xf32>
    %3 = stablehlo.negate %2 : tensor<8xf32>
    sdy.return %3 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.add %x, %y : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
