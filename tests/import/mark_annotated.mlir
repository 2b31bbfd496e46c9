// RUN: spmd-opt %s --spmd-mark-annotated | FileCheck %s

// Ops whose results the program places are marked, and those of a group; the others, and constraints, are not.
sdy.mesh @mesh = <["a"=4]>

// CHECK-LABEL: @main
// CHECK: stablehlo.sine %{{.*}} {sdy.sharding = {{.*}}, spmd.annotated}
// CHECK: stablehlo.cosine %{{.*}} {spmd.annotated}
// CHECK: stablehlo.negate
// CHECK-NOT: spmd.annotated
func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.sine %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>} : tensor<8x8xf32>
  %1 = stablehlo.cosine %0 : tensor<8x8xf32>
  sdy.sharding_group %1 group_id = 0 : tensor<8x8xf32>
  %2 = stablehlo.negate %1 : tensor<8x8xf32>
  %3 = sdy.sharding_constraint %2 <@mesh, [{}, {"a"}]> : tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}
