// RUN: spmd-opt %s --sdy-inline-meshes | FileCheck %s

// CHECK-NOT: sdy.mesh
sdy.mesh @m = <["a"=2, "b"=2]>
sdy.mesh @unused = <["c"=2]>

// CHECK: @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2, "b"=2]>, [{"a"}]>}, %arg1: tensor<8xf32>)
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, %y: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2, "b"=2]>, [{"a"}]>]>}
  %0 = stablehlo.negate %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : tensor<8xf32>
  // A mesh that is spelled out already stays.
  // CHECK-NEXT: sdy.sharding_constraint %{{.*}} <mesh<["b"=2]>, [{"b"}]>
  %1 = sdy.sharding_constraint %0 <mesh<["b"=2]>, [{"b"}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}
