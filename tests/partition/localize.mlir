// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program of one device stays as it is, with borders; a placement over a mesh that is not there is refused, not forgotten.
// RUN: not spmd-opt %s --spmd-localize --split-input-file 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=REFUSED < %t.err

// CHECK-LABEL: func.func @main
// CHECK-SAME: spmd.sharding = {{.*}}dims = {{\[}}[]]
// CHECK: stablehlo.add
// CHECK-NOT: sdy
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.add %x, %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// REFUSED: error: has a sharding whose mesh {{.*}}"x"=2{{.*}} is not a mesh of the module
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.add %x, %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}
