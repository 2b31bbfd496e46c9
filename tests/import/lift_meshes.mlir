// RUN: spmd-opt %s --sdy-lift-inlined-meshes --split-input-file | FileCheck %s

// CHECK: sdy.mesh @a = <["x"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
// CHECK-NOT: sdy.mesh
sdy.mesh @a = <["x"=2]>
sdy.mesh @b = <["x"=2]>
// CHECK-LABEL: @equal_meshes_are_merged
// CHECK-SAME: #sdy.sharding<@a, [{"x"}]>
func.func @equal_meshes_are_merged(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@b, [{"x"}]>}) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}

// -----

// CHECK: sdy.mesh @mesh = <["x"=2]>
// CHECK-NEXT: sdy.mesh @maximal_mesh_1 = <[], device_ids=[1]> {stablehlo.mesh = {axes = [], device_ids = dense<1> : tensor<1xi64>}}
// CHECK-LABEL: @inlined_meshes_get_names
// CHECK-SAME: #sdy.sharding<@mesh, [{"x"}]>
// CHECK-SAME: #sdy.sharding<@maximal_mesh_1, []>
func.func @inlined_meshes_get_names(
    %x: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}]>},
    %y: tensor<f32> {sdy.sharding = #sdy.sharding<mesh<[], device_ids=[1]>, []>}) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}

// -----

// New meshes stand behind those that are there, also when the last of these was a duplicate.
// CHECK: sdy.mesh @mesh_0 = <["x"=2]>
// CHECK-NEXT: sdy.mesh @mesh = <["y"=2]>
// CHECK-NEXT: sdy.mesh @mesh_1 = <["y"=3]>
sdy.mesh @mesh_0 = <["x"=2]>
sdy.mesh @other = <["x"=2]>
// CHECK-LABEL: @behind_a_duplicate
// CHECK-SAME: <@mesh_0, [{"x"}]>{{.*}}<@mesh_0, [{"x"}]>{{.*}}<@mesh, [{"y"}]>{{.*}}<@mesh_1, [{"y"}]>
func.func private @behind_a_duplicate(tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}]>},
                                      tensor<8xf32> {sdy.sharding = #sdy.sharding<@other, [{"x"}]>},
                                      tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["y"=2]>, [{"y"}]>},
                                      tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["y"=3]>, [{"y"}]>})

// -----

// One count numbers all names that are taken.
// CHECK-DAG: sdy.mesh @mesh_0 = <["x"=2]>
// CHECK-DAG: sdy.mesh @empty_mesh_1 = <[]>
sdy.mesh @mesh = <["z"=2]>
sdy.mesh @empty_mesh = <["y"=2]>
func.func private @one_count(tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}]>},
                             tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<[]>, [{}]>})
