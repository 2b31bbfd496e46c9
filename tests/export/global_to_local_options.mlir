// One all_gather for each dim, one reduce_scatter for all dims, and groups as axes of the mesh.
// RUN: spmd-opt %s --sdy-convert-global-to-local="per-dim-all-gather=true combine-multi-dimension-reduce-scatter=true enable-rgv3=true" | FileCheck %s

sdy.mesh @m = <["a"=2, "b"=2, "c"=2]>

// The last dim comes first.
// CHECK-LABEL: func.func @gather(
// CHECK-SAME: %arg0: tensor<4x4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}, {"c"}]>}) -> (tensor<8x4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"b"}, {}]>}) {
// CHECK-NEXT: %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 2 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#sdy<axis_ref"c">]>, use_global_device_ids}> : (tensor<4x4x4xf32>) -> tensor<4x4x8xf32>
// CHECK-NEXT: %1 = "stablehlo.all_gather"(%0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#sdy<axis_ref"a">]>, use_global_device_ids}> : (tensor<4x4x8xf32>) -> tensor<8x4x8xf32>
// CHECK-NEXT: return %1 : tensor<8x4x8xf32>
func.func @gather(%x: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}, {"c"}]>}) -> (tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"b"}, {}]>}) {
  %0 = sdy.all_gather [{"a"}, {}, {"c"}] %x out_sharding=<@m, [{}, {"b"}, {}]> : tensor<8x8x8xf32>
  return %0 : tensor<8x8x8xf32>
}

// CHECK-LABEL: func.func @scatter(
// CHECK-SAME: %arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) -> (tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b", "c"}]>}) {
// CHECK-NEXT: %0 = stablehlo.reshape %arg0 : (tensor<8x8xf32>) -> tensor<2x4x4x2xf32>
// CHECK-NEXT: %1 = stablehlo.transpose %0, dims = [0, 2, 1, 3] : (tensor<2x4x4x2xf32>) -> tensor<2x4x4x2xf32>
// CHECK-NEXT: %2 = stablehlo.reshape %1 : (tensor<2x4x4x2xf32>) -> tensor<8x4x2xf32>
// CHECK-NEXT: %3 = "stablehlo.reduce_scatter"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#sdy<axis_ref"a">, #sdy<axis_ref"b">, #sdy<axis_ref"c">]>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
// CHECK-NEXT: ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
// CHECK-NEXT: %5 = stablehlo.add %arg1, %arg2 : tensor<f32>
// CHECK-NEXT: stablehlo.return %5 : tensor<f32>
// CHECK-NEXT: }) : (tensor<8x4x2xf32>) -> tensor<1x4x2xf32>
// CHECK-NEXT: %4 = stablehlo.reshape %3 : (tensor<1x4x2xf32>) -> tensor<4x2xf32>
// CHECK-NEXT: return %4 : tensor<4x2xf32>
func.func @scatter(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b", "c"}]>}) {
  %0 = sdy.reduce_scatter [{"a"}, {"b", "c"}] %x out_sharding=<@m, [{"a"}, {"b", "c"}]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// A dim between the scattered ones stays.
// CHECK-LABEL: func.func @scatter_around_a_dim(
// CHECK-SAME: %arg0: tensor<8x8x8xf32>) -> (tensor<4x8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}, {"b"}]>}) {
// CHECK-NEXT: %0 = stablehlo.reshape %arg0 : (tensor<8x8x8xf32>) -> tensor<2x4x8x2x4xf32>
// CHECK-NEXT: %1 = stablehlo.transpose %0, dims = [0, 3, 1, 2, 4] : (tensor<2x4x8x2x4xf32>) -> tensor<2x2x4x8x4xf32>
// CHECK-NEXT: %2 = stablehlo.reshape %1 : (tensor<2x2x4x8x4xf32>) -> tensor<4x4x8x4xf32>
// CHECK-NEXT: %3 = "stablehlo.reduce_scatter"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#sdy<axis_ref"a">, #sdy<axis_ref"b">]>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
// CHECK-NEXT: ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
// CHECK-NEXT: %5 = stablehlo.add %arg1, %arg2 : tensor<f32>
// CHECK-NEXT: stablehlo.return %5 : tensor<f32>
// CHECK-NEXT: }) : (tensor<4x4x8x4xf32>) -> tensor<1x4x8x4xf32>
// CHECK-NEXT: %4 = stablehlo.reshape %3 : (tensor<1x4x8x4xf32>) -> tensor<4x8x4xf32>
// CHECK-NEXT: return %4 : tensor<4x8x4xf32>
func.func @scatter_around_a_dim(%x: tensor<8x8x8xf32>) -> (tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}, {"b"}]>}) {
  %0 = sdy.reduce_scatter [{"a"}, {}, {"b"}] %x out_sharding=<@m, [{"a"}, {}, {"b"}]> : tensor<8x8x8xf32>
  return %0 : tensor<8x8x8xf32>
}

// CHECK-LABEL: func.func @all_to_all(
// CHECK-SAME: %arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"a"}]>}) {
// CHECK-NEXT: %0 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, concat_dimension = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#sdy<axis_ref"a">]>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
// CHECK-NEXT: return %0 : tensor<8x4xf32>
func.func @all_to_all(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"a"}]>}) {
  %0 = sdy.all_to_all [{"a"}: 0->1] %x out_sharding=<@m, [{}, {"a"}]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
