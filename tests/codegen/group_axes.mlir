// Groups along parts of mesh axes, in a program that was edited by hand: devices that differ in the major half of "y" exchange
// their parts. A border along a part that does not divide its axis is refused.
// RUN: spmd-run %s --start-after=kernels --random-args=1 --no-cache
// RUN: sed 's/y:(1)2/y:(1)3/' %s > %t.mlir
// RUN: not spmd-run %t.mlir --start-after=kernels --random-args=1 2>&1 | FileCheck %s
// CHECK: error: has a spmd.sharding attribute that names an axis which is not among its axes
module {
  func.func public @main(%x: tensor<4xf32> {spmd.sharding = {axes = ["x", "y"], dims = [["y:(1)2"]], shape = array<i64: 8>, sizes = array<i64: 2, 4>}})
      -> (tensor<8xf32> {spmd.sharding = {axes = ["x", "y"], dims = [[]], shape = array<i64: 8>, sizes = array<i64: 2, 4>}}) {
    %0 = spmd.collective_start all_gather none(%x) {groups = #stablehlo.replica_group_mesh_axes<
        mesh = #stablehlo.mesh<axes = [<name = "x", size = 2>, <name = "y", size = 4>]>,
        axes = [#stablehlo.axis_ref<name = "y", sub_axis_info = (1)2>]>} : tensor<4xf32>
    %1 = spmd.collective_done %0 : tensor<8xf32>
    return %1 : tensor<8xf32>
  }
}
