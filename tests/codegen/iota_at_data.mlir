// RUN: spmd-run %s --random-args=1 --check-against-sequential --no-cache
// RUN: spmd-opt %s --spmd-pipeline=stop-after=kernels | FileCheck %s

// An iota that is gathered has no memory, but its index has. The result must not take the memory of
// indices that later elements read.
// CHECK-LABEL: @main
// CHECK: spmd.kernel
// CHECK-NOT: shares = [array<i64: 0>
func.func @main(%indices: tensor<640xi32> {tf.aliasing_output = 0 : i32}) -> tensor<640xi32> {
  %scale = stablehlo.constant dense<3> : tensor<640xi32>
  %iota = stablehlo.iota dim = 0 : tensor<640xi32>
  %table = stablehlo.multiply %iota, %scale : tensor<640xi32>
  %last = stablehlo.constant dense<639> : tensor<640xi32>
  %many = stablehlo.constant dense<53> : tensor<640xi32>
  %0 = stablehlo.multiply %indices, %many : tensor<640xi32>
  %1 = stablehlo.reverse %indices, dims = [0] : tensor<640xi32>
  %2 = stablehlo.reshape %1 : (tensor<640xi32>) -> tensor<640x1xi32>
  %3 = "stablehlo.gather"(%table, %2) <{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1>}> : (tensor<640xi32>, tensor<640x1xi32>) -> tensor<640xi32>
  return %3 : tensor<640xi32>
}
