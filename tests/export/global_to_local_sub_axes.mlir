// Parts of axes, and devices in another order. Tables are indexed by the device; groups of parts of axes are lists.
// RUN: spmd-opt %s --sdy-convert-global-to-local=enable-rgv3=true | FileCheck %s

sdy.mesh @m = <["x"=4, "y"=2], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
sdy.mesh @n = <["x"=4, "y"=2]>

// "x":(1)2 has the major half of each device's place along x.
// CHECK-LABEL: func.func @part_of_an_axis(
// CHECK-SAME: %arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(1)2}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(2)2}]>}) {
// CHECK-NEXT: %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<{{\[\[}}7, 3], [6, 2], [5, 1], [4, 0]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<8xf32>
// CHECK-NEXT: %1 = stablehlo.partition_id : tensor<ui32>
// CHECK-NEXT: %2 = stablehlo.convert %1 : (tensor<ui32>) -> tensor<i64>
// CHECK-NEXT: %c = stablehlo.constant dense<[4, 4, 0, 0, 4, 4, 0, 0]> : tensor<8xi64>
// CHECK-NEXT: %3 = stablehlo.dynamic_slice %c, %2, sizes = [1] : (tensor<8xi64>, tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: %4 = stablehlo.reshape %3 : (tensor<1xi64>) -> tensor<i64>
// CHECK-NEXT: %5 = stablehlo.dynamic_slice %0, %4, sizes = [4] : (tensor<8xf32>, tensor<i64>) -> tensor<4xf32>
// CHECK-NEXT: return %5 : tensor<4xf32>
func.func @part_of_an_axis(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(1)2}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(2)2}]>}) {
  %0 = sdy.all_gather [{"x":(1)2}] %x out_sharding=<@m, [{}]> : tensor<8xf32>
  %1 = sdy.all_slice [{"x":(2)2}] %0 out_sharding=<@m, [{"x":(2)2}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func.func @order_of_devices(
// CHECK-SAME: %arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}]>}) {
// CHECK-NEXT: %0 = stablehlo.partition_id : tensor<ui32>
// CHECK-NEXT: %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i64>
// CHECK-NEXT: %c = stablehlo.constant dense<[6, 6, 4, 4, 2, 2, 0, 0]> : tensor<8xi64>
// CHECK-NEXT: %2 = stablehlo.dynamic_slice %c, %1, sizes = [1] : (tensor<8xi64>, tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: %3 = stablehlo.reshape %2 : (tensor<1xi64>) -> tensor<i64>
// CHECK-NEXT: %4 = stablehlo.dynamic_slice %arg0, %3, sizes = [2] : (tensor<8xf32>, tensor<i64>) -> tensor<2xf32>
// CHECK-NEXT: %5 = "stablehlo.all_gather"(%4) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#sdy<axis_ref"x">]>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<8xf32>
// CHECK-NEXT: %6 = stablehlo.partition_id : tensor<ui32>
// CHECK-NEXT: %7 = stablehlo.convert %6 : (tensor<ui32>) -> tensor<i64>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<[4, 0, 4, 0, 4, 0, 4, 0]> : tensor<8xi64>
// CHECK-NEXT: %8 = stablehlo.dynamic_slice %c_0, %7, sizes = [1] : (tensor<8xi64>, tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: %9 = stablehlo.reshape %8 : (tensor<1xi64>) -> tensor<i64>
// CHECK-NEXT: %10 = stablehlo.dynamic_slice %5, %9, sizes = [4] : (tensor<8xf32>, tensor<i64>) -> tensor<4xf32>
// CHECK-NEXT: return %10 : tensor<4xf32>
func.func @order_of_devices(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}]>}) {
  %0 = sdy.all_slice [{"x"}] %x out_sharding=<@m, [{"x"}]> : tensor<8xf32>
  %1 = sdy.all_gather [{"x"}] %0 out_sharding=<@m, [{}]> : tensor<8xf32>
  %2 = sdy.all_slice [{"y"}] %1 out_sharding=<@m, [{"y"}]> : tensor<8xf32>
  return %2 : tensor<8xf32>
}

// Between meshes of different orders every device sends all it has.
// CHECK-LABEL: func.func @other_order(
// CHECK-SAME: %arg0: tensor<2xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> (tensor<2xf32> {sdy.sharding = #sdy.sharding<@n, [{"x"}]>}) {
// CHECK-NEXT: %0 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<{{\[\[}}0, 7], [1, 6], [2, 5], [3, 4], [4, 3], [5, 2], [6, 1], [7, 0]]> : tensor<8x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: return %0 : tensor<2xf32>
func.func @other_order(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{"x"}]>}) {
  %0 = sdy.collective_permute %x out_sharding=<@n, [{"x"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Each device reverses what it has, and the result is on the devices in the opposite order.
// CHECK-LABEL: func.func @reversed_devices(
// CHECK-SAME: %arg0: tensor<1xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}]>}) -> (tensor<1xf32> {sdy.sharding = #sdy.sharding<@n, [{"x", "y"}]>}) {
// CHECK-NEXT: %0 = stablehlo.reverse %arg0, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@n, [{"x", "y"}]>]>} : tensor<1xf32>
// CHECK-NEXT: return %0 : tensor<1xf32>
func.func @reversed_devices(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{"x", "y"}]>}) {
  %0 = stablehlo.reverse %x, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@n, [{"x", "y"}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
