// RUN: spmd-opt %s --sdy-inline-meshes --split-input-file --verify-diagnostics
// RUN: spmd-opt %s --sdy-drop-sharding-and-mesh --split-input-file --verify-diagnostics

// One device out of many is no mesh of a collective.
// expected-note @+1 {{@third is #sdy.mesh<[], device_ids=[3]>}}
sdy.mesh @third = <[], device_ids=[3]>
func.func @groups_of_one_device(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{groups processes by the mesh @third, which cannot be written out: device ids of a mesh must be 0 to 0, each once; 0 is absent}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @third, axes = []>}> : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
