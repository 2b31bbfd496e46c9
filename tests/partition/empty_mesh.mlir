// A mesh without axes is one device. Constraints over it, which JAX writes around random numbers, change nothing.
// RUN: spmd-opt %s --spmd-pipeline=stop-after=partition | FileCheck %s
// RUN: spmd-opt %s --spmd-lower-reshards | FileCheck %s --check-prefix=ALONE

sdy.mesh @empty_mesh = <[]>

// CHECK-LABEL: @main
// CHECK-NEXT: stablehlo.add %arg0, %arg0
// ALONE-LABEL: @main
// ALONE-NOT: sdy.reshard
// ALONE: stablehlo.add
func.func public @main(%arg0: tensor<2xui32>) -> tensor<2xui32> {
  %0 = sdy.sharding_constraint %arg0 <@empty_mesh, [{}]> : tensor<2xui32>
  %1 = sdy.reshard %0 <@empty_mesh, [{}]> : tensor<2xui32>
  %2 = stablehlo.add %1, %0 : tensor<2xui32>
  return %2 : tensor<2xui32>
}
