// Weights that are widened before they are used travel in their own type, and every device widens what it gets: half and a quarter of
// the bytes. What is behind the convert, arithmetic with constants, is repeated, too.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
// RUN: spmd-run %s --random-args=1 --check-against-sequential --mesh=x=3
// RUN: spmd-opt %s --spmd-account --spmd-check-budget | FileCheck %s
// BUDGET: all_gather<=3 all_reduce<=0
// CHECK-DAG: 3,072 {{.*}}all_gather {{.*}}tensor<16x32xbf16> -> tensor<64x32xbf16>
// CHECK-DAG: 1,536 {{.*}}all_gather {{.*}}tensor<16x32xi8> -> tensor<64x32xi8>
// So does a result that all devices want.
// CHECK-DAG: 3,072 {{.*}}all_gather {{.*}}tensor<16x32xbf16> -> tensor<64x32xbf16>
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<1024x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %w: tensor<64x32xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %v: tensor<64x32xi8> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<1024x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<1024x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
        tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.convert %w : (tensor<64x32xbf16>) -> tensor<64x32xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<1024x64xf32>, tensor<64x32xf32>) -> tensor<1024x32xf32>
  %scale = stablehlo.constant dense<0.125> : tensor<f32>
  %2 = stablehlo.convert %v : (tensor<64x32xi8>) -> tensor<64x32xf32>
  %3 = stablehlo.broadcast_in_dim %scale, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
  %4 = stablehlo.multiply %2, %3 : tensor<64x32xf32>
  %5 = stablehlo.dot_general %x, %4, contracting_dims = [1] x [0] : (tensor<1024x64xf32>, tensor<64x32xf32>) -> tensor<1024x32xf32>
  %6 = stablehlo.negate %w : tensor<64x32xbf16>
  %7 = stablehlo.convert %6 : (tensor<64x32xbf16>) -> tensor<64x32xf32>
  return %1, %5, %7 : tensor<1024x32xf32>, tensor<1024x32xf32>, tensor<64x32xf32>
}
