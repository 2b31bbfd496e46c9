// RUN: spmd-opt %s --sdy-apply-sharding-constraints=debug-propagation-edge-sharding=true | FileCheck %s

sdy.mesh @mesh = <["c"=4, "b"=2, "a"=2]>

// An edge of each axis, by name; steps are counted over the constraints.
func.func @main(%x: tensor<8x16x4xf32>, %y: tensor<8x16x4xf32>) -> (tensor<8x16x4xf32>, tensor<8x16x4xf32>) {
  // CHECK: sdy.sharding_constraint {{.*}}#sdy.propagation_edges<[{step-0 = [{"a" = result-0 -> [operand-0]}, {"b" = result-0 -> [operand-0]}, {"c" = result-0 -> [operand-0]}]}]>
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}, {"c"}, {"b"}]> : tensor<8x16x4xf32>
  // CHECK: sdy.sharding_constraint {{.*}}#sdy.propagation_edges<[{step-1 = [{"a" = result-0 -> [operand-0]}, {"b" = result-0 -> [operand-0]}, {"c":(1)2 = result-0 -> [operand-0]}, {"c":(2)2 = result-0 -> [operand-0]}]}]>
  %1 = sdy.sharding_constraint %y <@mesh, [{"b", "a"}, {"c":(2)2}, {"c":(1)2}]> : tensor<8x16x4xf32>
  return %0, %1 : tensor<8x16x4xf32>, tensor<8x16x4xf32>
}
