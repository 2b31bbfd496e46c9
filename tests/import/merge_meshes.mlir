// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shardings over several meshes of the same devices are written over one of them.
// RUN: spmd-opt %s --spmd-merge-meshes --split-input-file 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t
// RUN: spmd-opt %s --spmd-pipeline=stop-after=partition --split-input-file >/dev/null 2>&1

// Axes that nest become parts of the axes of the mesh with the most axes. Lists of replicated axes keep the order of the mesh.
// CHECK: sdy.mesh @grid = <["a"=2, "b"=4]>
// CHECK-NOT: sdy.mesh
// CHECK: func.func @nested(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"a"}, {"b"}]>},
// CHECK-SAME: %arg1: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"a", "b", ?}p2, {}]>},
// CHECK-SAME: %arg2: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{?}, {"b":(2)2}], replicated={"a", "b":(1)2}>})
// CHECK-SAME: -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"b":(2)2, "a", "b":(1)2}, {}]>})
sdy.mesh @grid = <["a"=2, "b"=4]>
sdy.mesh @flat = <["x"=8]>
sdy.mesh @other = <["p"=4, "q"=2]>
func.func @nested(%x: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"a"}, {"b"}]>},
                  %y: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@flat, [{"x", ?}p2, {}]>},
                  %z: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@other, [{?}, {"q"}], replicated={"p"}>})
    -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@other, [{"q", "p"}, {}]>}) {
  // CHECK: sdy.sharding_constraint %{{.*}} <@grid, [{}, {"a", "b"}]>
  %0 = stablehlo.add %x, %y : tensor<16x8xf32>
  %1 = sdy.sharding_constraint %0 <@flat, [{}, {"x"}]> : tensor<16x8xf32>
  %2 = stablehlo.add %1, %z : tensor<16x8xf32>
  return %2 : tensor<16x8xf32>
}

// -----

// Devices in another order: the argument keeps its order, and names are matched. A value in between only tells how it is split.
// CHECK: sdy.mesh @m = <["a"=2, "b"=3]>
// CHECK: func.func @order(%arg0: tensor<12x6xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>},
// CHECK-SAME: %arg1: tensor<12xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}]>, spmd.device_order = array<i64: 5, 4, 3, 2, 1, 0>})
// REMARK: merge_meshes.mlir:[[#@LINE+4]]:17: remark: argument 1 has the sharding #sdy.sharding<@back, [{"b"}]>, whose devices stand in another order than those of mesh @m; its parts are sent from one order to the other
sdy.mesh @m = <["a"=2, "b"=3]>
sdy.mesh @back = <["a"=2, "b"=3], device_ids=[5, 4, 3, 2, 1, 0]>
func.func @order(%x: tensor<12x6xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>},
                %y: tensor<12xf32> {sdy.sharding = #sdy.sharding<@back, [{"b"}]>}) -> tensor<12x6xf32> {
  // CHECK: sdy.sharding_constraint %arg0 <@m, [{"b"}, {"a"}]>
  %0 = sdy.sharding_constraint %x <@back, [{"b"}, {"a"}]> : tensor<12x6xf32>
  return %0 : tensor<12x6xf32>
}

// -----

// The same devices along each axis in a list of another order: nothing has to be sent.
// CHECK: sdy.mesh @m = <["a"=2, "b"=3]>
// CHECK: %arg1: tensor<12x6xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}, {"a"}]>})
// REMARK-NOT: argument {{.*}}transposed
sdy.mesh @m = <["a"=2, "b"=3]>
sdy.mesh @transposed = <["y"=3, "z"=2], device_ids=[0, 3, 1, 4, 2, 5]>
func.func @same_devices(%x: tensor<12x6xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>},
                      %y: tensor<12x6xf32> {sdy.sharding = #sdy.sharding<@transposed, [{"y"}, {"z"}]>}) -> tensor<12x6xf32> {
  %0 = stablehlo.add %x, %y : tensor<12x6xf32>
  return %0 : tensor<12x6xf32>
}

// -----

// Parts that do not nest are axes of another mesh of the same devices.
// CHECK: func.func @parts(%arg0: tensor<12xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(1)2}]>})
// CHECK-SAME: -> (tensor<12xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(2)3}]>, spmd.device_order = array<i64: 0, 2, 4, 1, 3, 5>})
// REMARK: remark: result 0 has the sharding #sdy.sharding<@m, [{"x":(1)3}]>
sdy.mesh @m = <["x"=6]>
func.func @parts(%x: tensor<12xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(1)2}]>})
    -> (tensor<12xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(1)3}]>}) {
  return %x : tensor<12xf32>
}

// -----

