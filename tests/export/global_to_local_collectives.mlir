// Collectives of sdy become those of StableHLO, with lists of devices and channels of their own.
// RUN: spmd-opt %s --sdy-convert-global-to-local | FileCheck %s

sdy.mesh @m = <["a"=2, "b"=2, "c"=2]>

// One dim is gathered as it is. Channels count up from the largest one of the module.
// CHECK-LABEL: func.func @gather_one_dim(
// CHECK-SAME: %arg0: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b", "c"}]>}) -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}) {
// CHECK-NEXT: %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>, replica_groups = dense<{{\[\[}}0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, use_global_device_ids}> ({
// CHECK-NEXT: ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
// CHECK-NEXT: %2 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
// CHECK-NEXT: stablehlo.return %2 : tensor<f32>
// CHECK-NEXT: }) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {"b", "c"}]>]>} : (tensor<4x2xf32>) -> tensor<4x2xf32>
// CHECK-NEXT: %1 = "stablehlo.all_gather"(%0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 8, type = 1>, replica_groups = dense<{{\[\[}}0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4x2xf32>) -> tensor<4x4xf32>
// CHECK-NEXT: return %1 : tensor<4x4xf32>
func.func @gather_one_dim(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b", "c"}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}) {
  %0 = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, use_global_device_ids}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {"b", "c"}]>]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = sdy.all_gather [{}, {"c"}] %0 out_sharding=<@m, [{"a"}, {"b"}]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// Several dims are gathered through a leading dim.
// CHECK-LABEL: func.func @gather_two_dims(
// CHECK-SAME: %arg0: tensor<4x4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"c"}, {"b"}]>}) -> (tensor<8x4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"c"}, {}]>}) {
// CHECK-NEXT: %0 = stablehlo.reshape %arg0 : (tensor<4x4x4xf32>) -> tensor<1x4x4x4xf32>
// CHECK-NEXT: %1 = "stablehlo.all_gather"(%0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 9, type = 1>, replica_groups = dense<{{\[\[}}0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<1x4x4x4xf32>) -> tensor<4x4x4x4xf32>
// CHECK-NEXT: %2 = stablehlo.reshape %1 : (tensor<4x4x4x4xf32>) -> tensor<2x2x4x4x4xf32>
// CHECK-NEXT: %3 = stablehlo.transpose %2, dims = [0, 2, 3, 1, 4] : (tensor<2x2x4x4x4xf32>) -> tensor<2x4x4x2x4xf32>
// CHECK-NEXT: %4 = stablehlo.reshape %3 : (tensor<2x4x4x2x4xf32>) -> tensor<8x4x8xf32>
// CHECK-NEXT: return %4 : tensor<8x4x8xf32>
func.func @gather_two_dims(%x: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"c"}, {"b"}]>}) -> (tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"c"}, {}]>}) {
  %0 = sdy.all_gather [{"a"}, {}, {"b"}] %x out_sharding=<@m, [{}, {"c"}, {}]> : tensor<8x8x8xf32>
  return %0 : tensor<8x8x8xf32>
}

// A slice sends nothing.
// CHECK-LABEL: func.func @slice(
// CHECK-SAME: %arg0: tensor<4x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}, {}]>}) -> (tensor<2x8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}, {"c"}]>}) {
// CHECK-NEXT: %0 = stablehlo.partition_id : tensor<ui32>
// CHECK-NEXT: %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i64>
// CHECK-NEXT: %c = stablehlo.constant dense<[0, 0, 2, 2, 0, 0, 2, 2]> : tensor<8xi64>
// CHECK-NEXT: %2 = stablehlo.dynamic_slice %c, %1, sizes = [1] : (tensor<8xi64>, tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: %3 = stablehlo.reshape %2 : (tensor<1xi64>) -> tensor<i64>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<0> : tensor<i64>
// CHECK-NEXT: %4 = stablehlo.partition_id : tensor<ui32>
// CHECK-NEXT: %5 = stablehlo.convert %4 : (tensor<ui32>) -> tensor<i64>
// CHECK-NEXT: %c_1 = stablehlo.constant dense<[0, 4, 0, 4, 0, 4, 0, 4]> : tensor<8xi64>
// CHECK-NEXT: %6 = stablehlo.dynamic_slice %c_1, %5, sizes = [1] : (tensor<8xi64>, tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: %7 = stablehlo.reshape %6 : (tensor<1xi64>) -> tensor<i64>
// CHECK-NEXT: %8 = stablehlo.dynamic_slice %arg0, %3, %c_0, %7, sizes = [2, 8, 4] : (tensor<4x8x8xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<2x8x4xf32>
// CHECK-NEXT: return %8 : tensor<2x8x4xf32>
func.func @slice(%x: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}, {}]>}) -> (tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}, {"c"}]>}) {
  %0 = sdy.all_slice [{"b"}, {}, {"c"}] %x out_sharding=<@m, [{"a", "b"}, {}, {"c"}]> : tensor<8x8x8xf32>
  return %0 : tensor<8x8x8xf32>
}

