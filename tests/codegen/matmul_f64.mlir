// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenBLAS computes large f64 products on the workers after spmd-run ended the threads that it starts when it is loaded.
// RUN: env OPENBLAS_NUM_THREADS=2 spmd-run %s --repeat=3 --threads=1
// RUN: env OPENBLAS_NUM_THREADS=2 spmd-run %s --repeat=3 --threads=3
func.func @main() {
  %rows = stablehlo.iota dim = 0 : tensor<512x256xf64>
  %columns = stablehlo.iota dim = 1 : tensor<256x384xf64>
  %0 = stablehlo.dot_general %rows, %columns, contracting_dims = [1] x [0] : (tensor<512x256xf64>, tensor<256x384xf64>) -> tensor<512x384xf64>
  %i = stablehlo.iota dim = 0 : tensor<512x384xf64>
  %j = stablehlo.iota dim = 1 : tensor<512x384xf64>
  %depth = stablehlo.constant dense<256.0> : tensor<512x384xf64>
  %1 = stablehlo.multiply %i, %j : tensor<512x384xf64>
  %2 = stablehlo.multiply %1, %depth : tensor<512x384xf64>
  check.expect_eq %0, %2 : tensor<512x384xf64>
  return
}
