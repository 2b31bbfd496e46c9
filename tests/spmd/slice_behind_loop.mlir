// A loop saves the row of the last device in every trip. It saves the split rows instead, and behind the loop one row of those trips that
// are used is sent: 4 of 6 trips, not 6.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
// RUN: spmd-run %s --random-args=1 --check-against-sequential --mesh=x=2
// RUN: spmd-opt %s --spmd-account | FileCheck %s
// RUN: spmd-opt %s --spmd-pipeline=stop-after=propagate -o %t.mlir
// RUN: spmd-opt %t.mlir --spmd-slice-behind-loops | FileCheck %s --check-prefix=PASS
sdy.mesh @mesh = <["x"=4]>

// CHECK-DAG: 96 {{[0-9.]+}} 1 {{ *}}collective_broadcast {{.*}}tensor<4x1x8xf32>
// The other slice stays in the loop, since two rows on a device would take more memory than one.
// CHECK-DAG: 144 {{[0-9.]+}} 6 {{ *}}collective_broadcast {{.*}}tensor<1x8xf32>

// PASS: stablehlo.while
// PASS: stablehlo.dynamic_update_slice %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}, {}]>]>} : (tensor<6x4x8xf32>, tensor<1x4x8xf32>,
// PASS: stablehlo.slice %{{.*}} [2:6, 3:4, 0:8] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}, {}]>]>} : (tensor<6x4x8xf32>) -> tensor<4x1x8xf32>
func.func @main(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %y: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x8xf32>, tensor<6x8xf32>) {
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %s0 = stablehlo.constant dense<0.0> : tensor<6x8xf32>
  %0:5 = stablehlo.while(%i = %i0, %a = %x, %saved = %s0, %b = %y, %others = %s0) : tensor<i32>, tensor<4x8xf32>, tensor<6x8xf32>, tensor<8x8xf32>, tensor<6x8xf32>
   cond {
    %n = stablehlo.constant dense<6> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.sine %a : tensor<4x8xf32>
    %2 = stablehlo.slice %1 [3:4, 0:8] : (tensor<4x8xf32>) -> tensor<1x8xf32>
    %3 = stablehlo.reshape %2 : (tensor<1x8xf32>) -> tensor<8xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %5 = stablehlo.dynamic_update_slice %saved, %4, %i, %i0 : (tensor<6x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<6x8xf32>
    %6 = stablehlo.cosine %b : tensor<8x8xf32>
    %7 = stablehlo.slice %6 [7:8, 0:8] : (tensor<8x8xf32>) -> tensor<1x8xf32>
    %8 = stablehlo.dynamic_update_slice %others, %7, %i, %i0 : (tensor<6x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<6x8xf32>
    %9 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %9, %1, %5, %6, %8 : tensor<i32>, tensor<4x8xf32>, tensor<6x8xf32>, tensor<8x8xf32>, tensor<6x8xf32>
  }
  %1 = stablehlo.slice %0#2 [2:6, 0:8] : (tensor<6x8xf32>) -> tensor<4x8xf32>
  return %1, %0#4 : tensor<4x8xf32>, tensor<6x8xf32>
}
