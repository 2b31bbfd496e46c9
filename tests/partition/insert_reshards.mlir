// RUN: spmd-opt %s --spmd-insert-reshards | FileCheck %s
// RUN: spmd-opt %s --spmd-insert-reshards --spmd-lower-reshards | FileCheck %s --check-prefix=LOWER
// RUN: spmd-opt %s --spmd-insert-reshards --spmd-lower-reshards --spmd-localize | FileCheck %s --check-prefix=LOCAL

sdy.mesh @mesh = <["data"=2, "model"=4]>

// CHECK-LABEL: @contracting_dim_leaves_a_partial_sum
// CHECK: stablehlo.dot_general {{.*}}unreduced={"model"}
// CHECK: sdy.reshard %{{.*}} <@mesh, [{"data"}, {}]>
// LOWER-LABEL: @contracting_dim_leaves_a_partial_sum
// LOWER: sdy.all_reduce {"model"}
// LOCAL-LABEL: @contracting_dim_leaves_a_partial_sum
// LOCAL: stablehlo.dot_general {{.*}} : (tensor<4x2xf32>, tensor<2x16xf32>) -> tensor<4x16xf32>
// LOCAL: "stablehlo.all_reduce"
// LOCAL-NOT: sdy.
func.func @contracting_dim_leaves_a_partial_sum(
    %x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>},
    %w: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>})
    -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {}]>]>} : (tensor<8x8xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// A sum that is wanted split by the axis it runs over is one reduce_scatter.
// LOWER-LABEL: @sum_wanted_split
// LOWER: sdy.reduce_scatter [{"data"}, {}]
// LOWER-NOT: all_reduce
// LOCAL-LABEL: @sum_wanted_split
// LOCAL: "stablehlo.reduce_scatter"
func.func @sum_wanted_split(
    %x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
    %y: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>})
    -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {}]>]>} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// What the trips of a loop save is placed as they make it, whatever its readers would like: no trip reshards.
// CHECK-LABEL: @stack_is_placed_as_it_is_written
// CHECK: stablehlo.while
// CHECK-NOT: sdy.reshard
// CHECK: dynamic_update_slice {{.*}}[{}, {"data"}, {}]
// CHECK-NOT: sdy.reshard
// CHECK: return
// CHECK: sdy.reshard %{{.*}} <@mesh, [{}, {}, {"data"}]>
func.func @stack_is_placed_as_it_is_written(
    %x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>})
    -> (tensor<3x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"data"}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %init = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}, {"data"}]>]>} dense<0.0> : tensor<3x8x16xf32>
  %r:3 = stablehlo.while(%i = %zero, %a = %x, %stack = %init) : tensor<i32>, tensor<8x16xf32>, tensor<3x8x16xf32>
    attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{"data"}, {}]>, <@mesh, [{}, {}, {"data"}]>]>}
    cond {
      %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %b = stablehlo.tanh %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {}]>]>} : tensor<8x16xf32>
      %slice = stablehlo.reshape %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}, {"data"}]>]>} : (tensor<8x16xf32>) -> tensor<1x8x16xf32>
      %new = stablehlo.dynamic_update_slice %stack, %slice, %i, %zero, %zero {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}, {"data"}]>]>} : (tensor<3x8x16xf32>, tensor<1x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x8x16xf32>
      %next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %next, %b, %new : tensor<i32>, tensor<8x16xf32>, tensor<3x8x16xf32>
    }
  return %r#2 : tensor<3x8x16xf32>
}
