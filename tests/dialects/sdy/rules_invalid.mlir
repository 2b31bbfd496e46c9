// RUN: spmd-opt %s --split-input-file --verify-diagnostics

func.func @operand_count(%x: tensor<8xf32>) {
  // expected-error @+1 {{has 2 operands, but its sharding rule maps 1}}
  %0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
  return
}

// -----

func.func @rank(%x: tensor<8xf32>) {
  // expected-error @+1 {{sharding rule: operand 0 has the type 'tensor<8xf32>' of rank 1}}
  %0 = stablehlo.negate %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i]) {i=8, j=8}>} : tensor<8xf32>
  return
}

// -----

func.func @factor_out_of_range(%x: tensor<8xf32>) {
  // expected-error @+1 {{sharding rule: operand 0 uses factor 1 at dim 0, but the rule has 1 factors}}
  %0 = stablehlo.negate %x {sdy.sharding_rule = #sdy.op_sharding_rule<([j])->([i]) {i=8}>} : tensor<8xf32>
  return
}

// -----

func.func @factor_twice(%x: tensor<8x8xf32>) {
  // expected-error @+1 {{sharding rule: operand 0 uses factor 0 twice, the second time at dim 1}}
  %0 = stablehlo.negate %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, i])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
  return
}

// -----

func.func @factor_unused(%x: tensor<8xf32>) {
  // expected-error @+1 {{sharding rule: no tensor uses factor 1}}
  %0 = stablehlo.negate %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8, j=8}>} : tensor<8xf32>
  return
}

// -----

func.func @size_one_beside_others(%x: tensor<8xf32>) {
  // expected-error @+1 {{sharding rule: operand 0 has factor 1 of size 1 beside others at dim 0}}
  %0 = stablehlo.negate %x {sdy.sharding_rule = #sdy.op_sharding_rule<([ij])->([ij]) {i=8, j=1}>} : tensor<8xf32>
  return
}

// -----

func.func @reduction_in_result(%x: tensor<8xf32>) {
  // expected-error @+1 {{sharding rule: reduction factor 0 appears in result 0}}
  %0 = stablehlo.negate %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8} reduction={i}>} : tensor<8xf32>
  return
}

// -----

func.func @two_kinds(%x: tensor<8xf32>) {
  // expected-error @+1 {{sharding rule: factor 0 is both a need_replication and a permutation factor}}
  %0 = stablehlo.negate %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8} need_replication={i} permutation={i}>} : tensor<8xf32>
  return
}

// -----

func.func @factors_in_order(%x: tensor<8xf32>) {
  // expected-error @+1 {{the sizes of factors are listed in their order: expected 'i', got 'j'}}
  %0 = stablehlo.negate %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {j=8}>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @edge_source_is_target(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  // expected-error @+1 {{is both source and target of axis "a"}}
  %0 = stablehlo.negate %x {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [operand-0]}]}]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @edge_out_of_range(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  // expected-error @+1 {{there is no result 1; the op has 1}}
  %0 = stablehlo.negate %x {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-1]}]}]>} : tensor<8xf32>
  return
}
