// Loops that add more than sums: the sums stay in the trips, because what else is added would be summed up with them behind the loop.
// RUN: rm -rf %t && split-file %s %t
// RUN: spmd-run %t/whole.mlir --random-args=1 --check-against-sequential
// RUN: spmd-opt %t/whole.mlir --spmd-account | FileCheck %s --check-prefix=WHOLE
// RUN: spmd-run %t/several_results.mlir --random-args=1 --check-against-sequential
// RUN: spmd-opt %t/several_results.mlir --spmd-account | FileCheck %s --check-prefix=SEVERAL

// The second addend is a reduction along a dim that is whole, and that four devices cannot split.
// WHOLE: 3,840 {{[0-9.]+}} 5 {{ *}}all_reduce {{.*}}tensor<16x8xf32>
//--- whole.mlir
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %d: tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %y: tensor<3x16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}) -> tensor<16x8xf32> {
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %g0 = stablehlo.constant dense<0.0> : tensor<16x8xf32>
  %0:2 = stablehlo.while(%i = %i0, %sum = %g0) : tensor<i32>, tensor<16x8xf32>
   cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.dot_general %x, %d, contracting_dims = [0] x [0] : (tensor<32x16xf32>, tensor<32x8xf32>) -> tensor<16x8xf32>
    %2 = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3x16x8xf32>, tensor<f32>) -> tensor<16x8xf32>
    %3 = stablehlo.add %sum, %1 : tensor<16x8xf32>
    %4 = stablehlo.add %3, %2 : tensor<16x8xf32>
    %5 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %5, %4 : tensor<i32>, tensor<16x8xf32>
  }
  return %0#1 : tensor<16x8xf32>
}

// The program's own all_reduce, and a result of an op that has two.
// SEVERAL: 144 {{[0-9.]+}} 3 {{ *}}all_reduce {{.*}}tensor<8xf32>
//--- several_results.mlir
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %k: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%x, %k) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"x"} (%row: tensor<1x8xf32>, %keys: tensor<8x4xf32>) {
    %i0 = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %g0 = stablehlo.constant dense<0.0> : tensor<8xf32>
    %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
    %2:2 = stablehlo.while(%i = %i0, %sum = %g0) : tensor<i32>, tensor<8xf32>
     cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %3 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %3 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %9 = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %9 : tensor<f32>
      }) : (tensor<8xf32>) -> tensor<8xf32>
      %4 = stablehlo.add %sum, %3 : tensor<8xf32>
      %5:2 = chlo.top_k(%keys, k = 1) : tensor<8x4xf32> -> (tensor<8x1xf32>, tensor<8x1xi32>)
      %6 = stablehlo.reshape %5#0 : (tensor<8x1xf32>) -> tensor<8xf32>
      %7 = stablehlo.add %4, %6 : tensor<8xf32>
      %9 = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %9, %7 : tensor<i32>, tensor<8xf32>
    }
    sdy.return %2#1 : tensor<8xf32>
  } : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
