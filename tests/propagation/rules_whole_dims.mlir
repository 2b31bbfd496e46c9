// RUN: spmd-opt %s --sdy-populate-op-sharding-rules --mlir-print-op-generic | FileCheck %s
// Ops that need some dims whole on each device.

sdy.mesh @mesh = <["a"=2]>

// CHECK: sym_name = "sort"
func.func @sort(%x: tensor<8x16xf32>, %y: tensor<1x16xf32>) {
  // CHECK: op_sharding_rule<([i, j])->([i, j]) {i=8, j=16} need_replication={j}>
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  // CHECK: op_sharding_rule<([i, j])->([i, j]) {i=1, j=16} need_replication={j} blocked_propagation={j}>
  %1 = "stablehlo.sort"(%y) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<1x16xf32>) -> tensor<1x16xf32>
  return
}

// CHECK: sym_name = "fft"
func.func @fft(%x: tensor<8x16xcomplex<f32>>, %y: tensor<8x16xf32>) {
  // CHECK: stablehlo.fft{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16} need_replication={j}>
  %0 = stablehlo.fft %x, type = FFT, length = [16] : (tensor<8x16xcomplex<f32>>) -> tensor<8x16xcomplex<f32>>
  // CHECK: stablehlo.fft{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16} need_replication={j} blocked_propagation={j}>
  %1 = stablehlo.fft %y, type = RFFT, length = [16] : (tensor<8x16xf32>) -> tensor<8x9xcomplex<f32>>
  return
}

// CHECK: sym_name = "cholesky"
func.func @cholesky(%x: tensor<4x8x8xf32>) {
  // CHECK: stablehlo.cholesky{{.*}}op_sharding_rule<([i, j, k])->([i, j, k]) {i=4, j=8, k=8} need_replication={j, k}>
  %0 = stablehlo.cholesky %x, lower = true : tensor<4x8x8xf32>
  return
}

// CHECK: sym_name = "triangular_solve"
func.func @triangular_solve(%a: tensor<4x8x8xf32>, %b: tensor<4x8x2xf32>, %c: tensor<4x2x8xf32>) {
  // CHECK: stablehlo.triangular_solve{{.*}}op_sharding_rule<([i, j, l], [i, j, k])->([i, l, k]) {i=4, j=8, k=2, l=8} need_replication={j, k, l}>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x8x8xf32>, tensor<4x8x2xf32>) -> tensor<4x8x2xf32>
  // CHECK: stablehlo.triangular_solve{{.*}}op_sharding_rule<([i, l, j], [i, j, k])->([i, l, k]) {i=4, j=8, k=2, l=8} need_replication={j, k, l}>
  %1 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<4x8x8xf32>, tensor<4x8x2xf32>) -> tensor<4x8x2xf32>
  // CHECK: stablehlo.triangular_solve{{.*}}op_sharding_rule<([i, l, k], [i, j, k])->([i, j, l]) {i=4, j=2, k=8, l=8} need_replication={j, k, l}>
  %2 = "stablehlo.triangular_solve"(%a, %c) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x8x8xf32>, tensor<4x2x8xf32>) -> tensor<4x2x8xf32>
  // CHECK: stablehlo.triangular_solve{{.*}}op_sharding_rule<([i, k, l], [i, j, k])->([i, j, l]) {i=4, j=2, k=8, l=8} need_replication={j, k, l}>
  %3 = "stablehlo.triangular_solve"(%a, %c) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<4x8x8xf32>, tensor<4x2x8xf32>) -> tensor<4x2x8xf32>
  return
}

// CHECK: sym_name = "rng_bit_generator"
func.func @rng_bit_generator(%s: tensor<2xui64>) {
  // CHECK: stablehlo.rng_bit_generator{{.*}}op_sharding_rule<([i])->([i], [j, k]) {i=2, j=8, k=16} need_replication={i} blocked_propagation={i}>
  %0:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8x16xui32>)
  return
}

