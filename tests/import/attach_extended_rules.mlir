// RUN: spmd-opt %s --spmd-attach-extended-rules | FileCheck %s
// RUN: spmd-opt %s --spmd-attach-extended-rules --sdy-propagation-pipeline | FileCheck %s --check-prefix=PROPAGATED
// RUN: spmd-opt %s --sdy-propagation-pipeline | FileCheck %s --check-prefix=PUBLIC

sdy.mesh @mesh = <["a"=2, "b"=2]>

// Each column is solved alone.
// CHECK-LABEL: @columns_of_a_triangular_solve
// PROPAGATED-LABEL: @columns_of_a_triangular_solve
// PUBLIC-LABEL: @columns_of_a_triangular_solve
func.func @columns_of_a_triangular_solve(%a: tensor<8x8xf32>,
    %b: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"a", ?}]>}) -> tensor<8x4xf32> {
  // CHECK: triangular_solve{{.*}}<([i, k], [i, j])->([k, j]) {i=8, j=4, k=8} need_replication={i, k}>
  // PROPAGATED: triangular_solve{{.*}}[{}, {"a"}]
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// Rows of whole windows: pooling and its gradient pass the batch of windows through.
// CHECK-LABEL: @pooling_by_tiles
func.func private @pooling_by_tiles(%x: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %z: tensor<f32>) -> tensor<16x8xf32> {
  // CHECK: "stablehlo.reduce_window"
  // CHECK: sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k], [])->([i, k]) {i=8, j=2, k=8} need_replication={j} blocked_propagation={j}>
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<16x8xf32>, tensor<f32>) -> tensor<8x8xf32>
  // CHECK: "stablehlo.select_and_scatter"
  // CHECK: sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k], [i, k], [])->([ij, k]) {i=8, j=2, k=8} need_replication={j} blocked_propagation={j}>
  %1 = "stablehlo.select_and_scatter"(%x, %0, %z) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<16x8xf32>, tensor<8x8xf32>, tensor<f32>) -> tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}

// A vision transformer's first product: patches lie side by side.
// CHECK-LABEL: @patches
func.func private @patches(%x: tensor<4x16x16x3xf32>, %k: tensor<4x4x3x32xf32>) -> tensor<4x4x4x32xf32> {
  // CHECK: stablehlo.convolution{{.*}}<([i, jk, lm, n], [k, m, n, o])->([i, j, l, o]) {i=4, j=4, k=4, l=4, m=4, n=3, o=32} reduction={k, m, n}>
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [4, 4]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x16x16x3xf32>, tensor<4x4x3x32xf32>) -> tensor<4x4x4x32xf32>
  return %0 : tensor<4x4x4x32xf32>
}