// CHECK-LABEL: func.func @all_to_all(
// CHECK-SAME: %arg0: tensor<2x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}, {}]>}) -> (tensor<4x8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}, {"b"}]>}) {
// CHECK-NEXT: %0 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 10, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<{{\[\[}}0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, split_count = 2 : i64, split_dimension = 2 : i64}> : (tensor<2x8x8xf32>) -> tensor<4x8x4xf32>
// CHECK-NEXT: return %0 : tensor<4x8x4xf32>
func.func @all_to_all(%x: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}, {}]>}) -> (tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}, {"b"}]>}) {
  %0 = sdy.all_to_all [{"b"}: 0->2] %x out_sharding=<@m, [{"a"}, {}, {"b"}]> : tensor<8x8x8xf32>
  return %0 : tensor<8x8x8xf32>
}

// Several pairs of dims go through one leading dim, in the order of their target dims.
// CHECK-LABEL: func.func @two_pairs(
// CHECK-SAME: %arg0: tensor<2x4x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {"c"}, {}, {}]>}) -> (tensor<8x8x4x2xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}, {"c"}, {"a", "b"}]>}) {
// CHECK-NEXT: %0 = stablehlo.reshape %arg0 : (tensor<2x4x8x8xf32>) -> tensor<2x4x2x4x4x2xf32>
// CHECK-NEXT: %1 = stablehlo.transpose %0, dims = [2, 4, 0, 1, 3, 5] : (tensor<2x4x2x4x4x2xf32>) -> tensor<2x4x2x4x4x2xf32>
// CHECK-NEXT: %2 = stablehlo.reshape %1 : (tensor<2x4x2x4x4x2xf32>) -> tensor<8x2x4x4x2xf32>
// CHECK-NEXT: %3 = "stablehlo.all_to_all"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 11, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<{{\[\[}}0, 2, 4, 6, 1, 3, 5, 7]]> : tensor<1x8xi64>, split_count = 8 : i64, split_dimension = 0 : i64}> : (tensor<8x2x4x4x2xf32>) -> tensor<8x2x4x4x2xf32>
// CHECK-NEXT: %4 = stablehlo.reshape %3 : (tensor<8x2x4x4x2xf32>) -> tensor<2x4x2x4x4x2xf32>
// CHECK-NEXT: %5 = stablehlo.transpose %4, dims = [1, 2, 0, 3, 4, 5] : (tensor<2x4x2x4x4x2xf32>) -> tensor<4x2x2x4x4x2xf32>
// CHECK-NEXT: %6 = stablehlo.reshape %5 : (tensor<4x2x2x4x4x2xf32>) -> tensor<8x8x4x2xf32>
// CHECK-NEXT: return %6 : tensor<8x8x4x2xf32>
func.func @two_pairs(%x: tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {"c"}, {}, {}]>}) -> (tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}, {"c"}, {"a", "b"}]>}) {
  %0 = sdy.all_to_all [{"a", "b"}: 0->3, {"c"}: 1->2] %x out_sharding=<@m, [{}, {}, {"c"}, {"a", "b"}]> : tensor<8x8x8x8xf32>
  return %0 : tensor<8x8x8x8xf32>
}

