// What a row keeps for later passes over it: kernels before, as spmd-plan-kernels leaves them, and after.
// RUN: spmd-opt %s --spmd-stage-rows --split-input-file | FileCheck %s

// The second pass adds exponentials up and the third divides them: they are staged. What only moves, or costs less than a load, is not.
// CHECK-LABEL: @softmax
// CHECK:      stablehlo.subtract %{{.*}}, %{{.*}} : tensor
// CHECK-NEXT: stablehlo.exponential %{{.*}} {spmd.staged = array<i64: 1>} : tensor
// CHECK-NOT:  spmd.staged
func.func @softmax(%x: tensor<64x1024xf32>) -> tensor<64x1024xf32> {
  %0 = spmd.kernel(%a = %x) {nests = [#spmd.nest<rows = [64], columns = [1024], passes = 3>], shares = [array<i64: 0>], stores = [#spmd.store<output = 0, pass = 2>]} : (tensor<64x1024xf32>) -> tensor<64x1024xf32> {
    %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.reduce(%a init: %low) applies stablehlo.maximum across dimensions = [1] {spmd.accumulation = #spmd.accumulation<row>} : (tensor<64x1024xf32>, tensor<f32>) -> tensor<64xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<64xf32>) -> tensor<64x1024xf32>
    %3 = stablehlo.subtract %a, %2 : tensor<64x1024xf32>
    %4 = stablehlo.exponential %3 : tensor<64x1024xf32>
    %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] {spmd.accumulation = #spmd.accumulation<row, pass = 1>} : (tensor<64x1024xf32>, tensor<f32>) -> tensor<64xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<64xf32>) -> tensor<64x1024xf32>
    %7 = stablehlo.divide %4, %6 : tensor<64x1024xf32>
    spmd.yield %7 : tensor<64x1024xf32>
  }
  return %0 : tensor<64x1024xf32>
}

// -----

// The cosine is staged, so that the first pass is the last one to read the input. Now the negation, which the first pass stores, may
// take the input's place.
// CHECK-LABEL: @input_is_read_once
// CHECK: shares = [array<i64: 0>, array<i64: 0>]
// CHECK: stablehlo.cosine %{{.*}} {spmd.staged = array<i64: 0>}
func.func @input_is_read_once(%x: tensor<4x64xf32>) -> (tensor<4x64xf32>, tensor<4x64xf32>) {
  %0:2 = spmd.kernel(%a = %x) {nests = [#spmd.nest<rows = [4], columns = [64], passes = 2>], shares = [array<i64>, array<i64: 0>], stores = [#spmd.store<output = 0>, #spmd.store<output = 1, pass = 1>]} : (tensor<4x64xf32>) -> (tensor<4x64xf32>, tensor<4x64xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.negate %a : tensor<4x64xf32>
    %2 = stablehlo.cosine %a : tensor<4x64xf32>
    %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1] {spmd.accumulation = #spmd.accumulation<row>} : (tensor<4x64xf32>, tensor<f32>) -> tensor<4xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<4xf32>) -> tensor<4x64xf32>
    %5 = stablehlo.subtract %2, %4 : tensor<4x64xf32>
    spmd.yield %1, %5 : tensor<4x64xf32>, tensor<4x64xf32>
  }
  return %0#0, %0#1 : tensor<4x64xf32>, tensor<4x64xf32>
}

// -----

// A row of 512 KiB is more than half of the second cache: its cosines are recomputed. A square is cheaper than a load that misses.
// CHECK-LABEL: @long_or_cheap
// CHECK-NOT: spmd.staged
func.func @long_or_cheap(%x: tensor<4x131072xf32>, %y: tensor<4x64xf32>) -> (tensor<4x131072xf32>, tensor<4x64xf32>) {
  %0 = spmd.kernel(%a = %x) {nests = [#spmd.nest<rows = [4], columns = [131072], passes = 2>], shares = [array<i64: 0>], stores = [#spmd.store<output = 0, pass = 1>]} : (tensor<4x131072xf32>) -> tensor<4x131072xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %2 = stablehlo.cosine %a : tensor<4x131072xf32>
    %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1] {spmd.accumulation = #spmd.accumulation<row>} : (tensor<4x131072xf32>, tensor<f32>) -> tensor<4xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<4xf32>) -> tensor<4x131072xf32>
    %5 = stablehlo.subtract %2, %4 : tensor<4x131072xf32>
    spmd.yield %5 : tensor<4x131072xf32>
  }
  %1 = spmd.kernel(%a = %y) {nests = [#spmd.nest<rows = [4], columns = [64], passes = 2>], shares = [array<i64: 0>], stores = [#spmd.store<output = 0, pass = 1>]} : (tensor<4x64xf32>) -> tensor<4x64xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %2 = stablehlo.multiply %a, %a : tensor<4x64xf32>
    %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1] {spmd.accumulation = #spmd.accumulation<row>} : (tensor<4x64xf32>, tensor<f32>) -> tensor<4xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<4xf32>) -> tensor<4x64xf32>
    %5 = stablehlo.subtract %2, %4 : tensor<4x64xf32>
    spmd.yield %5 : tensor<4x64xf32>
  }
  return %0, %1 : tensor<4x131072xf32>, tensor<4x64xf32>
}

// -----

// What a kernel that has lanes keeps stays as it is.
// CHECK-LABEL: @has_lanes
// CHECK-NOT: spmd.staged
func.func @has_lanes(%x: tensor<4x64xf32>) -> tensor<4x64xf32> {
  %0 = spmd.kernel(%a = %x) {nests = [#spmd.nest<rows = [4], columns = [64], lanes = 8, passes = 2>], shares = [array<i64: 0>], stores = [#spmd.store<output = 0, pass = 1>]} : (tensor<4x64xf32>) -> tensor<4x64xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %2 = stablehlo.cosine %a : tensor<4x64xf32>
    %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1] {spmd.accumulation = #spmd.accumulation<row>} : (tensor<4x64xf32>, tensor<f32>) -> tensor<4xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<4xf32>) -> tensor<4x64xf32>
    %5 = stablehlo.subtract %2, %4 : tensor<4x64xf32>
    spmd.yield %5 : tensor<4x64xf32>
  }
  return %0 : tensor<4x64xf32>
}
