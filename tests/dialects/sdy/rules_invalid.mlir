// RUN: spmd-opt %s --split-input-file --verify-diagnostics

func.func @operand_count(%x: tensor<8xf32>) {
  // expected-error @+1 {{has 2 operands, but its sharding rule maps 1}}
  %0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
  return
}

// -----

// expected-note @+1 {{operand 0 is 'tensor<8xf32>'}}
func.func @rank(%x: tensor<8xf32>) {
  // expected-error @+1 {{sharding rule: operand 0 has the type 'tensor<8xf32>' of rank 1, but its mapping #sdy<tensor_mapping[i, j]> is for rank 2}}
  %0 = stablehlo.negate %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i]) {i=8, j=8}>} : tensor<8xf32>
  return
}

// -----

func.func @factor_out_of_range(%x: tensor<8xf32>) {
  // expected-error @+1 {{sharding rule: operand 0 uses factor j at dim 0, but the rule has sizes of 1 factors}}
  %0 = stablehlo.negate %x {sdy.sharding_rule = #sdy.op_sharding_rule<([j])->([i]) {i=8}>} : tensor<8xf32>
  return
}

// -----

func.func @factor_twice(%x: tensor<8x8xf32>) {
  // expected-error @+1 {{sharding rule: operand 0 uses factor i twice, the second time at dim 1}}
  %0 = stablehlo.negate %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, i])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
  return
}

// -----

func.func @factor_unused(%x: tensor<8xf32>) {
  // expected-error @+1 {{sharding rule: no tensor uses factor j}}
  %0 = stablehlo.negate %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8, j=8}>} : tensor<8xf32>
  return
}

// -----

func.func @size_one_beside_others(%x: tensor<8xf32>) {
  // expected-error @+1 {{sharding rule: operand 0 has factor j of size 1 beside others at dim 0}}
  %0 = stablehlo.negate %x {sdy.sharding_rule = #sdy.op_sharding_rule<([ij])->([ij]) {i=8, j=1}>} : tensor<8xf32>
  return
}

// -----

func.func @reduction_in_result(%x: tensor<8xf32>) {
  // expected-error @+1 {{sharding rule: the reduction factor i appears in result 0}}
  %0 = stablehlo.negate %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8} reduction={i}>} : tensor<8xf32>
  return
}

// -----

func.func @two_kinds(%x: tensor<8xf32>) {
  // expected-error @+1 {{sharding rule: factor i is both a need_replication and a permutation factor}}
  %0 = stablehlo.negate %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8} need_replication={i} permutation={i}>} : tensor<8xf32>
  return
}

// -----

func.func @no_size(%x: tensor<8x8xf32>) {
  // expected-error @+1 {{sharding rule: factor i has no size}}
  %0 = stablehlo.negate %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {j=8}>} : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @edge_source_is_target(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  // expected-error @+1 {{propagation edges: #sdy<edge_value_refoperand-0> is both source and target of axis "a"}}
  %0 = stablehlo.negate %x {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [operand-0]}]}]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @edge_out_of_range(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  // expected-error @+1 {{propagation edges: there is no result 1; the op has 1}}
  %0 = stablehlo.negate %x {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-1]}]}]>} : tensor<8xf32>
  return
}

// -----

func.func @result_count(%x: tensor<8xf32>) {
  // expected-error @+1 {{has 1 results, but its sharding rule maps 2}}
  %0 = stablehlo.negate %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i], [i]) {i=8}>} : tensor<8xf32>
  return
}

// -----

