// RUN: spmd-opt --split-input-file --spmd-pipeline=stop-after=partition %s | FileCheck %s

// Micro-batches under fsdp. The loop holds the weight whole, so it may hold the sum of the gradients whole, too: one reduce_scatter behind
// the loop in place of one in each of 5 trips.
// CHECK-LABEL: func.func @gathered(
// CHECK:       stablehlo.while
// CHECK-NOT:   reduce_scatter
// CHECK:       stablehlo.add %{{.*}} : tensor<16x16xf32>
// CHECK-NEXT:  stablehlo.add
// CHECK-NEXT:  stablehlo.return
// CHECK:       reduce_scatter{{.*}}
// CHECK:       (tensor<16x16xf32>) -> tensor<4x16xf32>
sdy.mesh @mesh = <["x"=4]>
func.func @gathered(%x: tensor<5x32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>},
                    %w: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %g0 = stablehlo.constant dense<0.0> : tensor<16x16xf32>
  %0:2 = stablehlo.while(%i = %i0, %gradient = %g0) : tensor<i32>, tensor<16x16xf32>
   cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.dynamic_slice %x, %i, %i0, %i0, sizes = [1, 32, 16] : (tensor<5x32x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x32x16xf32>
    %2 = stablehlo.reshape %1 : (tensor<1x32x16xf32>) -> tensor<32x16xf32>
    %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : (tensor<32x16xf32>, tensor<16x16xf32>) -> tensor<32x16xf32>
    %4 = stablehlo.tanh %3 : tensor<32x16xf32>
    %5 = stablehlo.dot_general %2, %4, contracting_dims = [0] x [0] : (tensor<32x16xf32>, tensor<32x16xf32>) -> tensor<16x16xf32>
    %6 = stablehlo.add %gradient, %5 : tensor<16x16xf32>
    %7 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %7, %6 : tensor<i32>, tensor<16x16xf32>
  }
  return %0#1 : tensor<16x16xf32>
}

// -----

// Each trip gathers the weight of one layer out of 5, so the loop never holds all of them. The sum, which is as large as two layers, stays in
// shards: a reduce_scatter in each trip.
// CHECK-LABEL: func.func @layers(
// CHECK:       stablehlo.while
// CHECK:       reduce_scatter
// CHECK:       stablehlo.return
// CHECK-NOT:   reduce_scatter
sdy.mesh @mesh = <["x"=4]>
func.func @layers(%x: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                  %w: tensor<5x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>})
    -> (tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %g0 = stablehlo.constant dense<0.0> : tensor<16x32xf32>
  %0:2 = stablehlo.while(%i = %i0, %gradient = %g0) : tensor<i32>, tensor<16x32xf32>
   cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.dynamic_slice %w, %i, %i0, %i0, sizes = [1, 16, 16] : (tensor<5x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %2 = stablehlo.reshape %1 : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    %3 = stablehlo.dot_general %x, %2, contracting_dims = [1] x [0] : (tensor<32x16xf32>, tensor<16x16xf32>) -> tensor<32x16xf32>
    %4 = stablehlo.tanh %3 : tensor<32x16xf32>
    %8 = stablehlo.concatenate %4, %3, dim = 1 : (tensor<32x16xf32>, tensor<32x16xf32>) -> tensor<32x32xf32>
    %5 = stablehlo.dot_general %x, %8, contracting_dims = [0] x [0] : (tensor<32x16xf32>, tensor<32x32xf32>) -> tensor<16x32xf32>
    %6 = stablehlo.add %gradient, %5 : tensor<16x32xf32>
    %7 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %7, %6 : tensor<i32>, tensor<16x32xf32>
  }
  return %0#1 : tensor<16x32xf32>
}
