// RUN: spmd-opt %s --sdy-populate-op-sharding-rules --mlir-print-op-generic | FileCheck %s
// RUN: spmd-opt %s --sdy-populate-op-sharding-rules=conservative-propagation=true --mlir-print-op-generic | FileCheck %s --check-prefix=CONSERVATIVE
// Ops that move elements: what keeps its place passes through, what is moved is a permutation or stays whole.

sdy.mesh @mesh = <["a"=2]>

// CHECK: sym_name = "broadcast"
func.func @broadcast(%x: tensor<8x1xf32>) {
  // CHECK: stablehlo.broadcast_in_dim{{.*}}op_sharding_rule<([j, l])->([i, j, k, m]) {i=4, j=8, k=2, l=1, m=16}>
  %0 = stablehlo.broadcast_in_dim %x, dims = [1, 3] : (tensor<8x1xf32>) -> tensor<4x8x2x16xf32>
  return
}

// CHECK: sym_name = "bitcast_to_narrower"
func.func @bitcast_to_narrower(%x: tensor<8xf32>) {
  // CHECK: stablehlo.bitcast_convert{{.*}}op_sharding_rule<([i])->([i, j]) {i=8, j=2} need_replication={j}>
  %0 = stablehlo.bitcast_convert %x : (tensor<8xf32>) -> tensor<8x2xi16>
  // CHECK: stablehlo.bitcast_convert{{.*}}op_sharding_rule<([i, j])->([i]) {i=8, j=2} need_replication={j}>
  %1 = stablehlo.bitcast_convert %0 : (tensor<8x2xi16>) -> tensor<8xf32>
  return
}

// CHECK: sym_name = "reshape"
func.func @reshape(%x: tensor<6x4xf32>, %y: tensor<8x1x4xf32>, %z: tensor<1x1xf32>, %w: tensor<4x8xf32>) {
  // CHECK: stablehlo.reshape{{.*}}op_sharding_rule<([ij, mn])->([ik, ln]) {i=2, j=3, k=2, l=3, m=2, n=2}>
  %0 = stablehlo.reshape %x : (tensor<6x4xf32>) -> tensor<4x6xf32>
  // CHECK: stablehlo.reshape{{.*}}op_sharding_rule<([i, j, k])->([ik]) {i=8, j=1, k=4}>
  %1 = stablehlo.reshape %y : (tensor<8x1x4xf32>) -> tensor<32xf32>
  // CHECK: stablehlo.reshape{{.*}}op_sharding_rule<([i, j])->([k]) {i=1, j=1, k=1}>
  %2 = stablehlo.reshape %z : (tensor<1x1xf32>) -> tensor<1xf32>
  // CHECK: stablehlo.reshape{{.*}}op_sharding_rule<([i, jk])->([i, j, k]) {i=4, j=2, k=4}>
  %3 = stablehlo.reshape %w : (tensor<4x8xf32>) -> tensor<4x2x4xf32>
  return
}

// Dims that share no factor where the products of both sides agree have what is left of them for themselves, one after the other; the
// side that is behind goes up to the other's product if it can, else it leaves what its dim shares with the other's.
// CHECK: sym_name = "reshape_apart"
func.func @reshape_apart(%x: tensor<8x4x2x12xf32>, %y: tensor<9x12x2x6xf32>, %z: tensor<4x10x12xf32>) {
  // CHECK: stablehlo.reshape{{.*}}op_sharding_rule<([ij, l, n, prs])->([ik, mo, qr, s]) {i=4, j=2, k=3, l=4, m=4, n=2, o=2, p=3, q=2, r=2, s=2}>
  %0 = stablehlo.reshape %x : (tensor<8x4x2x12xf32>) -> tensor<12x8x4x2xf32>
  // CHECK: stablehlo.reshape{{.*}}op_sharding_rule<([ij, mn, p, qr])->([ik, l, oq, r]) {i=3, j=3, k=2, l=12, m=2, n=6, o=3, p=2, q=2, r=3}>
  %1 = stablehlo.reshape %y : (tensor<9x12x2x6xf32>) -> tensor<6x12x6x3xf32>
  // CHECK: stablehlo.reshape{{.*}}op_sharding_rule<([i, j, mp])->([ik, ln, op]) {i=4, j=10, k=3, l=5, m=6, n=2, o=2, p=2}>
  %2 = stablehlo.reshape %z : (tensor<4x10x12xf32>) -> tensor<12x10x4xf32>
  return
}

