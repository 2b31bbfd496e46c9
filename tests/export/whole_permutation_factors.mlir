// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dims along which rows move become whole where shards do not exchange rows.
// RUN: spmd-opt %s --sdy-resolve-permutation-factors=enable-halo-exchange=false | FileCheck %s

sdy.mesh @m = <["x"=4, "y"=2]>
sdy.mesh @order = <["x"=4, "y"=2], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
sdy.mesh @one = <[], device_ids=[1]>

// Only the dim that is cut elsewhere; the other one keeps the places of its rows.
// CHECK-LABEL: @slices
// CHECK-NEXT: %[[W:.*]] = sdy.reshard %arg0 <@m, [{"x"}, {}]>
// CHECK-NEXT: %[[S:.*]] = stablehlo.slice %[[W]] [0:7, 1:7] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>}
// CHECK-NEXT: sdy.reshard %[[S]] <@m, [{"x"}, {"y"}]>
func.func @slices(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> tensor<7x6xf32> {
  %0 = stablehlo.slice %a [0:7, 1:7] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {"y"}]>]>} : (tensor<8x8xf32>) -> tensor<7x6xf32>
  return %0 : tensor<7x6xf32>
}

// As long as its operand, but one row further: the sharding rule has no permutation factor for it.
// CHECK-LABEL: @shifts
// CHECK-NEXT: %[[W:.*]] = sdy.reshard %arg0 <@m, [{}]>
// CHECK-NEXT: stablehlo.pad %[[W]]
// CHECK-NEXT: sdy.reshard
func.func @shifts(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}, %v: tensor<f32>) -> tensor<8xf32> {
  %0 = stablehlo.pad %a, %v, low = [1], high = [-1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: @padding_inside_of_the_last_shard
// CHECK-NEXT: stablehlo.pad %arg0
// CHECK-NEXT: return
func.func @padding_inside_of_the_last_shard(%a: tensor<5xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}, %v: tensor<f32>) -> tensor<8xf32> {
  %0 = stablehlo.pad %a, %v, low = [0], high = [3], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<5xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: @reversals
// CHECK-NEXT: %[[W:.*]] = sdy.reshard %arg0 <@m, [{"x"}, {}]>
// CHECK-NEXT: %[[R:.*]] = stablehlo.reverse %[[W]], dims = [1]
// CHECK-NEXT: sdy.reshard %[[R]] <@m, [{"x"}, {"y"}]>
func.func @reversals(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.reverse %a, dims = [1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {"y"}]>]>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// Windows; operands in another order of devices come to the common one.
// CHECK-LABEL: @windows
// CHECK-NEXT: %[[W:.*]] = sdy.reshard %arg0 <@m, [{"x"}, {}]>
// CHECK-NEXT: %[[R:.*]] = "stablehlo.reduce_window"(%[[W]], %arg1)
// CHECK: {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>}
// CHECK-NEXT: sdy.reshard %[[R]] <@order, [{"x"}, {"y"}]>
func.func @windows(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@order, [{"x"}, {"y"}]>}, %v: tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) -> tensor<8x8xf32> {
  %0 = "stablehlo.reduce_window"(%a, %v) <{window_dimensions = array<i64: 1, 3>, padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@order, [{"x"}, {"y"}]>]>} : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: @convolutions
// CHECK-NEXT: %[[W:.*]] = sdy.reshard %arg0 <@m, [{"y"}, {}, {}]>
// CHECK-NEXT: %[[C:.*]] = stablehlo.convolution(%[[W]], %arg1)
// CHECK-NEXT: sdy.reshard %[[C]] <@m, [{"y"}, {"x"}, {}]>
func.func @convolutions(%a: tensor<8x16x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}, {"x"}, {}]>}, %k: tensor<3x4x4xf32>) -> tensor<8x16x4xf32> {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"y"}, {"x"}, {}]>]>} : (tensor<8x16x4xf32>, tensor<3x4x4xf32>) -> tensor<8x16x4xf32>
  return %0 : tensor<8x16x4xf32>
}

// A rotation: the slices are replaced first, and the concatenation still becomes whole.
// CHECK-LABEL: @concatenations_of_slices
// CHECK: %[[C:.*]] = stablehlo.concatenate %{{.*}}, %{{.*}}, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>}
// CHECK-NEXT: sdy.reshard %[[C]] <@m, [{"x"}]>
func.func @concatenations_of_slices(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.slice %a [3:8] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<8xf32>) -> tensor<5xf32>
  %1 = stablehlo.slice %a [0:3] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<8xf32>) -> tensor<3xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<5xf32>, tensor<3xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

// A rule of the user's is the user's business; one without `custom` is taken as it stands.
// CHECK-LABEL: @rules_of_users
// CHECK-NEXT: %[[F:.*]] = stablehlo.custom_call @f(%arg0)
// CHECK-NEXT: %[[W:.*]] = sdy.reshard %[[F]] <@m, [{}]>
// CHECK-NEXT: stablehlo.custom_call @f(%[[W]])
func.func @rules_of_users(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.custom_call @f(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8} permutation={i}, custom>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.custom_call @f(%0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8} permutation={i}>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// Ops of a single device move nothing between devices, and dims that are whole already need nothing.
// CHECK-LABEL: @nothing_to_do
// CHECK-NEXT: stablehlo.reverse %arg0
// CHECK-NEXT: stablehlo.slice
// CHECK-NEXT: return
func.func @nothing_to_do(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@one, []>}, %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> (tensor<8xf32>, tensor<8x4xf32>) {
  %0 = stablehlo.reverse %a, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : tensor<8xf32>
  %1 = stablehlo.slice %b [0:8, 2:6] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>} : (tensor<8x8xf32>) -> tensor<8x4xf32>
  return %0, %1 : tensor<8xf32>, tensor<8x4xf32>
}
