// A loop that updates the weights of its layers: gathers of the next trip are done ahead, sums of gradients end in the next trip.
// Loops of 0 to 4 trips give the bits that they give without either, in one process, with one device per rank and with two.
// REQUIRES: mpi
// RUN: echo '{"latency": 100000, "rate": 0.01}' > %t.json
// RUN: spmd-opt %s --spmd-pipeline="overlap-memory=-1 topology=%t.json" | FileCheck %s
// RUN: sh -c 'for n in 0 1 2 3 4; do sed "s/dense<3> : tensor<i32>/dense<$n> : tensor<i32>/" %s > %t.$n.mlir && rm -f %t.*.npz && \
// RUN:   spmd-run %t.$n.mlir --random-args=1 --topology=%t.json --overlap-memory=0 --save=%t.plain.npz && \
// RUN:   spmd-run %t.$n.mlir --random-args=1 --topology=%t.json --overlap-memory=auto --save=%t.here.npz && \
// RUN:   %mpirun -n 4 spmd-run %t.$n.mlir --random-args=1 --topology=%t.json --link-rate=4MiB --save=%t.ranks.npz && \
// RUN:   %mpirun -n 2 spmd-run %t.$n.mlir --random-args=1 --topology=%t.json --devices-per-rank=2 --save=%t.pairs.npz && \
// RUN:   cmp %t.plain.npz %t.here.npz && cmp %t.plain.npz %t.ranks.npz && cmp %t.plain.npz %t.pairs.npz || exit 1; done'

// The first trip stands before the loop, without the sum of its gradient, and the last sum behind it. The row of the trip before
// is read again, since nobody has written it.
// CHECK: collective_start all_gather
// CHECK-NOT: collective_start
// CHECK: stablehlo.while
// CHECK-SAME: spmd.trip_count = 2
// CHECK: } do {
// CHECK-DAG: spmd.collective_start reduce_scatter sum(%iterArg_{{[0-9]+}})
// CHECK-DAG: spmd.collective_start all_gather
// CHECK: stablehlo.return {{.*}} : tensor<i32>, tensor<256x64xf32>, tensor<4x16x64xf32>, tensor<64x64xf32>, tensor<i32>
// CHECK-NEXT: }
// CHECK: spmd.collective_start reduce_scatter
// CHECK: return
sdy.mesh @mesh = <["data"=4]>
func.func @main(
    %x: tensor<1024x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
    %p: tensor<4x64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}]>, tf.aliasing_output = 1 : i32})
    -> (tensor<1024x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
        tensor<4x64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %rate = stablehlo.constant dense<1.000000e-03> : tensor<64x64xf32>
  %r:3 = stablehlo.while(%i = %zero, %a = %x, %q = %p) : tensor<i32>, tensor<1024x64xf32>, tensor<4x64x64xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %s = stablehlo.dynamic_slice %q, %i, %zero, %zero, sizes = [1, 64, 64] : (tensor<4x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x64xf32>
    %w = stablehlo.reshape %s : (tensor<1x64x64xf32>) -> tensor<64x64xf32>
    %y = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<1024x64xf32>, tensor<64x64xf32>) -> tensor<1024x64xf32>
    %g = stablehlo.dot_general %y, %a, contracting_dims = [0] x [0] : (tensor<1024x64xf32>, tensor<1024x64xf32>) -> tensor<64x64xf32>
    %d = stablehlo.multiply %g, %rate : tensor<64x64xf32>
    %v = stablehlo.subtract %w, %d : tensor<64x64xf32>
    %u = stablehlo.reshape %v : (tensor<64x64xf32>) -> tensor<1x64x64xf32>
    %q2 = stablehlo.dynamic_update_slice %q, %u, %i, %zero, %zero : (tensor<4x64x64xf32>, tensor<1x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x64x64xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %y, %q2 : tensor<i32>, tensor<1024x64xf32>, tensor<4x64x64xf32>
  }
  return %r#1, %r#2 : tensor<1024x64xf32>, tensor<4x64x64xf32>
}
