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

