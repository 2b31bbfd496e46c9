// RUN: spmd-opt %s --spmd-grad="function=f" | FileCheck %s

sdy.mesh @mesh = <["x"=2, "y"=2]>

// %w is copied along "x": its cotangent is the sum along "x". The result is copied along "y": each of the two devices
// has half of its cotangent. What the backward body reads of the forward one, tanh, is stacked over the devices.
func.func @f(%x: tensor<4x6xf32>, %w: tensor<6x8xf32>) -> tensor<4x8xf32> {
  %0 = sdy.manual_computation(%x, %w) in_shardings=[<@mesh, [{"x"}, {"y"}]>, <@mesh, [{"y"}, {}]>]
      out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%a: tensor<2x3xf32>, %b: tensor<3x8xf32>) {
    %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x8xf32>) -> tensor<2x8xf32>
    %2 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %4 = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) : (tensor<2x8xf32>) -> tensor<2x8xf32>
    %3 = stablehlo.tanh %2 : tensor<2x8xf32>
    sdy.return %3 : tensor<2x8xf32>
  } : (tensor<4x6xf32>, tensor<6x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
// CHECK-LABEL: @f_grad(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<4x6xf32>, %[[W:[a-z0-9]+]]: tensor<6x8xf32>, %[[CT:[a-z0-9]+]]: tensor<4x8xf32>)
// CHECK:       %[[OUT:.*]]:2 = sdy.manual_computation(%[[X]], %[[W]])
// CHECK-SAME:    out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{"x", "y"}, {}]>]
// CHECK:       %[[G:.*]]:2 = sdy.manual_computation(%[[CT]], {{.*}}%[[OUT]]#1
// CHECK-SAME:    out_shardings=[<@mesh, [{"x"}, {"y"}]>, <@mesh, [{"y"}, {}]>]
// CHECK:         stablehlo.constant dense<5.0{{.*}}e-01>
// CHECK:         "stablehlo.all_reduce"{{.*}}replica_groups = dense<{{\[\[}}0, 1], [2, 3]]>
// CHECK:         "stablehlo.all_reduce"{{.*}}replica_groups = dense<{{\[\[}}0, 2], [1, 3]]>
// CHECK:       return %[[OUT]]#0, %[[G]]#0, %[[G]]#1