// Each device sends its part to the device that holds it afterwards; replicas stay in the order of the mesh.
// CHECK-LABEL: func.func @permute(
// CHECK-SAME: %arg0: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"b", "c"}, {"a"}]>}) -> (tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {"c"}]>}) {
// CHECK-NEXT: %0 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 12, type = 1>, source_target_pairs = dense<{{\[\[}}0, 0], [1, 2], [2, 4], [3, 6], [4, 1], [5, 3], [6, 5], [7, 7]]> : tensor<8x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT: return %0 : tensor<2x4xf32>
func.func @permute(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"b", "c"}, {"a"}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {"c"}]>}) {
  %0 = sdy.collective_permute %x out_sharding=<@m, [{"a", "b"}, {"c"}]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @reduce(
// CHECK-SAME: %arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
// CHECK-NEXT: %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 13, type = 1>, replica_groups = dense<{{\[\[}}0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
// CHECK-NEXT: ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
// CHECK-NEXT: %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
// CHECK-NEXT: stablehlo.return %1 : tensor<f32>
// CHECK-NEXT: }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %0 : tensor<4x8xf32>
func.func @reduce(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  %0 = sdy.all_reduce {"b", "c"} %x out_sharding=<@m, [{"a"}, {}]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// Parts of a maximum are combined by a maximum.
// CHECK-LABEL: func.func @reduce_max(
// CHECK-SAME: %arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}], unreduced=max{"b"}>}) -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
// CHECK-NEXT: %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 14, type = 1>, replica_groups = dense<{{\[\[}}0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({
// CHECK-NEXT: ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
// CHECK-NEXT: %1 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
// CHECK-NEXT: stablehlo.return %1 : tensor<f32>
// CHECK-NEXT: }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %0 : tensor<4x8xf32>
func.func @reduce_max(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}], unreduced=max{"b"}>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  %0 = sdy.all_reduce max {"b"} %x out_sharding=<@m, [{"a"}, {}]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @scatter_one_dim(
// CHECK-SAME: %arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) -> (tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"b", "a"}]>}) {
// CHECK-NEXT: %0 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 15, type = 1>, replica_groups = dense<{{\[\[}}0, 4, 2, 6], [1, 5, 3, 7]]> : tensor<2x4xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
// CHECK-NEXT: ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
// CHECK-NEXT: %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
// CHECK-NEXT: stablehlo.return %1 : tensor<f32>
// CHECK-NEXT: }) : (tensor<8x8xf32>) -> tensor<8x2xf32>
// CHECK-NEXT: return %0 : tensor<8x2xf32>
func.func @scatter_one_dim(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"b", "a"}]>}) {
  %0 = sdy.reduce_scatter [{}, {"b", "a"}] %x out_sharding=<@m, [{}, {"b", "a"}]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// Several dims are reduced, then sliced.
// CHECK-LABEL: func.func @scatter_two_dims(
// CHECK-SAME: %arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}, {"a"}]>}) {
// CHECK-NEXT: %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 16, type = 1>, replica_groups = dense<{{\[\[}}0, 4, 2, 6], [1, 5, 3, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
// CHECK-NEXT: ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
// CHECK-NEXT: %10 = stablehlo.add %arg1, %arg2 : tensor<f32>
// CHECK-NEXT: stablehlo.return %10 : tensor<f32>
// CHECK-NEXT: }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT: %1 = stablehlo.partition_id : tensor<ui32>
// CHECK-NEXT: %2 = stablehlo.convert %1 : (tensor<ui32>) -> tensor<i64>
// CHECK-NEXT: %c = stablehlo.constant dense<[0, 0, 4, 4, 0, 0, 4, 4]> : tensor<8xi64>
// CHECK-NEXT: %3 = stablehlo.dynamic_slice %c, %2, sizes = [1] : (tensor<8xi64>, tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: %4 = stablehlo.reshape %3 : (tensor<1xi64>) -> tensor<i64>
// CHECK-NEXT: %5 = stablehlo.partition_id : tensor<ui32>
// CHECK-NEXT: %6 = stablehlo.convert %5 : (tensor<ui32>) -> tensor<i64>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<[0, 0, 0, 0, 4, 4, 4, 4]> : tensor<8xi64>
// CHECK-NEXT: %7 = stablehlo.dynamic_slice %c_0, %6, sizes = [1] : (tensor<8xi64>, tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: %8 = stablehlo.reshape %7 : (tensor<1xi64>) -> tensor<i64>
// CHECK-NEXT: %9 = stablehlo.dynamic_slice %0, %4, %8, sizes = [4, 4] : (tensor<8x8xf32>, tensor<i64>, tensor<i64>) -> tensor<4x4xf32>
// CHECK-NEXT: return %9 : tensor<4x4xf32>
func.func @scatter_two_dims(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}, {"a"}]>}) {
  %0 = sdy.reduce_scatter [{"b"}, {"a"}] %x out_sharding=<@m, [{"b"}, {"a"}]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// A collective over no axes that only moves shards does nothing.
// CHECK-LABEL: func.func @nothing_to_do(
// CHECK-SAME: %arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
// CHECK-NEXT: return %arg0 : tensor<4xf32>
func.func @nothing_to_do(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  %0 = sdy.all_gather [{}] %x out_sharding=<@m, [{"a"}]> : tensor<8xf32>
  %1 = sdy.reduce_scatter [{}] %0 out_sharding=<@m, [{"a"}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}
