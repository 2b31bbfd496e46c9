// RUN: spmd-opt %s --spmd-pipeline=stop-after=partition --split-input-file | FileCheck %s
// RUN: spmd-opt %s --spmd-verify-partition --split-input-file
// RUN: spmd-opt %s --spmd-pipeline="stop-after=partition reduce-dtype=bf16" --split-input-file | FileCheck %s --check-prefix=NARROW

// The last row is on the last shard.
sdy.mesh @mesh = <["x"=4]>
// CHECK-LABEL: @last(
// CHECK: %[[R:.*]] = stablehlo.constant dense<3> : tensor<1xi32>
// CHECK: stablehlo.collective_broadcast"(%{{.*}}, %[[R]]) <{channel_handle = {{.*}}, has_dynamic_root, replica_groups = #stablehlo.replica_group_mesh_axes<{{.*}}"x"{{.*}}> : (tensor<1x16xf32>, tensor<1xi32>) -> tensor<1x16xf32>
// CHECK-NOT: all_reduce
// A row is no sum, so it keeps its digits.
// NARROW-LABEL: @last(
// NARROW: collective_broadcast{{.*}}(tensor<1x16xf32>
func.func @last(%x: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<16xf32> {
  %0 = stablehlo.slice %x [15:16, 0:16] : (tensor<16x16xf32>) -> tensor<1x16xf32>
  %1 = stablehlo.reshape %0 : (tensor<1x16xf32>) -> tensor<16xf32>
  return %1 : tensor<16xf32>
}

// -----

// Ops that are linear in a row come before the broadcast where it sends less then.
sdy.mesh @mesh = <["x"=4]>
// CHECK-LABEL: @linear(
// CHECK: collective_broadcast{{.*}} : (tensor<1x4xf32>, tensor<1xi32>) -> tensor<1x4xf32>
// CHECK-NOT: all_reduce
func.func @linear(%x: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<1x4xf32> {
  %0 = stablehlo.slice %x [15:16, 0:16] : (tensor<16x16xf32>) -> tensor<1x16xf32>
  %1 = stablehlo.slice %0 [0:1, 3:7] : (tensor<1x16xf32>) -> tensor<1x4xf32>
  return %1 : tensor<1x4xf32>
}

// -----

// The owner of a row at a position of the data follows from its clamped start.
sdy.mesh @mesh = <["x"=4]>
// CHECK-LABEL: @dynamic(
// CHECK: %[[S:.*]] = stablehlo.clamp %{{.*}}, %arg1, %{{.*}} : tensor<i32>
// CHECK: %[[O:.*]] = stablehlo.divide %{{.*}}, %{{.*}} : tensor<i32>
// CHECK: %[[R:.*]] = stablehlo.reshape %[[O]] : (tensor<i32>) -> tensor<1xi32>
// CHECK: collective_broadcast"(%{{.*}}, %[[R]])
// CHECK-NOT: all_reduce
func.func @dynamic(%x: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %i: tensor<i32>) -> tensor<1x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_slice %x, %i, %zero, sizes = [1, 16] : (tensor<16x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
  return %0 : tensor<1x16xf32>
}

// -----

// Rows on both sides of a border of shards are summed up. So are two rows at a position of the data, which may have two owners.
sdy.mesh @mesh = <["x"=4]>
// CHECK-LABEL: @across(
// CHECK-NOT: collective_broadcast
// CHECK-COUNT-2: stablehlo.all_reduce
func.func @across(%x: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %i: tensor<i32>) -> (tensor<2x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x16xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.slice %x [3:5, 0:16] : (tensor<16x16xf32>) -> tensor<2x16xf32>
  %1 = stablehlo.dynamic_slice %x, %i, %zero, sizes = [2, 16] : (tensor<16x16xf32>, tensor<i32>, tensor<i32>) -> tensor<2x16xf32>
  return %0, %1 : tensor<2x16xf32>, tensor<2x16xf32>
}

// -----

// A dim that does not divide: shards have 3 rows, so row 4 is on the second one, and the last one has row 9 alone.
sdy.mesh @mesh = <["x"=4]>
// CHECK-LABEL: @uneven(
// CHECK: %[[R:.*]] = stablehlo.constant dense<1> : tensor<1xi32>
// CHECK: collective_broadcast"(%{{.*}}, %[[R]])
// CHECK: %[[R:.*]] = stablehlo.constant dense<3> : tensor<1xi32>
// CHECK: collective_broadcast"(%{{.*}}, %[[R]])
func.func @uneven(%x: tensor<10x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<1x16xf32>, tensor<1x16xf32>) {
  %0 = stablehlo.slice %x [4:5, 0:16] : (tensor<10x16xf32>) -> tensor<1x16xf32>
  %1 = stablehlo.slice %x [9:10, 0:16] : (tensor<10x16xf32>) -> tensor<1x16xf32>
  return %0, %1 : tensor<1x16xf32>, tensor<1x16xf32>
}

// -----

// Two axes split the dim, and the groups list them in the order of the mesh: shard 2 * y + x is at position 2 * x + y.
sdy.mesh @mesh = <["x"=2, "y"=2]>
// CHECK-LABEL: @two_axes(
// CHECK: stablehlo.constant dense<2> : tensor<1xi32>
// CHECK: collective_broadcast
func.func @two_axes(%x: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {}]>}) -> tensor<1x16xf32> {
  %0 = stablehlo.slice %x [5:6, 0:16] : (tensor<16x16xf32>) -> tensor<1x16xf32>
  return %0 : tensor<1x16xf32>
}

// -----

// A row of partial sums: one device along x has it, all along y add to it.
sdy.mesh @mesh = <["x"=4, "y"=2]>
// CHECK-LABEL: @row_of_sums(
// CHECK: all_reduce
func.func @row_of_sums(%x: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %w: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> tensor<1x64xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<16x32xf32>, tensor<32x64xf32>) -> tensor<16x64xf32>
  %1 = stablehlo.slice %0 [7:8, 0:64] : (tensor<16x64xf32>) -> tensor<1x64xf32>
  return %1 : tensor<1x64xf32>
}

// -----

// In a manual computation the rows along the free axis have an owner.
sdy.mesh @mesh = <["a"=2, "x"=4]>
// CHECK-LABEL: @manual(
// CHECK: collective_broadcast{{.*}}"x"
func.func @manual(%x: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"x"}]>}) -> tensor<4x1xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}, {"x"}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%y: tensor<2x16xf32>) {
    %1 = stablehlo.slice %y [0:2, 6:7] : (tensor<2x16xf32>) -> tensor<2x1xf32>
    sdy.return %1 : tensor<2x1xf32>
  } : (tensor<4x16xf32>) -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}

// -----

// Where the row is wanted split, it is scattered and not sent to all.
sdy.mesh @mesh = <["x"=4]>
// CHECK-LABEL: @wanted_split(
// CHECK-NOT: collective_broadcast
// CHECK: reduce_scatter
func.func @wanted_split(%x: tensor<16x1600xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<1x1600xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %0 = stablehlo.slice %x [15:16, 0:1600] : (tensor<16x1600xf32>) -> tensor<1x1600xf32>
  return %0 : tensor<1x1600xf32>
}
