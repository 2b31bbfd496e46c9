// Sums with one owner are broadcasts, in one process and between processes, with the same bits: a value of the last stage, one of the
// first stage that a loop adds up, and the owner's -0.0, NaN and infinities. A stage that has no owner in a group gives zeros.
// REQUIRES: mpi
// RUN: spmd-opt %s --spmd-account | FileCheck %s
// RUN: spmd-run %s --random-args=3 --check-against-sequential --save=%t.1.npz
// RUN: %mpirun -n 2 spmd-run %s --random-args=3 --save=%t.2.npz
// RUN: %mpirun -n 4 spmd-run %s --random-args=3 --save=%t.4.npz
// RUN: cmp %t.1.npz %t.2.npz && cmp %t.1.npz %t.4.npz
// CHECK-DAG: collective_broadcast {{.*}}tensor<4x8xf32> -> tensor<4x8xf32>, the program's own stablehlo.all_reduce
// CHECK-DAG: collective_broadcast {{.*}}tensor<8xf32> -> tensor<8xf32>, the program's own stablehlo.all_reduce
// CHECK-DAG: collective_broadcast {{.*}}tensor<8xbf16> -> tensor<8xbf16>, the program's own stablehlo.all_reduce
// CHECK-NOT: all_reduce {{ *}}{{[0-9]}}
sdy.mesh @mesh = <["data"=2, "pipe"=4]>
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> (tensor<8x8xf32>, tensor<2x8xf32>, tensor<2x8xbf16>) {
  %0:3 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"data"}, {}]>] out_shardings=[<@mesh, [{"data"}, {}]>, <@mesh, [{"data"}, {}]>, <@mesh, [{"data"}, {}]>] manual_axes={"data", "pipe"} (%own: tensor<4x8xf32>) {
    %id = stablehlo.partition_id : tensor<ui32>
    %four = stablehlo.constant dense<4> : tensor<ui32>
    %stage = stablehlo.remainder %id, %four : tensor<ui32>
    %first = stablehlo.constant dense<0> : tensor<ui32>
    %last = stablehlo.constant dense<3> : tensor<ui32>
    %isFirst = stablehlo.compare EQ, %stage, %first : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    %isLast = stablehlo.compare EQ, %stage, %last : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    %zero = stablehlo.constant dense<0.0> : tensor<4x8xf32>
    %row = stablehlo.constant dense<0.0> : tensor<8xf32>
    %1 = stablehlo.sine %own : tensor<4x8xf32>
    %2 = stablehlo.select %isLast, %1, %zero : tensor<i1>, tensor<4x8xf32>
    %3 = "stablehlo.all_reduce"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %i0 = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %4:2 = stablehlo.while(%i = %i0, %sum = %row) : tensor<i32>, tensor<8xf32>
     cond {
      %n = stablehlo.constant dense<4> : tensor<i32>
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %5 = stablehlo.dynamic_slice %own, %i, %i0, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
      %6 = stablehlo.reshape %5 : (tensor<1x8xf32>) -> tensor<8xf32>
      %7 = stablehlo.select %isFirst, %6, %row : tensor<i1>, tensor<8xf32>
      %8 = stablehlo.add %sum, %7 : tensor<8xf32>
      %9 = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %9, %8 : tensor<i32>, tensor<8xf32>
    }
    %10 = "stablehlo.all_reduce"(%4#1) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8xf32>) -> tensor<8xf32>
    %11 = stablehlo.reshape %10 : (tensor<8xf32>) -> tensor<1x8xf32>
    // Device 5 alone, so the other group gets zeros.
    %five = stablehlo.constant dense<5> : tensor<ui32>
    %isFifth = stablehlo.compare EQ, %id, %five : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    %special = stablehlo.constant dense<[-0.0, 0x7FC0, 0x7F80, 0xFF80, 1.0, 2.0, -3.0, 0.5]> : tensor<8xbf16>
    %none = stablehlo.constant dense<0.0> : tensor<8xbf16>
    %12 = stablehlo.select %isFifth, %special, %none : tensor<i1>, tensor<8xbf16>
    %13 = "stablehlo.all_reduce"(%12) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
    ^bb0(%l: tensor<bf16>, %r: tensor<bf16>):
      %s = stablehlo.add %l, %r : tensor<bf16>
      stablehlo.return %s : tensor<bf16>
    }) : (tensor<8xbf16>) -> tensor<8xbf16>
    %14 = stablehlo.reshape %13 : (tensor<8xbf16>) -> tensor<1x8xbf16>
    sdy.return %3, %11, %14 : tensor<4x8xf32>, tensor<1x8xf32>, tensor<1x8xbf16>
  } : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<2x8xf32>, tensor<2x8xbf16>)
  return %0#0, %0#1, %0#2 : tensor<8x8xf32>, tensor<2x8xf32>, tensor<2x8xbf16>
}
