// Exchanges that joined carry tensors of several types and shapes, of every kind, also between processes.
// REQUIRES: mpi
// RUN: spmd-run %s --random-args=3 --stop-after=optimize | FileCheck %s
// RUN: spmd-run %s --random-args=3 --check-against-sequential --save=%t.1.npz
// RUN: %mpirun -n 2 spmd-run %s --random-args=3 --save=%t.2.npz
// RUN: %mpirun -n 4 spmd-run %s --random-args=3 --save=%t.4.npz
// RUN: cmp %t.1.npz %t.2.npz && cmp %t.1.npz %t.4.npz
// CHECK-DAG: all_reduce sum({{.*}}) {{.*}}: tensor<{{.*}}>, tensor<{{.*}}>
// CHECK-DAG: collective_permute none({{.*}}) {{.*}}: tensor<1xbf16>, tensor<1x4xf32>
// CHECK-DAG: all_to_all none({{.*}}) {{.*}}: tensor<{{.*}}f32>, tensor<{{.*}}i32>
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<16xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %c: tensor<8x8x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, %pad: tensor<64x64xf32>)
    -> (tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<16xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<8x8x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, tensor<16xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<4xf32>, tensor<3xi32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %zi = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.slice %a [31:32, 0:4] : (tensor<32x4xf32>) -> tensor<1x4xf32>
  %1 = stablehlo.slice %a [0:31, 0:4] : (tensor<32x4xf32>) -> tensor<31x4xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x4xf32>, tensor<31x4xf32>) -> tensor<32x4xf32>
  %3 = stablehlo.slice %b [15:16] : (tensor<16xbf16>) -> tensor<1xbf16>
  %4 = stablehlo.slice %b [0:15] : (tensor<16xbf16>) -> tensor<15xbf16>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1xbf16>, tensor<15xbf16>) -> tensor<16xbf16>
  %6 = stablehlo.add %c, %c : tensor<8x8x3xi32>
  %7 = stablehlo.negate %a : tensor<32x4xf32>
  %8 = stablehlo.negate %b : tensor<16xbf16>
  %9 = stablehlo.abs %a : tensor<32x4xf32>
  %10 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<32x4xf32>, tensor<f32>) -> tensor<4xf32>
  %11 = stablehlo.reduce(%c init: %zi) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x3xi32>, tensor<i32>) -> tensor<3xi32>
  return %2, %5, %6, %7, %8, %9, %10, %11 : tensor<32x4xf32>, tensor<16xbf16>, tensor<8x8x3xi32>, tensor<32x4xf32>, tensor<16xbf16>, tensor<32x4xf32>, tensor<4xf32>, tensor<3xi32>
}
