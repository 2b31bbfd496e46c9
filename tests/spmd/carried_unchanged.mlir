// A loop carries two values that no trip changes, beside two that change. Each trip takes both in another placement, so they are resharded
// once, before the loop, and each as itself.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
// RUN: spmd-opt %s --spmd-account | FileCheck %s
// CHECK-DAG: 192 {{[0-9.]+}} 1 {{ *}}all_gather {{.*}}tensor<8x8xf32>
// CHECK-DAG: 24 {{[0-9.]+}} 1 {{ *}}all_gather {{.*}}tensor<8xf32>
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<8x8xf32>, tensor<8xf32>) {
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:4 = stablehlo.while(%i = %i0, %weights = %w, %bias = %b, %y = %x) : tensor<i32>, tensor<8x8xf32>, tensor<8xf32>, tensor<8x8xf32>
   cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.dot_general %y, %weights, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
    %3 = stablehlo.add %1, %2 : tensor<8x8xf32>
    %4 = stablehlo.tanh %3 : tensor<8x8xf32>
    %5 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %5, %weights, %bias, %4 : tensor<i32>, tensor<8x8xf32>, tensor<8xf32>, tensor<8x8xf32>
  }
  return %0#3, %0#1, %0#2 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8xf32>
}
