// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reshapes of split dims: shards that hold other elements before and after exchange them.
// RUN: spmd-opt %s --sdy-resolve-permutation-factors | FileCheck %s
// RUN: spmd-opt %s --sdy-resolve-permutation-factors=enable-halo-exchange=false | FileCheck %s --check-prefix=WHOLE

sdy.mesh @m = <["x"=4, "y"=2]>

// 6 elements of a shard become rows 0 .. 5 of (2 rows of 4): shard p needs elements 8p .. 8p + 7.
// CHECK-LABEL: @a_dim_into_uneven_dims
// WHOLE-LABEL: @a_dim_into_uneven_dims
func.func @a_dim_into_uneven_dims(%a: tensor<24xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> tensor<6x4xf32> {
  // CHECK-NEXT: %[[R:.*]] = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"x"}]>] out_shardings=[<@m, [{"x"}, {}]>] manual_axes={"x"} (%[[A:.*]]: tensor<6xf32>) {
  // CHECK-NEXT: %[[N:.*]] = "stablehlo.collective_permute"(%[[A]]) {{.*}}dense<{{\[\[}}2, 0], [3, 1], [4, 2], [5, 3], [6, 4], [7, 5]]>
  // CHECK-NEXT: %[[C:.*]] = stablehlo.concatenate %[[A]], %[[N]], dim = 0
  // CHECK:      stablehlo.constant dense<[0, 0, 2, 2, 4, 4, 4, 4]> : tensor<8xi64>
  // CHECK:      %[[S:.*]] = stablehlo.dynamic_slice %[[C]], %{{.*}}, sizes = [8]
  // CHECK-NEXT: %[[O:.*]] = stablehlo.reshape %[[S]] : (tensor<8xf32>) -> tensor<2x4xf32>
  // CHECK-NEXT: sdy.return %[[O]]
  // CHECK-NEXT: } : (tensor<24xf32>) -> tensor<8x4xf32>
  // CHECK-NEXT: stablehlo.slice %[[R]] [0:6, 0:4]
  // WHOLE-NEXT: %[[W:.*]] = sdy.reshard %arg0 <@m, [{}]>
  // WHOLE-NEXT: %[[R:.*]] = stablehlo.reshape %[[W]] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>}
  // WHOLE-NEXT: sdy.reshard %[[R]] <@m, [{"x"}, {}]>
  %0 = stablehlo.reshape %a {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>} : (tensor<24xf32>) -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// The other way round, rows of 4 elements are sent in part.
// CHECK-LABEL: @uneven_dims_into_a_dim
// CHECK: stablehlo.reshape %{{.*}} : (tensor<2x4xf32>) -> tensor<8xf32>
// CHECK: "stablehlo.collective_permute"
// CHECK: sdy.return %{{.*}} : tensor<6xf32>
func.func @uneven_dims_into_a_dim(%a: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<24xf32> {
  %0 = stablehlo.reshape %a {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<6x4xf32>) -> tensor<24xf32>
  return %0 : tensor<24xf32>
}

// Equal elements before and after: nothing to do, also where the axes are written in parts.
// CHECK-LABEL: @equal_shards
// CHECK-NEXT: stablehlo.reshape %arg0
// CHECK-NEXT: stablehlo.reshape
// CHECK-NEXT: return
func.func @equal_shards(%a: tensor<24xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> tensor<2x12xf32> {
  %0 = stablehlo.reshape %a {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>} : (tensor<24xf32>) -> tensor<4x6xf32>
  %1 = stablehlo.reshape %0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x":(1)2}, {"x":(2)2}]>]>} : (tensor<4x6xf32>) -> tensor<2x12xf32>
  return %1 : tensor<2x12xf32>
}

// Another dim of size one: the shards are unequal, but the same ones on both sides.
// CHECK-LABEL: @a_dim_of_one
// CHECK-NEXT: stablehlo.reshape %arg0
// CHECK-NEXT: return
func.func @a_dim_of_one(%a: tensor<7xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> tensor<1x7xf32> {
  %0 = stablehlo.reshape %a {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"x"}]>]>} : (tensor<7xf32>) -> tensor<1x7xf32>
  return %0 : tensor<1x7xf32>
}

// Two groups: the second one exchanges elements, the first one is right as it is. Both are manual.
// CHECK-LABEL: @two_groups
// CHECK-NEXT: sdy.manual_computation(%arg0) {{.*}} manual_axes={"x", "y"} (%{{.*}}: tensor<2x6xf32>)
// CHECK: "stablehlo.collective_permute"
// CHECK: stablehlo.reshape %{{.*}} : (tensor<2x8xf32>) -> tensor<2x2x4xf32>
func.func @two_groups(%a: tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> tensor<8x3x4xf32> {
  %0 = stablehlo.reshape %a {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {"y"}, {}]>]>} : (tensor<8x12xf32>) -> tensor<8x3x4xf32>
  return %0 : tensor<8x3x4xf32>
}

// Shards are not runs of elements on both sides: only this group becomes whole.
// CHECK-LABEL: @only_the_group_becomes_whole
// CHECK-NEXT: %[[W:.*]] = sdy.reshard %arg0 <@m, [{"y"}, {}]>
// CHECK-NEXT: %[[R:.*]] = stablehlo.reshape %[[W]] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"y"}, {}, {}]>]>}
// CHECK-NEXT: sdy.reshard %[[R]] <@m, [{"y"}, {"x":(1)2}, {"x":(2)2}]>
func.func @only_the_group_becomes_whole(%a: tensor<8x14xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}, {"x"}]>}) -> tensor<8x2x7xf32> {
  %0 = stablehlo.reshape %a {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"y"}, {"x":(1)2}, {"x":(2)2}]>]>} : (tensor<8x14xf32>) -> tensor<8x2x7xf32>
  return %0 : tensor<8x2x7xf32>
}

// A split dim of size one has no counterpart.
// CHECK-LABEL: @a_split_dim_of_one
// CHECK-NEXT: %[[R:.*]] = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>}
// CHECK-NEXT: sdy.reshard %[[R]] <@m, [{}, {"y"}]>
func.func @a_split_dim_of_one(%a: tensor<8xf32>) -> tensor<8x1xf32> {
  %0 = stablehlo.reshape %a {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"y"}]>]>} : (tensor<8xf32>) -> tensor<8x1xf32>
  return %0 : tensor<8x1xf32>
}

// CHECK-LABEL: @no_elements
// CHECK-NEXT: stablehlo.reshape %arg0
// CHECK-NEXT: return
func.func @no_elements(%a: tensor<0x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<0xf32> {
  %0 = stablehlo.reshape %a {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<0x4xf32>) -> tensor<0xf32>
  return %0 : tensor<0xf32>
}