func.func @no_operand() {
  // expected-error @+1 {{has a sharding rule without any operand}}
  %0 = stablehlo.custom_call @make() {sdy.sharding_rule = #sdy.op_sharding_rule<()->([i]) {i=8}>} : () -> tensor<8xf32>
  return
}

// -----

func.func @no_result(%x: tensor<8xf32>) {
  // expected-error @+1 {{has a sharding rule without any result}}
  stablehlo.custom_call @take(%x) {has_side_effect = true, sdy.sharding_rule = #sdy.op_sharding_rule<([i])->() {i=8}>} : (tensor<8xf32>) -> ()
  return
}

// -----

// expected-note @+1 {{operand 0 is 'tensor<?xf32>'}}
func.func @dynamic(%x: tensor<?xf32>) {
  // expected-error @+1 {{sharding rule: operand 0 has the dynamic type 'tensor<?xf32>'; rules need static shapes}}
  %0 = stablehlo.negate %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<?xf32>
  return
}

// -----

func.func @factor_of_a_kind(%x: tensor<8xf32>) {
  // expected-error @+1 {{sharding rule: the need_replication factor k is in no tensor}}
  %0 = stablehlo.negate %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8} need_replication={k}>} : tensor<8xf32>
  return
}

// -----

func.func @kinds_ascend(%x: tensor<8x8xf32>) {
  // expected-error @+1 {{sharding rule: the permutation factors must ascend, but i comes after j}}
  %0 = stablehlo.negate %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8} permutation={j, i}>} : tensor<8x8xf32>
  return
}

// -----

func.func @blocked_twice(%x: tensor<8xf32>) {
  // expected-error @+1 {{sharding rule: the blocked_propagation factors must ascend, but i comes after i}}
  %0 = stablehlo.negate %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8} blocked_propagation={i, i}>} : tensor<8xf32>
  return
}

// -----

func.func @rule_class(%x: tensor<8xf32>) {
  // expected-error @+1 {{attribute "sdy.sharding_rule" must be a rule #sdy.op_sharding_rule<...>, got 1 : i64}}
  %0 = stablehlo.negate %x {sdy.sharding_rule = 1} : tensor<8xf32>
  return
}

// -----

func.func @edge_class(%x: tensor<8xf32>) {
  // expected-error @+1 {{attribute "sdy.propagation_edges" must be a list #sdy.propagation_edges<...>, got []}}
  %0 = stablehlo.negate %x {sdy.propagation_edges = []} : tensor<8xf32>
  return
}

// -----

// A function's values have edges as attributes of arguments and results; itself it has none.
sdy.mesh @mesh = <["a"=2]>
// expected-error @+1 {{has propagation edges, but no operand or result has a sharding with a common mesh}}
func.func @edges_of_a_function(%x: tensor<8xf32>) attributes {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>} {
  return
}

// -----

func.func @edges_of_arguments(%x: tensor<8xf32>) {
  // expected-error @+1 {{attribute "sdy.block_arg_propagation_edges" must be an array of #sdy.propagation_edges<...>, got [1]}}
  %0 = stablehlo.negate %x {sdy.block_arg_propagation_edges = [1]} : tensor<8xf32>
  return
}

// -----

func.func @edges_of_results(%x: tensor<8xf32>) {
  // expected-error @+1 {{attribute "sdy.result_propagation_edges" must be an array of #sdy.propagation_edges<...>, got "x"}}
  %0 = stablehlo.negate %x {sdy.result_propagation_edges = "x"} : tensor<8xf32>
  return
}

// -----

func.func @edge_without_mesh(%x: tensor<8xf32>) {
  // expected-error @+1 {{has propagation edges, but no operand or result has a sharding with a common mesh}}
  %0 = stablehlo.negate %x {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @edge_axis(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  // expected-error @+1 {{propagation edges: the edge names axis "b", but its mesh has only "a"}}
  %0 = stablehlo.negate %x {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"b" = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @edge_source_range(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  // expected-error @+1 {{propagation edges: there is no operand 3; the op has 1}}
  %0 = stablehlo.negate %x {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-3 -> [result-0]}]}]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @edge_target_twice(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  // expected-error @+1 {{propagation edges: #sdy<edge_value_refresult-0> is a target of axis "a" twice}}
  %0 = stablehlo.negate %x {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0, result-0]}]}]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @step_twice(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  // expected-error @+1 {{propagation edges: step 4 is listed twice}}
  %0 = stablehlo.negate %x {sdy.propagation_edges = #sdy.propagation_edges<[{step-4 = [{"a" = operand-0 -> [result-0]}]}, {step-4 = []}]>} : tensor<8xf32>
  return
}