// Manual axes are whole axes, so an axis is cut into two. A body whose devices stand elsewhere says so.
// CHECK: sdy.mesh @flat_0 = <["x"=2, "y_0"=2, "y_1"=2]>
// CHECK: sdy.manual_computation(%arg0) in_shardings=[<@flat_0, [{"x", "y_0"}, {"y_1"}]>] out_shardings=[<@flat_0, [{"x", "y_0"}, {"y_1"}]>] manual_axes={"x", "y_0"}
// CHECK-NOT: spmd.device_order = array<i64: 0, 1
// CHECK: sdy.manual_computation({{.*}}) in_shardings=[<@flat_0, [{"x", "y_0"}, {}]>] out_shardings=[<@flat_0, [{"x", "y_0"}, {}]>] manual_axes={"x", "y_0", "y_1"}
// CHECK: spmd.device_order = array<i64: 7, 6, 5, 4, 3, 2, 1, 0>
// REMARK: remark: the devices of mesh @back stand in another order than those of mesh @flat_0; operands and results of the manual computation are sent from one order to the other
sdy.mesh @flat = <["x"=2, "y"=4]>
sdy.mesh @two = <["p"=4, "q"=2]>
sdy.mesh @back = <["p"=4, "q"=2], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
func.func @manual(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@flat, [{"x", "y"}, {}]>}, %y: tensor<800x8xf32> {sdy.sharding = #sdy.sharding<@flat, [{"x", "y"}, {}]>}) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@two, [{"p"}, {"q"}]>] out_shardings=[<@two, [{"p"}, {"q"}]>] manual_axes={"p"} (%p: tensor<2x8xf32>) {
    %2 = stablehlo.tanh %p : tensor<2x8xf32>
    sdy.return %2 : tensor<2x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = sdy.manual_computation(%0) in_shardings=[<@back, [{"p"}, {}]>] out_shardings=[<@back, [{"p"}, {}]>] manual_axes={"p", "q"} (%p: tensor<2x8xf32>) {
    %2 = stablehlo.tanh %p : tensor<2x8xf32>
    sdy.return %2 : tensor<2x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

// Collectives only say what comes next, but for those that make a value partial.
// CHECK: sdy.reshard %arg0 <@m, [{}, {"a"}]>
// CHECK: sdy.replicated_to_unreduced {"a", "b"} {{.*}} out_sharding=<@m, [{}, {}], unreduced={"a", "b"}>
// CHECK: sdy.reshard {{.*}} <@m, [{}, {}]>
sdy.mesh @m = <["a"=2, "b"=2]>
sdy.mesh @flat = <["x"=4]>
func.func @collectives(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) -> tensor<8x8xf32> {
  %0 = sdy.all_to_all [{"a"}: 0->1] %x out_sharding=<@m, [{}, {"a"}]> : tensor<8x8xf32>
  %1 = sdy.all_gather [{}, {"a"}] %0 out_sharding=<@m, [{}, {}]> : tensor<8x8xf32>
  %2 = sdy.reshard %1 <@flat, [{}, {}]> : tensor<8x8xf32>
  %3 = sdy.replicated_to_unreduced {"x"} %2 out_sharding=<@flat, [{}, {}], unreduced={"x"}> : tensor<8x8xf32>
  %4 = sdy.all_reduce {"x"} %3 out_sharding=<@flat, [{}, {}]> : tensor<8x8xf32>
  return %4 : tensor<8x8xf32>
}

// -----

// One mesh stays as it is and comes first; meshes that nothing names go.
// CHECK: sdy.mesh @used = <["a"=2]>
// CHECK-NEXT: sdy.mesh @named = <["g"=2]>
// CHECK-NEXT: func.func @one
// CHECK-SAME: <@used, [{"a"}]>
sdy.mesh @unused = <["a"=4]>
sdy.mesh @named = <["g"=2]>
sdy.mesh @used = <["a"=2]>
func.func @one(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@used, [{"a"}]>}) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@used, [{"a"}]>] out_shardings=[<@used, [{"a"}]>] manual_axes={"a"} (%p: tensor<4xf32>) {
    %1 = "stablehlo.all_reduce"(%p) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @named, axes = [#stablehlo.axis_ref<name = "g">]>,
        channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// A mesh without axes is one device. JAX writes it for values that were on one device before; beside a mesh they are whole.
sdy.mesh @empty_mesh = <[]>
sdy.mesh @mesh = <["d"=8]>
// CHECK-LABEL: @of_one_device(%arg0: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %arg1: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})
func.func @of_one_device(%arg0: tensor<i32> {sdy.sharding = #sdy.sharding<@empty_mesh, []>}, %arg1: tensor<8xi32> {sdy.sharding = #sdy.sharding<@empty_mesh, [{}]>}) -> tensor<8xi32> {
  %0 = sdy.sharding_constraint %arg1 <@mesh, [{"d"}]> : tensor<8xi32>
  return %0 : tensor<8xi32>
}
