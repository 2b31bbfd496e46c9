// Broadcasts of the program itself: from the first member of a group, from a root of run time, of two tensors from two roots. Devices
// in no group get zeros. The same bits come from the reference interpreter, from one process and from ranks.
// RUN: spmd-run %s --random-args=1 --save=%t.1.npz
// RUN: spmd-run %s --random-args=1 --backend=reference --save=%t.ref.npz && cmp %t.1.npz %t.ref.npz
// RUN: spmd-opt %s --spmd-account | FileCheck %s
// RUN: %if mpi %{ %mpirun -n 2 spmd-run %s --random-args=1 --save=%t.2.npz && cmp %t.1.npz %t.2.npz %}
// RUN: %if mpi %{ %mpirun -n 4 spmd-run %s --random-args=1 --save=%t.4.npz && cmp %t.1.npz %t.4.npz %}
// CHECK: 36 {{.*}}collective_broadcast
sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  %0:3 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] manual_axes={"a"} (%y: tensor<2x3xf32>) {
    %r = stablehlo.constant dense<1> : tensor<1xi32>
    %rs = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
    %1 = "stablehlo.collective_broadcast"(%y) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[2, 0], [1, 3]]> : tensor<2x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %2 = "stablehlo.collective_broadcast"(%y, %r) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, has_dynamic_root, replica_groups = dense<[[3, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<2x3xf32>
    %n = stablehlo.negate %y : tensor<2x3xf32>
    %3:2 = "stablehlo.collective_broadcast"(%y, %n, %rs) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, has_dynamic_root, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2xi32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
    %4 = stablehlo.add %3#0, %3#1 : tensor<2x3xf32>
    sdy.return %1, %2, %4 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
  } : (tensor<8x3xf32>) -> (tensor<8x3xf32>, tensor<8x3xf32>, tensor<8x3xf32>)
  return %0#0, %0#1, %0#2 : tensor<8x3xf32>, tensor<8x3xf32>, tensor<8x3xf32>
}
