// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Temporaries lie in the memory of results that are not written yet and of donated arguments that were read for the last time.
// RUN: split-file %s %t
// RUN: spmd-run %t/result.mlir --random-args=1 --check-against-sequential --stats --repeat=3 | FileCheck %s --check-prefix=RESULT
// RUN: spmd-run %t/donated.mlir --random-args=1 --check-against-sequential --stats | FileCheck %s --check-prefix=DONATED
// RUN: spmd-run %t/kept.mlir --random-args=1 --check-against-sequential --stats | FileCheck %s --check-prefix=KEPT

// The first product dies before the result is written, so the arena has room for the second one only: 64 x 64 floats.
// RESULT: arena 16.00 KiB, results 16.00 KiB of which 0 B in place

// Both products lie in arguments: w is dead after the first one, the result waits for the third.
// DONATED: arena 0 B, results 16.00 KiB of which 0 B in place

// An argument that is kept lends nothing.
// KEPT: arena 16.00 KiB, results 16.00 KiB of which 0 B in place

//--- result.mlir
func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %a = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = stablehlo.dot_general %b, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %c : tensor<64x64xf32>
}

//--- donated.mlir
func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32> {jax.buffer_donor = true}) -> tensor<64x64xf32> {
  %a = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = stablehlo.dot_general %a, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = stablehlo.dot_general %b, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %c : tensor<64x64xf32>
}

//--- kept.mlir
func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %a = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = stablehlo.dot_general %a, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = stablehlo.dot_general %b, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %c : tensor<64x64xf32>
}
