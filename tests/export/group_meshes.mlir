// A collective that names the mesh of its groups has it written out by every pass that removes meshes.
// RUN: spmd-opt %s --sdy-inline-meshes --mlir-print-local-scope | FileCheck %s
// RUN: spmd-opt %s --sdy-export-pipeline --mlir-print-local-scope | FileCheck %s
// RUN: spmd-opt %s --sdy-drop-sharding-and-mesh --mlir-print-local-scope | FileCheck %s
// RUN: spmd-opt %s --spmd-pipeline=stop-after=partition --mlir-print-local-scope | FileCheck %s

// CHECK-NOT: sdy.mesh
sdy.mesh @mesh = <["x"=2, "y"=2], device_ids=[3, 2, 1, 0]>

// CHECK-LABEL: @groups_along_an_axis(
func.func @groups_along_an_axis(%x: tensor<8xf32>) -> tensor<16xf32> {
  // CHECK: replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>, <name = "y", size = 2>], device_ids=dense<[3, 2, 1, 0]> : tensor<4xi64>>, axes = [#stablehlo.axis_ref<name = "x">]>
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids,
      replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>}> : (tensor<8xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
