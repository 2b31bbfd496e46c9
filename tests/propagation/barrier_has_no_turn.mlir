// A barrier lets shardings pass from the first op priority on, also where its operand has other uses; the constraint behind it
// comes later.
// RUN: spmd-opt %s --sdy-op-priority-propagate | FileCheck %s
sdy.mesh @m = <["y"=6, "x"=4]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<24xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> tensor<24xf32> {
  // CHECK: sdy.propagation_barrier %{{.*}} allowed_direction=FORWARD {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x", ?}]>]>}
  %0 = sdy.propagation_barrier %x allowed_direction=FORWARD : tensor<24xf32>
  %1 = stablehlo.tanh %x : tensor<24xf32>
  %2 = sdy.sharding_constraint %0 <@m, [{"y", ?}]> : tensor<24xf32>
  %3 = stablehlo.power %1, %2 : tensor<24xf32>
  return %3 : tensor<24xf32>
}
