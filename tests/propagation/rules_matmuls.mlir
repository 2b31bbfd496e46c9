// RUN: spmd-opt %s --sdy-populate-op-sharding-rules --mlir-print-op-generic | FileCheck %s
// RUN: spmd-opt %s --sdy-populate-op-sharding-rules=conservative-propagation=true --mlir-print-op-generic | FileCheck %s --check-prefix=CONSERVATIVE
// Sums over dims: reduction factors; windows: permutations.

sdy.mesh @mesh = <["a"=2]>

// CHECK: sym_name = "dot"
func.func @dot(%x: tensor<8x16xf32>, %y: tensor<16x4xf32>, %v: tensor<16xf32>) {
  // CHECK: stablehlo.dot{{.*}}op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=4, k=16} reduction={k}>
  %0 = stablehlo.dot %x, %y : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  // CHECK: stablehlo.dot{{.*}}op_sharding_rule<([i, j], [j])->([i]) {i=8, j=16} reduction={j}>
  %1 = stablehlo.dot %x, %v : (tensor<8x16xf32>, tensor<16xf32>) -> tensor<8xf32>
  return
}

// CHECK: sym_name = "dot_general"
func.func @dot_general(%x: tensor<4x8x16xf32>, %y: tensor<4x16x2xf32>) {
  // CHECK: stablehlo.dot_general{{.*}}op_sharding_rule<([i, j, l], [i, l, k])->([i, j, k]) {i=4, j=8, k=2, l=16} reduction={l}>
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x8x16xf32>, tensor<4x16x2xf32>) -> tensor<4x8x2xf32>
  return
}

// CHECK: sym_name = "convolution"
// CONSERVATIVE: sym_name = "convolution"
func.func @convolution(%x: tensor<4x8x8x16xf32>, %k: tensor<3x3x16x32xf32>) {
  // CHECK: stablehlo.convolution{{.*}}op_sharding_rule<([i, j, k, l], [n, o, l, m])->([i, j, k, m]) {i=4, j=8, k=8, l=16, m=32, n=1, o=1} reduction={l} permutation={j, k}>
  // CONSERVATIVE: stablehlo.convolution{{.*}}op_sharding_rule<([i, l, m, j], [n, o, j, k])->([i, p, q, k]) {i=4, j=16, k=32, l=1, m=1, n=1, o=1, p=1, q=1} reduction={j}>
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x8x8x16xf32>, tensor<3x3x16x32xf32>) -> tensor<4x8x8x32xf32>
  return
}

// CHECK: sym_name = "convolution_by_feature_groups"
// CONSERVATIVE: sym_name = "convolution_by_feature_groups"
func.func @convolution_by_feature_groups(%x: tensor<4x8x8x16xf32>, %k: tensor<3x3x8x32xf32>) {
  // CHECK: stablehlo.convolution{{.*}}op_sharding_rule<([i, j, k, lm], [o, p, m, ln])->([i, j, k, ln]) {i=4, j=8, k=8, l=2, m=8, n=16, o=1, p=1} reduction={m} permutation={j, k}>
  // CONSERVATIVE: stablehlo.convolution{{.*}}op_sharding_rule<([i, m, n, jk], [o, p, k, jl])->([i, q, r, jl]) {i=4, j=2, k=8, l=16, m=1, n=1, o=1, p=1, q=1, r=1} reduction={k}>
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<4x8x8x16xf32>, tensor<3x3x8x32xf32>) -> tensor<4x8x8x32xf32>
  return
}

// CHECK: sym_name = "convolution_by_channel"
// CONSERVATIVE: sym_name = "convolution_by_channel"
func.func @convolution_by_channel(%x: tensor<4x8x8x16xf32>, %k: tensor<3x3x1x16xf32>) {
  // CHECK: stablehlo.convolution{{.*}}op_sharding_rule<([i, j, k, l], [n, o, m, l])->([i, j, k, l]) {i=4, j=8, k=8, l=16, m=1, n=1, o=1} reduction={m} permutation={j, k}>
  // CONSERVATIVE: stablehlo.convolution{{.*}}op_sharding_rule<([i, l, m, j], [n, o, k, j])->([i, p, q, j]) {i=4, j=16, k=1, l=1, m=1, n=1, o=1, p=1, q=1} reduction={k}>
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 16 : i64} : (tensor<4x8x8x16xf32>, tensor<3x3x1x16xf32>) -> tensor<4x8x8x16xf32>
  return
}

// CHECK: sym_name = "convolution_by_batch_groups"
// CONSERVATIVE: sym_name = "convolution_by_batch_groups"
func.func @convolution_by_batch_groups(%x: tensor<4x8x8x16xf32>, %k: tensor<3x3x16x32xf32>) {
  // CHECK: stablehlo.convolution{{.*}}op_sharding_rule<([ij, k, l, m], [o, p, m, in])->([j, k, l, in]) {i=2, j=2, k=8, l=8, m=16, n=16, o=1, p=1} reduction={m} permutation={k, l}>
  // CONSERVATIVE: stablehlo.convolution{{.*}}op_sharding_rule<([ij, m, n, k], [o, p, k, il])->([j, q, r, il]) {i=2, j=2, k=16, l=16, m=1, n=1, o=1, p=1, q=1, r=1} reduction={k}>
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x8x8x16xf32>, tensor<3x3x16x32xf32>) -> tensor<2x8x8x32xf32>
  return
}

// CHECK: sym_name = "reduce"
func.func @reduce(%x: tensor<8x16xf32>, %z: tensor<f32>) {
  // CHECK: op_sharding_rule<([i, j], [])->([i]) {i=8, j=16} reduction={j}>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
  return
}

// CHECK: sym_name = "reduce_window"
// CONSERVATIVE: sym_name = "reduce_window"
func.func @reduce_window(%x: tensor<8x16xf32>, %z: tensor<f32>) {
  // CHECK: op_sharding_rule<([i, j], [])->([i, j]) {i=8, j=8} permutation={j}>
  // CONSERVATIVE: op_sharding_rule<([i, j], [])->([i, j]) {i=8, j=8} permutation={j} blocked_propagation={j}>
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<8x16xf32>, tensor<f32>) -> tensor<8x8xf32>
  return
}

// CHECK: sym_name = "select_and_scatter"
// CONSERVATIVE: sym_name = "select_and_scatter"
func.func @select_and_scatter(%x: tensor<8x16xf32>, %y: tensor<8x8xf32>, %z: tensor<f32>) {
  // CHECK: op_sharding_rule<([i, k], [i, j], [])->([i, k]) {i=8, j=8, k=16} need_replication={j} permutation={k}>
  // CONSERVATIVE: op_sharding_rule<([i, k], [i, j], [])->([i, k]) {i=8, j=8, k=16} need_replication={j} permutation={k} blocked_propagation={j, k}>
  %0 = "stablehlo.select_and_scatter"(%x, %y, %z) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<8x16xf32>, tensor<8x8xf32>, tensor<f32>) -> tensor<8x16xf32>
  return
}

// CHECK: sym_name = "batch_norm_inference"
func.func @batch_norm_inference(%x: tensor<8x16x4xf32>, %v: tensor<16xf32>) {
  // CHECK: stablehlo.batch_norm_inference{{.*}}op_sharding_rule<([i, j, k], [j], [j], [j], [j])->([i, j, k]) {i=8, j=16, k=4}>
  %0 = "stablehlo.batch_norm_inference"(%x, %v, %v, %v, %v) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<8x16x4xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<8x16x4xf32>
  return
}
