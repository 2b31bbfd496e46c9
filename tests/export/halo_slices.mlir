// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slices of split dims: shards get the rows that they lack from their neighbours.
// RUN: spmd-opt %s --sdy-resolve-permutation-factors | FileCheck %s
// RUN: spmd-opt %s --sdy-resolve-permutation-factors=replica-count=8 | FileCheck %s --check-prefix=REPLICAS

sdy.mesh @m = <["x"=4, "y"=2]>
sdy.mesh @order = <["x"=4], device_ids=[2, 0, 3, 1]>

// Rows 1 .. 6: each shard keeps its second row and gets the first one of the next shard. Only that row is sent.
// CHECK-LABEL: @one_row_of_the_next_shard
func.func @one_row_of_the_next_shard(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> tensor<6x8xf32> {
  // CHECK-NEXT: %[[R:.*]] = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"x"}, {"y"}]>] out_shardings=[<@m, [{"x"}, {"y"}]>] manual_axes={"x", "y"} (%[[A:.*]]: tensor<2x4xf32>) {
  // CHECK-NEXT:   %[[OWN:.*]] = stablehlo.slice %[[A]] [1:2, 0:4] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>}
  // CHECK-NEXT:   %[[HEAD:.*]] = stablehlo.slice %[[A]] [0:1, 0:4]
  // CHECK-NEXT:   %[[NEXT:.*]] = "stablehlo.collective_permute"(%[[HEAD]]) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<{{\[\[}}2, 0], [3, 1], [4, 2], [5, 3], [6, 4], [7, 5]]>
  // CHECK-NEXT:   %[[C:.*]] = stablehlo.concatenate %[[OWN]], %[[NEXT]], dim = 0
  // CHECK-NEXT:   sdy.return %[[C]] : tensor<2x4xf32>
  // CHECK-NEXT: } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK-NEXT: %[[S:.*]] = stablehlo.slice %[[R]] [0:6, 0:8] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {"y"}]>]>}
  // CHECK-NEXT: return %[[S]]
  // Replicas exchange without a channel.
  // REPLICAS-LABEL: @one_row_of_the_next_shard
  // REPLICAS: "stablehlo.collective_permute"(%{{.*}}) <{source_target_pairs
  %0 = stablehlo.slice %a [1:7, 0:8] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {"y"}]>]>} : (tensor<8x8xf32>) -> tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}

// Shards of 4 rows shrink to shards of 3, so each one cuts at another place: the table has an entry for each device.
// CHECK-LABEL: @another_place_on_each_shard
func.func @another_place_on_each_shard(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> tensor<12xf32> {
  // CHECK:      %[[PREVIOUS:.*]] = stablehlo.slice %[[A:.*]] [3:4]
  // CHECK-NEXT: %[[SENT:.*]] = "stablehlo.collective_permute"(%[[PREVIOUS]]) {{.*}}dense<{{\[\[}}0, 2], [1, 3], [2, 4], [3, 5], [4, 6], [5, 7]]>
  // CHECK-NEXT: %[[HEAD:.*]] = stablehlo.slice %[[A]] [0:1]
  // CHECK-NEXT: %[[NEXT:.*]] = "stablehlo.collective_permute"(%[[HEAD]]) {{.*}}handle = 3,{{.*}}dense<{{\[\[}}2, 0], [3, 1], [4, 2], [5, 3], [6, 4], [7, 5]]>
  // CHECK-NEXT: %[[ROWS:.*]] = stablehlo.concatenate %[[SENT]], %[[A]], %[[NEXT]], dim = 0 {{.*}} -> tensor<6xf32>
  // CHECK:      %[[TABLE:.*]] = stablehlo.constant dense<[3, 3, 2, 2, 1, 1, 0, 0]> : tensor<8xi64>
  // CHECK-NEXT: stablehlo.dynamic_slice %[[TABLE]], %{{.*}}, sizes = [1]
  // CHECK-NEXT: %[[AT:.*]] = stablehlo.reshape
  // CHECK-NEXT: stablehlo.dynamic_slice %[[ROWS]], %[[AT]], sizes = [3]
  // REPLICAS-LABEL: @another_place_on_each_shard
  // REPLICAS: stablehlo.replica_id
  %0 = stablehlo.slice %a [2:14] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<16xf32>) -> tensor<12xf32>
  return %0 : tensor<12xf32>
}