// CHECK: sym_name = "reshape_ones_apart"
func.func @reshape_ones_apart(%x: tensor<5x10x1x10x9xf32>, %y: tensor<9x1x1x5xf32>) {
  // CHECK: stablehlo.reshape{{.*}}op_sharding_rule<([i, j, l, o, q])->([ik, mn, p]) {i=5, j=10, k=3, l=1, m=3, n=10, o=10, p=10, q=9}>
  %0 = stablehlo.reshape %x : (tensor<5x10x1x10x9xf32>) -> tensor<15x30x10xf32>
  // CHECK: stablehlo.reshape{{.*}}op_sharding_rule<([jk, m, n, o])->([i, jl, p]) {i=1, j=3, k=3, l=5, m=1, n=1, o=5, p=3}>
  %1 = stablehlo.reshape %y : (tensor<9x1x1x5xf32>) -> tensor<1x15x3xf32>
  return
}

// CHECK: sym_name = "transpose"
func.func @transpose(%x: tensor<8x16x4xf32>) {
  // CHECK: stablehlo.transpose{{.*}}op_sharding_rule<([j, k, i])->([i, j, k]) {i=4, j=8, k=16}>
  %0 = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<8x16x4xf32>) -> tensor<4x8x16xf32>
  return
}

// CHECK: sym_name = "reverse"
func.func @reverse(%x: tensor<8x16xf32>) {
  // CHECK: stablehlo.reverse{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16} permutation={j}>
  %0 = stablehlo.reverse %x, dims = [1] : tensor<8x16xf32>
  return
}

// CHECK: sym_name = "pad"
// CONSERVATIVE: sym_name = "pad"
func.func @pad(%x: tensor<8x16xf32>, %z: tensor<f32>) {
  // CHECK: stablehlo.pad{{.*}}op_sharding_rule<([i, j], [])->([i, j]) {i=8, j=16} permutation={j}>
  // CONSERVATIVE: stablehlo.pad{{.*}}op_sharding_rule<([i, j], [])->([i, j]) {i=8, j=16} permutation={j} blocked_propagation={j}>
  %0 = stablehlo.pad %x, %z, low = [0, 1], high = [0, 1], interior = [0, 0] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8x18xf32>
  return
}

// CHECK: sym_name = "slice"
// CONSERVATIVE: sym_name = "slice"
func.func @slice(%x: tensor<8x16xf32>) {
  // CHECK: stablehlo.slice{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16} permutation={j}>
  // CONSERVATIVE: stablehlo.slice{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16} permutation={j} blocked_propagation={j}>
  %0 = stablehlo.slice %x [0:8, 0:16:2] : (tensor<8x16xf32>) -> tensor<8x8xf32>
  return
}

// CHECK: sym_name = "concatenate"
// CONSERVATIVE: sym_name = "concatenate"
func.func @concatenate(%x: tensor<8x16xf32>, %y: tensor<8x4xf32>) {
  // CHECK: stablehlo.concatenate{{.*}}op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=20} need_replication={j}>
  // CONSERVATIVE: stablehlo.concatenate{{.*}}op_sharding_rule<([i, j], [i, k])->([i, l]) {i=8, j=1, k=1, l=1}>
  %0 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<8x16xf32>, tensor<8x4xf32>) -> tensor<8x20xf32>
  return
}

// CHECK: sym_name = "concatenate_of_slices_is_a_permutation"
// CONSERVATIVE: sym_name = "concatenate_of_slices_is_a_permutation"
func.func @concatenate_of_slices_is_a_permutation(%x: tensor<8x16xf32>) {
  // CHECK: stablehlo.slice{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16} permutation={j}>
  // CONSERVATIVE: stablehlo.slice{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16} permutation={j} blocked_propagation={j}>
  %0 = stablehlo.slice %x [0:8, 4:16] : (tensor<8x16xf32>) -> tensor<8x12xf32>
  // CHECK: stablehlo.slice{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16} permutation={j}>
  // CONSERVATIVE: stablehlo.slice{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16} permutation={j} blocked_propagation={j}>
  %1 = stablehlo.slice %x [0:8, 0:4] : (tensor<8x16xf32>) -> tensor<8x4xf32>
  // CHECK: stablehlo.concatenate{{.*}}op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16} permutation={j}>
  // CONSERVATIVE: stablehlo.concatenate{{.*}}op_sharding_rule<([i, j], [i, k])->([i, l]) {i=8, j=1, k=1, l=1}>
  %2 = stablehlo.concatenate %0, %1, dim = 1 : (tensor<8x12xf32>, tensor<8x4xf32>) -> tensor<8x16xf32>
  return
}