// CHECK: sym_name = "collectives"
func.func @collectives(%x: tensor<8x16xf32>) {
  // CHECK: op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  // CHECK: stablehlo.all_gather{{.*}}op_sharding_rule<([i, j])->([i, k]) {i=8, j=16, k=32} need_replication={j, k}>
  %1 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x16xf32>) -> tensor<8x32xf32>
  // CHECK: op_sharding_rule<([i, j])->([i, k]) {i=8, j=16, k=8} need_replication={j, k}>
  %2 = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<8x16xf32>) -> tensor<8x8xf32>
  // CHECK: stablehlo.all_to_all{{.*}}op_sharding_rule<([i, k])->([j, l]) {i=8, j=4, k=16, l=32} need_replication={i, j, k, l}>
  %3 = "stablehlo.all_to_all"(%x) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<8x16xf32>) -> tensor<4x32xf32>
  // CHECK: stablehlo.collective_permute{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %4 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<8x16xf32>) -> tensor<8x16xf32>
  // CHECK: stablehlo.collective_broadcast{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %5 = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x16xf32>) -> tensor<8x16xf32>
  // Each operand goes with its own result; the list of roots is whole.
  // CHECK: stablehlo.collective_broadcast{{.*}}op_sharding_rule<([i, j], [k], [l])->([i, j], [k]) {i=8, j=16, k=8, l=2} need_replication={l}>
  %v = stablehlo.constant dense<1.0> : tensor<8xf32>
  %roots = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
  %6:2 = "stablehlo.collective_broadcast"(%x, %v, %roots) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root}> : (tensor<8x16xf32>, tensor<8xf32>, tensor<2xi32>) -> (tensor<8x16xf32>, tensor<8xf32>)
  return
}

// CHECK: sym_name = "custom_calls_by_target"
func.func @custom_calls_by_target(%x: tensor<4x8x8xf32>, %t: tensor<4x8xf32>, %m: tensor<4x8xi32>, %z: tensor<f32>, %j: tensor<i32>) {
  // CHECK: stablehlo.custom_call{{.*}}op_sharding_rule<([i, j, k])->([i, j, k]) {i=4, j=8, k=8}>
  %0 = stablehlo.custom_call @MoveToHost(%x) : (tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
  // CHECK: stablehlo.custom_call{{.*}}op_sharding_rule<([i, j, k])->([i, j, k], [i, k]) {i=4, j=8, k=8}>
  %1:2 = stablehlo.custom_call @Eigh(%x) : (tensor<4x8x8xf32>) -> (tensor<4x8x8xf32>, tensor<4x8xf32>)
  // CHECK: stablehlo.custom_call{{.*}}op_sharding_rule<([i, j, k])->([i, j, k], [i, l]) {i=4, j=8, k=8, l=8} need_replication={j, k, l}>
  %2:2 = stablehlo.custom_call @Qr(%x) : (tensor<4x8x8xf32>) -> (tensor<4x8x8xf32>, tensor<4x8xf32>)
  // CHECK: stablehlo.custom_call{{.*}}op_sharding_rule<([i, j, k], [i, l])->([i, j, k]) {i=4, j=8, k=8, l=8} need_replication={j, k, l}>
  %3 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%x, %t) : (tensor<4x8x8xf32>, tensor<4x8xf32>) -> tensor<4x8x8xf32>
  // CHECK: stablehlo.custom_call{{.*}}op_sharding_rule<([i, j])->([i, j], [i, j]) {i=4, j=8} need_replication={j} blocked_propagation={j}>
  %4:2 = stablehlo.custom_call @mhlo.topk(%t) : (tensor<4x8xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)
  // CHECK: stablehlo.custom_call{{.*}}op_sharding_rule<([i, j], [i, j], [], [])->([i, k], [i, k]) {i=4, j=8, k=2} need_replication={k} blocked_propagation={k}>
  %5:2 = stablehlo.custom_call @ApproxTopK(%t, %m, %z, %j) : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)
  // CHECK: stablehlo.custom_call{{.*}}op_sharding_rule<([i, j], [i, j], [], [])->([i, j], [i, j]) {i=4, j=8}>
  %6:2 = stablehlo.custom_call @PartialReduce(%t, %m, %z, %j) : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<4x8xf32>, tensor<4x8xi32>)
  return
}