// Every second row: no shard needs a row of another one.
// CHECK-LABEL: @strides_that_fit_are_local
func.func @strides_that_fit_are_local(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> tensor<8xf32> {
  // CHECK-NEXT: sdy.manual_computation
  // CHECK-NEXT: %[[O:.*]] = stablehlo.slice %{{.*}} [1:4]
  // CHECK-NEXT: stablehlo.slice %[[O]] [0:3:2] {{.*}} -> tensor<2xf32>
  // CHECK-NEXT: sdy.return
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  %0 = stablehlo.slice %a [1:16:2] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<16xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Shards are not equal: the operand is padded first. Dims that are whole are cut before rows are sent.
// CHECK-LABEL: @padded_to_equal_shards
func.func @padded_to_equal_shards(%a: tensor<7x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<6x3xf32> {
  // CHECK-NEXT: %[[ZERO:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  // CHECK-NEXT: %[[P:.*]] = stablehlo.pad %arg0, %[[ZERO]], low = [0, 0], high = [1, 0], interior = [0, 0]
  // CHECK-NEXT: sdy.manual_computation(%[[P]]) {{.*}} manual_axes={"x"} (%[[A:.*]]: tensor<2x8xf32>)
  // CHECK-NEXT: %[[CUT:.*]] = stablehlo.slice %[[A]] [0:2, 2:5]
  // CHECK-NEXT: stablehlo.slice %[[CUT]] [1:2, 0:3]
  // CHECK-NEXT: stablehlo.slice %[[CUT]] [0:1, 0:3]
  // CHECK:      stablehlo.slice %{{.*}} [0:6, 0:3] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>} : (tensor<8x3xf32>) -> tensor<6x3xf32>
  %0 = stablehlo.slice %a [1:7, 2:5] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>} : (tensor<7x8xf32>) -> tensor<6x3xf32>
  return %0 : tensor<6x3xf32>
}

// The first rows, in shards of the same size: nothing moves.
// CHECK-LABEL: @first_rows_stay
// CHECK-NEXT: stablehlo.slice %arg0 [0:7]
// CHECK-NEXT: return
func.func @first_rows_stay(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> tensor<7xf32> {
  %0 = stablehlo.slice %a [0:7] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<8xf32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// Rows of all shards would be sent one after the other: gathering them at once is better.
// CHECK-LABEL: @too_far
// CHECK-NEXT: %[[W:.*]] = sdy.reshard %arg0 <@m, [{}]>
// CHECK-NEXT: %[[S:.*]] = stablehlo.slice %[[W]] [4:8] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>}
// CHECK-NEXT: sdy.reshard %[[S]] <@m, [{"x"}]>
func.func @too_far(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> tensor<4xf32> {
  %0 = stablehlo.slice %a [4:8] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<16xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Pairs and tables name devices, in the order of the mesh.
// CHECK-LABEL: @orders_of_devices
// CHECK: source_target_pairs = dense<{{\[\[}}0, 2], [3, 0], [1, 3]]>
func.func @orders_of_devices(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@order, [{"x"}]>}) -> tensor<7xf32> {
  %0 = stablehlo.slice %a [1:8] {sdy.sharding = #sdy.sharding_per_value<[<@order, [{"x"}]>]>} : (tensor<8xf32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// Parts of an axis and lists of axes: shard (p, q) of "y" and the minor half of "x" gets rows of the next pair.
// CHECK-LABEL: @parts_of_axes
// CHECK: manual_axes={"x", "y"}
// CHECK: source_target_pairs = dense<{{\[\[}}1, 2], [2, 0], [3, 1], [5, 6], [6, 4], [7, 5]]>
func.func @parts_of_axes(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x":(2)2}]>}) -> tensor<7xf32> {
  %0 = stablehlo.slice %a [1:8] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"y", "x":(2)2}]>]>} : (tensor<8xf32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// A result that is placed differently is resharded, and the op follows its operand.
// CHECK-LABEL: @the_op_follows_its_operand
// CHECK: %[[R:.*]] = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"x"}]>] out_shardings=[<@m, [{"x"}]>]
// CHECK: %[[S:.*]] = stablehlo.slice %[[R]] [0:6]
// CHECK-NEXT: sdy.reshard %[[S]] <@m, [{"y"}]>
func.func @the_op_follows_its_operand(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> tensor<6xf32> {
  %0 = stablehlo.slice %a [1:7] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"y"}]>]>} : (tensor<8xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// Inside of a manual computation pairs are still those of devices: both halves of "y" exchange along "x".
// CHECK-LABEL: @inside_of_a_manual_computation
// CHECK: sdy.manual_computation(%arg0) {{.*}} manual_axes={"y"} (%[[A:.*]]: tensor<8x4xf32>)
// CHECK: sdy.manual_computation(%[[A]]) in_shardings=[<@m, [{"x"}, {}]>] {{.*}} manual_axes={"x"} (%{{.*}}: tensor<2x4xf32>)
// CHECK: source_target_pairs = dense<{{\[\[}}2, 0], [3, 1], [4, 2], [5, 3], [6, 4], [7, 5]]>
func.func @inside_of_a_manual_computation(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> tensor<6x8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}, {"y"}]>] out_shardings=[<@m, [{}, {"y"}]>] manual_axes={"y"} (%b: tensor<8x4xf32>) {
    %1 = stablehlo.slice %b [1:7, 0:4] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>} : (tensor<8x4xf32>) -> tensor<6x4xf32>
    %2 = sdy.reshard %1 <@m, [{}, {}]> : tensor<6x4xf32>
    sdy.return %2 : tensor<6x4xf32>
  } : (tensor<8x8xf32>) -> tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}
