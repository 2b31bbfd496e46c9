// A mebibyte over a link of a mebibyte per second takes a second; the same step takes a few milliseconds without the limit.
// REQUIRES: mpi
// RUN: %mpirun -n 2 spmd-run %s --random-args=1 --stats=json --link-rate=1MiB | FileCheck %s
// CHECK: "step_ms":{"median":{{[^,]*}},"min":{{[0-9][0-9][0-9][0-9]}}
sdy.mesh @m = <["x"=2]>
func.func @main(%x: tensor<2x262144xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<262144xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2x262144xf32>, tensor<f32>) -> tensor<262144xf32>
  return %0 : tensor<262144xf32>
}
