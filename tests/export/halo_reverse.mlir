// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reversals of split dims: each shard reverses its rows, and the result is on a mesh in reversed order.
// RUN: spmd-opt %s --sdy-resolve-permutation-factors | FileCheck %s

// The last new mesh comes first. An equal mesh is reused.
// CHECK: sdy.mesh @order_reversed = <["x"=4], device_ids=[1, 3, 0, 2]>
// CHECK-NEXT: sdy.mesh @m_reversed_0 = <["x"=4, "y"=2], device_ids=[6, 7, 4, 5, 2, 3, 0, 1]>
// CHECK-NEXT: sdy.mesh @m_reversed = <["x"=4, "y"=2], device_ids=[1, 0, 3, 2, 5, 4, 7, 6]>
// CHECK-NEXT: sdy.mesh @m = <["x"=4, "y"=2]>
sdy.mesh @m = <["x"=4, "y"=2]>
sdy.mesh @order = <["x"=4], device_ids=[2, 0, 3, 1]>

// CHECK-LABEL: @equal_shards
func.func @equal_shards(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> tensor<8x8xf32> {
  // CHECK-NEXT: %[[R:.*]] = stablehlo.reverse %arg0, dims = [1] {foo = 1 : i64, sdy.sharding = #sdy.sharding_per_value<[<@m_reversed, [{"x"}, {"y"}]>]>}
  // CHECK-NEXT: %[[B:.*]] = sdy.reshard %[[R]] <@m, [{"x"}, {"y"}]>
  // CHECK-NEXT: return %[[B]]
  %0 = stablehlo.reverse %a, dims = [1] {foo = 1, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {"y"}]>]>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// The last shard is shorter by a row: all rows move up by one first, and the added row ends up last.
// CHECK-LABEL: @unequal_shards
func.func @unequal_shards(%a: tensor<7x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> tensor<7x8xf32> {
  // CHECK: %[[P:.*]] = stablehlo.pad %arg0, %{{.*}}, low = [0, 0], high = [1, 0]
  // CHECK-NEXT: %[[S:.*]] = sdy.manual_computation(%[[P]]) in_shardings=[<@m, [{"x"}, {"y"}]>] out_shardings=[<@m, [{"x"}, {"y"}]>] manual_axes={"x"} (%[[A:.*]]: tensor<2x8xf32>) {
  // CHECK-NEXT:   %[[LAST:.*]] = stablehlo.slice %[[A]] [1:2, 0:8] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"y"}]>]>}
  // CHECK-NEXT:   %[[SENT:.*]] = "stablehlo.collective_permute"(%[[LAST]]) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<{{\[\[}}0, 2], [1, 3], [2, 4], [3, 5], [4, 6], [5, 7]]>
  // CHECK-NEXT:   %[[OWN:.*]] = stablehlo.slice %[[A]] [0:1, 0:8]
  // CHECK-NEXT:   %[[C:.*]] = stablehlo.concatenate %[[SENT]], %[[OWN]], dim = 0
  // CHECK-NEXT:   sdy.return %[[C]]
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[R:.*]] = stablehlo.reverse %[[S]], dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m_reversed_0, [{"x"}, {"y"}]>]>}
  // CHECK-NEXT: %[[B:.*]] = sdy.reshard %[[R]] <@m, [{"x"}, {"y"}]>
  // CHECK-NEXT: stablehlo.slice %[[B]] [0:7, 0:8] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {"y"}]>]>}
  %0 = stablehlo.reverse %a, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {"y"}]>]>} : tensor<7x8xf32>
  return %0 : tensor<7x8xf32>
}

// Shards of two rows and two added ones: whole shards move.
// CHECK-LABEL: @a_whole_shard
// CHECK: sdy.manual_computation
// CHECK-NEXT: %[[SENT:.*]] = "stablehlo.collective_permute"(%{{.*}})
// CHECK-NEXT: sdy.return %[[SENT]]
func.func @a_whole_shard(%a: tensor<6xcomplex<f32>> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> tensor<6xcomplex<f32>> {
  %0 = stablehlo.reverse %a, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<6xcomplex<f32>>
  return %0 : tensor<6xcomplex<f32>>
}

// A shard would be padding only: the dims become whole.
// CHECK-LABEL: @empty_shards
// CHECK-NEXT: %[[W:.*]] = sdy.reshard %arg0 <@m, [{}, {}]>
// CHECK-NEXT: %[[R:.*]] = stablehlo.reverse %[[W]], dims = [0, 1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>}
// CHECK-NEXT: sdy.reshard %[[R]] <@m, [{"x"}, {"y"}]>
func.func @empty_shards(%a: tensor<5x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> tensor<5x8xf32> {
  %0 = stablehlo.reverse %a, dims = [0, 1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {"y"}]>]>} : tensor<5x8xf32>
  return %0 : tensor<5x8xf32>
}

// CHECK-LABEL: @orders_of_devices
// CHECK-NEXT: stablehlo.reverse %arg0, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@order_reversed, [{"x"}]>]>}
func.func @orders_of_devices(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@order, [{"x"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.reverse %a, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@order, [{"x"}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Dim 1 uses the other part of "x" behind "y": both are manual, as manual axes must come first in a dim, and dim 1 gets equal shards.
// CHECK-LABEL: @parts_of_an_axis
// CHECK: stablehlo.pad %arg0, %{{.*}}, low = [0, 0], high = [1, 1]
// CHECK-NEXT: manual_axes={"x", "y"} (%{{.*}}: tensor<4x2xf32>)
func.func @parts_of_an_axis(%a: tensor<7x7xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(2)2}, {"y", "x":(1)2}]>}) -> tensor<7x7xf32> {
  %0 = stablehlo.reverse %a, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x":(2)2}, {"y", "x":(1)2}]>]>} : tensor<7x7xf32>
  return %0 : tensor<7x7xf32>
}

// Dim 0 is not reversed and stays free, but a manual computation needs equal shards of it as well.
// CHECK-LABEL: @even_free_dims
// CHECK: stablehlo.pad %arg0, %{{.*}}, low = [0, 0], high = [3, 1]
// CHECK-NEXT: manual_axes={"y"} (%{{.*}}: tensor<12x4xf32>)
// CHECK: stablehlo.slice %{{.*}} [0:9, 0:7]
func.func @even_free_dims(%a: tensor<9x7xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> tensor<9x7xf32> {
  %0 = stablehlo.reverse %a, dims = [1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {"y"}]>]>} : tensor<9x7xf32>
  return %0 : tensor<9x7xf32>
}

// A mesh that is written out stays so.
// CHECK-LABEL: @a_mesh_without_a_name
// CHECK-NEXT: stablehlo.reverse %arg0, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2], device_ids=[1, 0]>, [{"a"}]>]>}
func.func @a_mesh_without_a_name(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2]>, [{"a"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.reverse %a, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2]>, [{"a"}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
