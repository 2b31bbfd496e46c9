// RUN: spmd-opt %s --spmd-complete-shardings --split-input-file | FileCheck %s

sdy.mesh @one = <[], device_ids=[0]>
sdy.mesh @mesh = <["a"=2, "b"=2]>

// Values without a sharding are replicated over the first mesh that has axes; the others keep theirs.
// CHECK-LABEL: @missing_ones(
// CHECK-SAME: %arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}
// CHECK-SAME: %arg1: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}
// CHECK-SAME: -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})
func.func @missing_ones(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, %s: tensor<f32>) -> tensor<8xf32> {
  // CHECK-NEXT: %[[C:.*]] = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}]>]>} dense<1.0
  // CHECK-NEXT: stablehlo.add %arg0, %[[C]] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>}
  // CHECK-NEXT: stablehlo.tanh %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>}
  %c = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}]>]>} dense<1.0> : tensor<8xf32>
  %0 = stablehlo.add %x, %c : tensor<8xf32>
  %1 = stablehlo.tanh %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// A barrier goes; where it has another sharding than its input, a reshard takes its place. Bodies of loops are completed, bodies of
// reductions are not.
// CHECK-LABEL: @barriers_and_bodies(
func.func @barriers_and_bodies(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, %s: tensor<f32>, %p: tensor<i1>) -> tensor<f32> {
  // CHECK-NEXT: %[[R:.*]] = sdy.reshard %arg0 <@mesh, [{"b"}]>
  // CHECK-NEXT: "stablehlo.if"
  // CHECK-NEXT: stablehlo.tanh %[[R]] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>}
  // CHECK: stablehlo.return %arg0
  // CHECK: stablehlo.abs
  // CHECK-NOT: sdy.sharding
  // CHECK-SAME: tensor<f32>
  %0 = sdy.propagation_barrier %x allowed_direction=NONE {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}]>]>} : tensor<8xf32>
  %1 = sdy.propagation_barrier %x allowed_direction=NONE {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<8xf32>
  %2 = "stablehlo.if"(%p) ({
    %3 = stablehlo.tanh %0 : tensor<8xf32>
    stablehlo.return %3 : tensor<8xf32>
  }, {
    stablehlo.return %1 : tensor<8xf32>
  }) : (tensor<i1>) -> tensor<8xf32>
  %4 = stablehlo.reduce(%2 init: %s) across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    reducer(%l: tensor<f32>, %r: tensor<f32>) {
      %5 = stablehlo.add %l, %r : tensor<f32>
      %6 = stablehlo.abs %5 : tensor<f32>
      stablehlo.return %6 : tensor<f32>
    }
  return %4 : tensor<f32>
}

// -----

// No mesh: an empty one stands for the one device.
// CHECK: sdy.mesh @mesh = <[]>
// CHECK-LABEL: @one_device(
// CHECK-SAME: %arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}
func.func @one_device(%x: tensor<8xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}
