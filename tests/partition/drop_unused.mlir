// Nothing is sent that nobody reads: not for a constraint on a value that is not used, not for a chain of them, not in a loop.
// RUN: spmd-opt %s --spmd-drop-unused | FileCheck %s --check-prefix=ALONE
// RUN: spmd-opt %s --spmd-pipeline=stop-after=partition | FileCheck %s --check-prefix=LOCAL
// RUN: spmd-opt %s --spmd-pipeline=stop-after=optimize | FileCheck %s --check-prefix=READY
// RUN: spmd-run %s --random-args=1 --check-against-sequential
// LOCAL-LABEL: @main
// LOCAL-NOT: all_gather
// LOCAL: while
// LOCAL-NOT: all_reduce
// LOCAL-NOT: all_gather
// LOCAL: "stablehlo.all_to_all"
// LOCAL-NOT: all_gather
// LOCAL-NOT: all_to_all
// LOCAL: return
// READY: spmd.collective_start
// READY-NOT: spmd.collective_start
sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>}, tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  %0 = stablehlo.tanh %x : tensor<8x16xf32>
  // Gathered whole, added and read by nobody; the second constraint on it neither.
  %1 = sdy.sharding_constraint %0 <@mesh, [{}, {}]> : tensor<8x16xf32>
  %2 = stablehlo.add %1, %1 : tensor<8x16xf32>
  %3 = sdy.sharding_constraint %2 <@mesh, [{}, {"a"}]> : tensor<8x16xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %4:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<8x16xf32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %w = stablehlo.sine %v : tensor<8x16xf32>
    %sum = stablehlo.reduce(%w init: %init) applies stablehlo.add across dimensions = [0] : (tensor<8x16xf32>, tensor<f32>) -> tensor<16xf32>
    stablehlo.return %j, %w : tensor<i32>, tensor<8x16xf32>
  }
  return %0, %4#1 : tensor<8x16xf32>, tensor<8x16xf32>
}

// Collectives that are there already.
// ALONE-LABEL: @collectives
// ALONE-NEXT: stablehlo.tanh
// ALONE-NEXT: "stablehlo.all_reduce"
// ALONE: return
func.func private @collectives(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  %1 = "stablehlo.all_reduce"(%0) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "stablehlo.all_gather"(%1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<16xf32>
  %3 = stablehlo.sine %2 : tensor<16xf32>
  return %1 : tensor<4xf32>
}
