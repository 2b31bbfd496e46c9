// Sums that a loop only adds up stay partial until it has ended: gradients of micro-batches, of layers inside of micro-batches, and
// scaled ones. What a trip reads is summed up in the trip.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
// RUN: spmd-run %s --random-args=2 --check-against-sequential --mesh=x=2
// RUN: spmd-opt %s --spmd-account --spmd-check-budget | FileCheck %s
// BUDGET: all_reduce<=8 all_gather<=0
sdy.mesh @mesh = <["x"=4]>

// One sum of [16, 8] behind the loop, also where the products are transposed and scaled: 2 * 3/4 * 512 bytes.
// CHECK-DAG: 768 {{[0-9.]+}} 1 {{ *}}all_reduce {{.*}}tensor<16x8xf32>
// The sum that a trip compares is summed up in each of 5 trips.
// CHECK-DAG: 3,840 {{[0-9.]+}} 5 {{ *}}all_reduce {{.*}}tensor<16x8xf32>
// Layers inside of micro-batches: a stack of 3, once.
// CHECK-DAG: 2,304 {{[0-9.]+}} 1 {{ *}}all_reduce {{.*}}tensor<3x16x8xf32>
func.func @main(%x: tensor<5x32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %d: tensor<5x32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>})
    -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<3x16x8xf32>, tensor<16x8xf32>) {
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %g0 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
  %s0 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<3x16x8xf32>
  %0:5 = stablehlo.while(%i = %i0, %gradient = %g0, %read = %g0, %layers = %s0, %scaled = %g0) : tensor<i32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<3x16x8xf32>, tensor<16x8xf32>
   cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.dynamic_slice %x, %i, %i0, %i0, sizes = [1, 32, 16] : (tensor<5x32x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x32x16xf32>
    %xi = stablehlo.reshape %1 : (tensor<1x32x16xf32>) -> tensor<32x16xf32>
    %2 = stablehlo.dynamic_slice %d, %i, %i0, %i0, sizes = [1, 32, 8] : (tensor<5x32x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x32x8xf32>
    %di = stablehlo.reshape %2 : (tensor<1x32x8xf32>) -> tensor<32x8xf32>

    %3 = stablehlo.dot_general %di, %xi, contracting_dims = [0] x [0] : (tensor<32x8xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
    %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
    %5 = stablehlo.add %gradient, %4 : tensor<16x8xf32>

    %6 = stablehlo.tanh %read : tensor<16x8xf32>
    %7 = stablehlo.sine %di : tensor<32x8xf32>
    %8 = stablehlo.dot_general %xi, %7, contracting_dims = [0] x [0] : (tensor<32x16xf32>, tensor<32x8xf32>) -> tensor<16x8xf32>
    %9 = stablehlo.add %6, %8 : tensor<16x8xf32>

    %10:2 = stablehlo.while(%l = %i0, %stack = %s0) : tensor<i32>, tensor<3x16x8xf32>
     cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %11 = stablehlo.compare LT, %l, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %11 : tensor<i1>
    } do {
      %11 = stablehlo.cosine %di : tensor<32x8xf32>
      %12 = stablehlo.dot_general %xi, %11, contracting_dims = [0] x [0] : (tensor<32x16xf32>, tensor<32x8xf32>) -> tensor<16x8xf32>
      %13 = stablehlo.reshape %12 : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
      %14 = stablehlo.dynamic_update_slice %stack, %13, %l, %i0, %i0 : (tensor<3x16x8xf32>, tensor<1x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x16x8xf32>
      %15 = stablehlo.add %l, %one : tensor<i32>
      stablehlo.return %15, %14 : tensor<i32>, tensor<3x16x8xf32>
    }
    %11 = stablehlo.add %layers, %10#1 : tensor<3x16x8xf32>

    %15 = stablehlo.dot_general %xi, %di, contracting_dims = [0] x [0] : (tensor<32x16xf32>, tensor<32x8xf32>) -> tensor<16x8xf32>
    %16 = stablehlo.broadcast_in_dim %half, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %17 = stablehlo.multiply %15, %16 : tensor<16x8xf32>
    %18 = stablehlo.add %scaled, %17 : tensor<16x8xf32>
    %19 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %19, %5, %9, %11, %18 : tensor<i32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<3x16x8xf32>, tensor<16x8xf32>
  }
  return %0#1, %0#2, %0#3, %0#4 : tensor<16x8xf32>, tensor<16x8xf32>, tensor<3x16x8xf32>, tensor<16x8xf32>
}
