// RUN: spmd-opt %s --sdy-close-shardings | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: @open_dims_and_replicated_axes(
// CHECK-SAME: %arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}
// CHECK-SAME: -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>})
func.func @open_dims_and_replicated_axes(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}], replicated={"b"}>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {?}]>}) {
  // CHECK-NEXT: stablehlo.tanh %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"b"}]>]>}
  %0 = stablehlo.tanh %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"b", ?}]>]>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// Partial values keep their unreduced axes, and priorities mean nothing on a dim without axes.
// CHECK-LABEL: func.func private @axes_and_priorities_stay(
// CHECK-SAME: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p1, {}]>}
// CHECK-SAME: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}], unreduced={"b"}>}
func.func private @axes_and_priorities_stay(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}p1, {?}p2]>},
    tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}], unreduced={"b"}>})

// A value without a sharding gets none, and constraints stay constraints.
// CHECK-LABEL: @nothing_to_close(
// CHECK-SAME: %arg0: tensor<8xf32>) -> tensor<8xf32> {
func.func @nothing_to_close(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<8xf32>
  // CHECK-NEXT: sdy.sharding_constraint %{{.*}} <@mesh, [{"b"}]> : tensor<8xf32>
  // CHECK-NEXT: return
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}]> : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"b", ?}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}
