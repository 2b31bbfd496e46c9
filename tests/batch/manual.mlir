// RUN: spmd-opt %s --spmd-batch="function=f size=8 in=0,none" | FileCheck %s --check-prefix=WHOLE
// RUN: spmd-opt %s --spmd-batch="function=f size=8 in=0,none along=z" | FileCheck %s --check-prefix=FREE
// RUN: spmd-opt %s --spmd-batch="function=f size=8 in=0,none along=y" | FileCheck %s --check-prefix=SPLIT
// RUN: spmd-opt %s --spmd-batch="function=f size=8 in=0,none along=y as=main" | spmd-run - --devices=8 --random-args=1 --check-against-sequential

sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]>

// Each device has the whole batch, or the part that the axes of the batch give to it. The collective works on all entries at once.
func.func @f(%x: tensor<4x6xf32>, %w: tensor<6x2xf32>) -> tensor<4x2xf32> {
  %0 = sdy.manual_computation(%x, %w) in_shardings=[<@mesh, [{}, {"x"}]>, <@mesh, [{"x"}, {}]>]
      out_shardings=[<@mesh, [{}, {}]>] manual_axes={"x", "y"} (%a: tensor<4x3xf32>, %b: tensor<3x2xf32>) {
    %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<3x2xf32>) -> tensor<4x2xf32>
    %2 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %4 = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
    sdy.return %2 : tensor<4x2xf32>
  } : (tensor<4x6xf32>, tensor<6x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
// WHOLE-LABEL: func.func @f_batched(
// WHOLE:       in_shardings=[<@mesh, [{?}, {}, {"x"}]>, <@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{?}, {}, {}]>] manual_axes={"x", "y"} (%{{.*}}: tensor<8x4x3xf32>, %{{.*}}: tensor<3x2xf32>)
// WHOLE:       : (tensor<8x4x2xf32>) -> tensor<8x4x2xf32>
// FREE-LABEL: func.func @f_batched(
// FREE:        in_shardings=[<@mesh, [{"z"}, {}, {"x"}]>, {{.*}} out_shardings=[<@mesh, [{"z"}, {}, {}]>] manual_axes={"x", "y"} (%{{.*}}: tensor<8x4x3xf32>
// SPLIT-LABEL: func.func @f_batched(
// SPLIT:       in_shardings=[<@mesh, [{"y"}, {}, {"x"}]>, {{.*}} out_shardings=[<@mesh, [{"y"}, {}, {}]>] manual_axes={"x", "y"} (%{{.*}}: tensor<4x4x3xf32>
// SPLIT:       sdy.return %{{.*}} : tensor<4x4x2xf32>
// SPLIT-NEXT:  } : (tensor<8x4x6xf32>, tensor<6x2xf32>) -> tensor<8x4x2xf32>