// CHECK: sym_name = "dynamic_slice"
func.func @dynamic_slice(%x: tensor<8x16xf32>, %i: tensor<i32>) {
  // CHECK: stablehlo.dynamic_slice{{.*}}op_sharding_rule<([i, j], [], [])->([i, j]) {i=8, j=16} need_replication={j} blocked_propagation={j}>
  %0 = stablehlo.dynamic_slice %x, %i, %i, sizes = [8, 4] : (tensor<8x16xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
  return
}

// CHECK: sym_name = "dynamic_update_slice"
func.func @dynamic_update_slice(%x: tensor<8x16xf32>, %u: tensor<8x4xf32>, %i: tensor<i32>) {
  // CHECK: stablehlo.dynamic_update_slice{{.*}}op_sharding_rule<([i, j], [i, k], [], [])->([i, j]) {i=8, j=16, k=4} need_replication={k}>
  %0 = stablehlo.dynamic_update_slice %x, %u, %i, %i : (tensor<8x16xf32>, tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x16xf32>
  %1 = stablehlo.constant dense<0> : tensor<i32>
  // CHECK: stablehlo.dynamic_update_slice{{.*}}op_sharding_rule<([i, j], [i, k], [], [])->([i, j]) {i=8, j=16, k=4}>
  %2 = stablehlo.dynamic_update_slice %x, %u, %1, %1 : (tensor<8x16xf32>, tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x16xf32>
  return
}

// CHECK: sym_name = "gather"
func.func @gather(%x: tensor<100x64xf32>, %i: tensor<32x1xi32>) {
  // CHECK: stablehlo.gather{{.*}}op_sharding_rule<([k, j], [i, l])->([i, j]) {i=32, j=64, k=100, l=1} reduction={k} need_replication={l}>
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 64>}> : (tensor<100x64xf32>, tensor<32x1xi32>) -> tensor<32x64xf32>
  // CHECK: stablehlo.gather{{.*}}op_sharding_rule<([k, j], [i, l])->([i, j]) {i=32, j=64, k=100, l=1} reduction={k} need_replication={j, l} blocked_propagation={j}>
  %1 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 16>}> : (tensor<100x64xf32>, tensor<32x1xi32>) -> tensor<32x16xf32>
  return
}

// CHECK: sym_name = "gather_with_batching_dims"
func.func @gather_with_batching_dims(%x: tensor<8x100x64xf32>, %i: tensor<8x32x1xi32>) {
  // CHECK: stablehlo.gather{{.*}}op_sharding_rule<([i, l, k], [i, j, m])->([i, j, k]) {i=8, j=32, k=64, l=100, m=1} reduction={l} need_replication={m}>
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 64>}> : (tensor<8x100x64xf32>, tensor<8x32x1xi32>) -> tensor<8x32x64xf32>
  return
}

// CHECK: sym_name = "scatter_add"
func.func @scatter_add(%x: tensor<100x64xf32>, %i: tensor<32x1xi32>, %u: tensor<32x64xf32>) {
  // CHECK: op_sharding_rule<([k, j], [i, l], [i, j])->([k, j]) {i=32, j=64, k=100, l=1} reduction={i} need_replication={l}>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<100x64xf32>, tensor<32x1xi32>, tensor<32x64xf32>) -> tensor<100x64xf32>
  return
}

// CHECK: sym_name = "scatter_of_parts"
func.func @scatter_of_parts(%x: tensor<100x64xf32>, %i: tensor<32x1xi32>, %v: tensor<32x16xf32>) {
  // CHECK: op_sharding_rule<([l, j], [i, m], [i, k])->([l, j]) {i=32, j=64, k=16, l=100, m=1} reduction={i} need_replication={j, k, m}>
  %0 = "stablehlo.scatter"(%x, %i, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<100x64xf32>, tensor<32x1xi32>, tensor<32x16xf32>) -> tensor<100x64xf32>
  return
}

// CHECK: sym_name = "scatter_divide"
func.func @scatter_divide(%x: tensor<100x64xf32>, %i: tensor<32x1xi32>, %u: tensor<32x64xf32>) {
  // CHECK: op_sharding_rule<([k, j], [i, l], [i, j])->([k, j]) {i=32, j=64, k=100, l=1} need_replication={i, l}>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.divide %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<100x64xf32>, tensor<32x1xi32>, tensor<32x64xf32>) -> tensor<100x64xf32>
  return
}
