// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pipelines remove private functions that nothing alive calls or names. symbol-dce agrees.
// RUN: spmd-opt %s --sdy-import-pipeline | FileCheck %s
// RUN: spmd-opt %s --symbol-dce --sdy-import-pipeline | FileCheck %s

// CHECK-NOT: @unused
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @called(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.custom_call @host(%0) {called_computations = [@named]} : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK: func.func private @called
func.func private @called(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// CHECK: func.func private @named
func.func private @named(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @called_by_named(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK: func.func private @called_by_named
func.func private @called_by_named(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// CHECK-NOT: @unused
func.func private @unused(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @unused_inner(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func private @unused_inner(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
