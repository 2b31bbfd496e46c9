// A kernel of one row with a prefix scan. The row's number is one number, so the value that the row stages is found through broadcasts
// that leave out dims of one element. Donating %x changes no result.
// RUN: spmd-run %s --start-after=optimize --random-args=1 --no-cache --save=%t.donated.npz
// RUN: sed "s/, tf.aliasing_output = 0 : i32//" %s > %t.mlir
// RUN: spmd-run %t.mlir --start-after=optimize --random-args=1 --no-cache --save=%t.npz
// RUN: cmp %t.donated.npz %t.npz

func.func @main(%x: tensor<1x64xf32> {spmd.sharding = {axes = [], dims = [[], []], shape = array<i64: 1, 64>, sizes = array<i64>}, tf.aliasing_output = 0 : i32},
                %z: tensor<1x64xf32> {spmd.sharding = {axes = [], dims = [[], []], shape = array<i64: 1, 64>, sizes = array<i64>}})
    -> (tensor<1x64xf32> {spmd.sharding = {axes = [], dims = [[], []], shape = array<i64: 1, 64>, sizes = array<i64>}},
        tensor<1x1x64xf32> {spmd.sharding = {axes = [], dims = [[], [], []], shape = array<i64: 1, 1, 64>, sizes = array<i64>}},
        tensor<1x64xf32> {spmd.sharding = {axes = [], dims = [[], []], shape = array<i64: 1, 64>, sizes = array<i64>}}) {
  %0:3 = spmd.fusion(%xs = %x, %zs = %z) : (tensor<1x64xf32>, tensor<1x64xf32>) -> (tensor<1x64xf32>, tensor<1x1x64xf32>, tensor<1x64xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %cosine = stablehlo.cosine %xs : tensor<1x64xf32>
    %apart = stablehlo.broadcast_in_dim %cosine, dims = [1, 2] : (tensor<1x64xf32>) -> tensor<1x1x64xf32>
    %sum = stablehlo.reduce(%apart init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<1x1xf32>
    %scan = "stablehlo.reduce_window"(%zs, %zero) <{padding = dense<[[0, 0], [63, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 64>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %1 = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %1 : tensor<f32>
      }) : (tensor<1x64xf32>, tensor<f32>) -> tensor<1x64xf32>
    %sums = stablehlo.broadcast_in_dim %sum, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x1x64xf32>
    %out = stablehlo.multiply %apart, %sums : tensor<1x1x64xf32>
    spmd.yield %cosine, %out, %scan : tensor<1x64xf32>, tensor<1x1x64xf32>, tensor<1x64xf32>
  }
  return %0#0, %0#1, %0#2 : tensor<1x64xf32>, tensor<1x1x64xf32>, tensor<1x64xf32>
}
