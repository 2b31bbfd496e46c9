// The program's own all_reduces of what a loop only adds up follow the loop: over data, and then over stages. The one whose result a
// trip reads stays.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
// RUN: spmd-opt %s --spmd-account | FileCheck %s
// RUN: spmd-opt %s --spmd-pipeline=stop-after=propagate -o %t.mlir
// RUN: spmd-opt %t.mlir --spmd-sums-behind-loops | FileCheck %s --check-prefix=PASS
sdy.mesh @mesh = <["data"=2, "pipe"=2]>
// CHECK-DAG: 32 {{[0-9.]+}} 1 {{ *}}all_reduce {{.*}}tensor<8xf32>
// CHECK-DAG: 32 {{[0-9.]+}} 1 {{ *}}all_reduce {{.*}}tensor<8xf32>
// CHECK-DAG: 96 {{[0-9.]+}} 3 {{ *}}all_reduce {{.*}}tensor<8xf32>
// PASS: stablehlo.while
// PASS: do {
// PASS: %[[SUM:.*]] = stablehlo.add %{{.*}}, %[[X:[0-9]+]]
// PASS-NEXT: %[[S:.*]] = stablehlo.sine %[[X]]
// PASS-NEXT: "stablehlo.all_reduce"(%[[S]])
// PASS: stablehlo.return
// PASS: %[[DATA:.*]] = "stablehlo.all_reduce"(%{{.*}}#1) {{.*}}[0, 2], [1, 3]
// PASS: "stablehlo.all_reduce"(%[[DATA]]) {{.*}}[0, 1], [2, 3]
func.func @main(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data", "pipe"}, {}]>}) -> (tensor<8xf32>, tensor<8xf32>) {
  %0:2 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"data", "pipe"}, {}]>] out_shardings=[<@mesh, [{}]>, <@mesh, [{}]>] manual_axes={"data", "pipe"} (%row: tensor<1x8xf32>) {
    %i0 = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %g0 = stablehlo.constant dense<0.0> : tensor<8xf32>
    %1 = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
    %2:3 = stablehlo.while(%i = %i0, %sum = %g0, %read = %g0) : tensor<i32>, tensor<8xf32>, tensor<8xf32>
     cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %3 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %3 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %9 = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %9 : tensor<f32>
      }) : (tensor<8xf32>) -> tensor<8xf32>
      %4 = "stablehlo.all_reduce"(%3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %9 = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %9 : tensor<f32>
      }) : (tensor<8xf32>) -> tensor<8xf32>
      %5 = stablehlo.add %sum, %4 : tensor<8xf32>
      %6 = stablehlo.sine %1 : tensor<8xf32>
      %7 = "stablehlo.all_reduce"(%6) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %9 = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %9 : tensor<f32>
      }) : (tensor<8xf32>) -> tensor<8xf32>
      %8 = stablehlo.maximum %read, %7 : tensor<8xf32>
      %9 = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %9, %5, %8 : tensor<i32>, tensor<8xf32>, tensor<8xf32>
    }
    %3 = "stablehlo.all_reduce"(%2#2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %9 = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %9 : tensor<f32>
    }) : (tensor<8xf32>) -> tensor<8xf32>
    sdy.return %2#1, %3 : tensor<8xf32>, tensor<8xf32>
  } : (tensor<4x8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}
