// Rows that one device has, at fixed positions and at those of the data, reach all devices: numbers of one device. The bits do
// not depend on where devices live.
// RUN: spmd-run %s --random-args=1 --check-against-sequential --mesh=x=2,y=2
// RUN: spmd-run %s --random-args=2 --check-against-sequential --mesh=x=3,y=1
// RUN: spmd-run %s --random-args=3 --check-against-sequential --mesh=x=4,y=1
// RUN: spmd-run %s --random-args=4 --check-against-sequential --mesh=x=5,y=2
// RUN: spmd-run %s --random-args=5 --check-against-sequential --mesh=x=16,y=1
// RUN: spmd-run %s --random-args=6 --check-against-sequential --mesh=x=4,y=2 --reduce-dtype=bf16
// RUN: spmd-run %s --random-args=7 --mesh=x=4,y=2 --save=%t.1.npz
// RUN: spmd-run %s --random-args=7 --mesh=x=4,y=2 --stop-after=optimize | FileCheck %s
// RUN: %if mpi %{ %mpirun -n 2 spmd-run %s --random-args=7 --mesh=x=4,y=2 --save=%t.2.npz && cmp %t.1.npz %t.2.npz %}
// RUN: %if mpi %{ %mpirun -n 4 spmd-run %s --random-args=7 --mesh=x=4,y=2 --save=%t.4.npz && cmp %t.1.npz %t.4.npz %}
// Broadcasts of different roots join.
// CHECK-DAG: collective_broadcast none(%{{[^ ]+}}, %{{.*}} from %{{[^ ]+}}, %{{.*}} : tensor<i32>, tensor<i32>
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%x: tensor<16x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<16x6xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {}]>},
                %z: tensor<16x6xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %n: tensor<16x4000xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %i: tensor<i32>, %j: tensor<ui8>)
    -> (tensor<6xf32>, tensor<1x6xf32>, tensor<2x6xf32>, tensor<6xf32>, tensor<1x6xbf16>, tensor<1x6xbf16>, tensor<1x1xcomplex<f32>>, tensor<1x1xcomplex<f32>>, tensor<1x4000xf32>,
        tensor<3x6xf32>, tensor<16x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<6xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c7 = stablehlo.constant dense<7> : tensor<i32>
  %c99 = stablehlo.constant dense<99> : tensor<i32>
  %u2 = stablehlo.constant dense<2> : tensor<ui8>
  // the last row, through ops that are linear in it
  %0 = stablehlo.slice %x [15:16, 0:6] : (tensor<16x6xf32>) -> tensor<1x6xf32>
  %1 = stablehlo.reshape %0 : (tensor<1x6xf32>) -> tensor<6xf32>
  %last = stablehlo.negate %1 : tensor<6xf32>
  %fixed = stablehlo.slice %x [3:4, 0:6] : (tensor<16x6xf32>) -> tensor<1x6xf32>
  %two = stablehlo.slice %x [8:10, 0:6] : (tensor<16x6xf32>) -> tensor<2x6xf32>
  // rows of a dim that two axes split
  %at = stablehlo.remainder %i, %c7 : tensor<i32>
  %2 = stablehlo.dynamic_slice %x, %at, %c0, sizes = [1, 6] : (tensor<16x6xf32>, tensor<i32>, tensor<i32>) -> tensor<1x6xf32>
  %row = stablehlo.reshape %2 : (tensor<1x6xf32>) -> tensor<6xf32>
  %minor = stablehlo.slice %w [9:10, 0:6] : (tensor<16x6xbf16>) -> tensor<1x6xbf16>
  %3 = stablehlo.dynamic_slice %w, %at, %c0, sizes = [1, 6] : (tensor<16x6xbf16>, tensor<i32>, tensor<i32>) -> tensor<1x6xbf16>
  // one element, of dims that are both split; a start that is clamped
  %4 = stablehlo.slice %z [5:6, 4:5] : (tensor<16x6xcomplex<f32>>) -> tensor<1x1xcomplex<f32>>
  %5 = stablehlo.dynamic_slice %z, %at, %c99, sizes = [1, 1] : (tensor<16x6xcomplex<f32>>, tensor<i32>, tensor<i32>) -> tensor<1x1xcomplex<f32>>
  // so long that ranks send it in chunks
  %6 = stablehlo.slice %n [6:7, 0:4000] : (tensor<16x4000xf32>) -> tensor<1x4000xf32>
  // across a border of shards
  %7 = stablehlo.slice %x [3:6, 0:6] : (tensor<16x6xf32>) -> tensor<3x6xf32>
  // in a loop: each trip reads another row
  %n0, %8 = stablehlo.while(%k = %c0, %u = %x) : tensor<i32>, tensor<16x6xf32>
    cond {
      %less = stablehlo.compare LT, %k, %c7 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %s = stablehlo.dynamic_slice %u, %k, %c0, sizes = [1, 6] : (tensor<16x6xf32>, tensor<i32>, tensor<i32>) -> tensor<1x6xf32>
      %r = stablehlo.reshape %s : (tensor<1x6xf32>) -> tensor<6xf32>
      %b = stablehlo.broadcast_in_dim %r, dims = [1] : (tensor<6xf32>) -> tensor<16x6xf32>
      %half = stablehlo.constant dense<0.5> : tensor<16x6xf32>
      %m = stablehlo.multiply %b, %half : tensor<16x6xf32>
      %next = stablehlo.subtract %u, %m : tensor<16x6xf32>
      %k1 = stablehlo.add %k, %one : tensor<i32>
      stablehlo.return %k1, %next : tensor<i32>, tensor<16x6xf32>
    }
  // an index of few bits
  %j2 = stablehlo.remainder %j, %u2 : tensor<ui8>
  %z8 = stablehlo.constant dense<0> : tensor<ui8>
  %9 = stablehlo.dynamic_slice %x, %j2, %z8, sizes = [1, 6] : (tensor<16x6xf32>, tensor<ui8>, tensor<ui8>) -> tensor<1x6xf32>
  %short = stablehlo.reshape %9 : (tensor<1x6xf32>) -> tensor<6xf32>
  return %last, %fixed, %two, %row, %minor, %3, %4, %5, %6, %7, %8, %short : tensor<6xf32>, tensor<1x6xf32>, tensor<2x6xf32>, tensor<6xf32>, tensor<1x6xbf16>, tensor<1x6xbf16>,
      tensor<1x1xcomplex<f32>>, tensor<1x1xcomplex<f32>>, tensor<1x4000xf32>, tensor<3x6xf32>, tensor<16x6xf32>, tensor<6xf32>
}
