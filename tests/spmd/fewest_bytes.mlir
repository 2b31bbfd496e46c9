// What single ops along split dims send at most. bench/single_ops.py measures more of them, beside XLA.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
// RUN: spmd-run %s --random-args=1 --check-against-sequential --mesh=x=3
// RUN: spmd-opt %s --spmd-account --spmd-check-budget | FileCheck %s

// Two rows of 32 that all devices want; a cumsum as JAX writes it, with an initial value behind a broadcast; a transform along the split
// dim, whose input moves by all_to_all, and whose result moves back.
// BUDGET: all_gather<=1 all_to_all<=2 reduce_scatter<=0
// CHECK-DAG: 96 {{.*}}collective_broadcast {{.*}}tensor<2x16xf32> -> tensor<2x16xf32>
// CHECK-DAG: 48 {{.*}}all_gather {{.*}}tensor<1x4xf32> -> tensor<4x4xf32>
// CHECK-DAG: 192 {{.*}}all_to_all {{.*}}tensor<4x8xcomplex<f32>> -> tensor<1x32xcomplex<f32>>
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<2x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
        tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.slice %a [5:7, 0:16] : (tensor<32x16xf32>) -> tensor<2x16xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %init = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<f32>
  %1 = "stablehlo.reduce_window"(%b, %init) <{padding = dense<[[31, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 32, 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<f32>) -> tensor<32x4xf32>
  %2 = stablehlo.transpose %b, dims = [1, 0] : (tensor<32x4xf32>) -> tensor<4x32xf32>
  %zeros = stablehlo.subtract %2, %2 : tensor<4x32xf32>
  %3 = stablehlo.complex %2, %zeros : tensor<4x32xcomplex<f32>>
  %4 = stablehlo.fft %3, type = FFT, length = [32] : (tensor<4x32xcomplex<f32>>) -> tensor<4x32xcomplex<f32>>
  %5 = stablehlo.abs %4 : (tensor<4x32xcomplex<f32>>) -> tensor<4x32xf32>
  %6 = stablehlo.transpose %5, dims = [1, 0] : (tensor<4x32xf32>) -> tensor<32x4xf32>
  return %0, %1, %6 : tensor<2x16xf32>, tensor<32x4xf32>, tensor<32x4xf32>
}