// CHECK: sym_name = "custom_calls_of_matrices"
func.func @custom_calls_of_matrices(%x: tensor<2x3x4x6xf32>, %y: tensor<4x6xf32>, %v: tensor<4xf32>) {
  // CHECK: "Eigh"{{.*}}op_sharding_rule<([i, j, k, l])->([i, j, k, l], [i, j, l]) {i=2, j=3, k=4, l=6}>
  %0:2 = stablehlo.custom_call @Eigh(%x) : (tensor<2x3x4x6xf32>) -> (tensor<2x3x4x6xf32>, tensor<2x3x4xf32>)
  // CHECK: "Eigh"{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=4, j=6}>
  %1 = stablehlo.custom_call @Eigh(%y) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  // CHECK: "QrDecompositionBlock"{{.*}}op_sharding_rule<([i, j, k, l])->([i, j, k, l], [i, j, m]) {i=2, j=3, k=4, l=6, m=4} need_replication={k, l, m}>
  %2:2 = stablehlo.custom_call @QrDecompositionBlock(%x) : (tensor<2x3x4x6xf32>) -> (tensor<2x3x4x6xf32>, tensor<2x3x4xf32>)
  // CHECK: "ProductOfElementaryHouseholderReflectors"{{.*}}op_sharding_rule<([i, j], [k])->([i, j]) {i=4, j=6, k=4} need_replication={i, j, k}>
  %3 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%y, %v) : (tensor<4x6xf32>, tensor<4xf32>) -> tensor<4x6xf32>
  return
}

// CHECK: sym_name = "custom_calls_of_the_best"
func.func @custom_calls_of_the_best(%x: tensor<8x6xf32>, %i: tensor<8x6xi32>, %z: tensor<f32>, %j: tensor<i32>) {
  // CHECK: "PartialReduce"{{.*}}op_sharding_rule<([i, k], [i, k], [], [])->([j, k], [j, k]) {i=8, j=4, k=6} need_replication={j} blocked_propagation={j}>
  %0:2 = stablehlo.custom_call @PartialReduce(%x, %i, %z, %j) : (tensor<8x6xf32>, tensor<8x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<4x6xf32>, tensor<4x6xi32>)
  // CHECK: "ApproxTopK"{{.*}}op_sharding_rule<([i, k], [i, k])->([j, l], [j, l]) {i=8, j=4, k=6, l=3} need_replication={j, l} blocked_propagation={j, l}>
  %1:2 = stablehlo.custom_call @ApproxTopK(%x, %i) : (tensor<8x6xf32>, tensor<8x6xi32>) -> (tensor<4x3xf32>, tensor<4x3xi32>)
  return
}

// Tensors of other ranks have the factors of their dims.
// CHECK: sym_name = "custom_calls_of_other_ranks"
func.func @custom_calls_of_other_ranks(%x: tensor<8x6xf32>, %v: tensor<8xf32>) {
  // CHECK: "_SPMDInternalOp_RotateRight"{{.*}}op_sharding_rule<([i, j], [i])->([i, j]) {i=8, j=3}>
  %0 = stablehlo.custom_call @_SPMDInternalOp_RotateRight(%x, %v) : (tensor<8x6xf32>, tensor<8xf32>) -> tensor<8x3xf32>
  // CHECK: "X64Combine"{{.*}}op_sharding_rule<([i])->([i, j]) {i=8, j=6}>
  %1 = stablehlo.custom_call @X64Combine(%v) : (tensor<8xf32>) -> tensor<8x6xf32>
  // CHECK: "mhlo.topk"{{.*}}op_sharding_rule<([i])->([i, j]) {i=8, j=1}>
  %2 = stablehlo.custom_call @mhlo.topk(%v) : (tensor<8xf32>) -> tensor<8x2xf32>
  // CHECK: "MoveToHost"{{.*}}op_sharding_rule<([i, j])->([i]) {i=8, j=1}>
  %3 = stablehlo.custom_call @MoveToHost(%x) : (tensor<8x6xf32>) -> tensor<8xf32>
  return
}
