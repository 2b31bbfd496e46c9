// RUN: spmd-opt %s --split-input-file --verify-diagnostics
// What is refused while attributes are read, with the place in the text.

// expected-error @+1 {{a sub-axis has pre-size 0; it must be at least 1}}
func.func @part_before_the_axis() attributes {a = #sdy.sharding<@mesh, [{"x":(0)2}]>} { return }

// -----

// expected-error @+1 {{a sub-axis has size 1; it must be at least 2}}
func.func @part_of_size_one() attributes {a = #sdy.sharding<@mesh, [{"x":(1)1}]>} { return }

// -----

// expected-error @+1 {{the sub-axis (4294967296)4294967296 is larger than any axis}}
func.func @part_too_large() attributes {a = #sdy.sharding<@mesh, [{"x":(4294967296)4294967296}]>} { return }

// -----

// expected-error @+1 {{device id -1 of a mesh is negative}}
sdy.mesh @mesh = <["x"=2], device_ids=[0, -1]>

// -----

// expected-error @+1 {{a mesh has more than 2147483647 devices}}
sdy.mesh @mesh = <["x"=4294967296, "y"=4294967296]>

// -----

sdy.mesh @largest = <["x"=2147483647]>
// expected-error @+1 {{a mesh has more than 2147483647 devices}}
sdy.mesh @mesh = <["x"=65536, "y"=32768]>

// -----

// expected-error @+1 {{expected a priority such as p1 after the axes of a dim}}
func.func @priority_letter() attributes {a = #sdy.sharding<@mesh, [{"x"}q1]>} { return }

// -----

// expected-error @+1 {{expected a priority such as p1 after the axes of a dim}}
func.func @priority_number() attributes {a = #sdy.sharding<@mesh, [{"x"}p]>} { return }

// -----

// expected-error @+1 {{expected replicated or unreduced, got 'partial'}}
func.func @list_name() attributes {a = #sdy.sharding<@mesh, [{}], partial={"x"}>} { return }

// -----

// expected-error @+1 {{expected the reduction sum, max or min, got 'mean'}}
func.func @list_reduction() attributes {a = #sdy.sharding<@mesh, [{}], unreduced=mean{"x"}>} { return }

// -----

// expected-error @+1 {{the list of unreduced axes is empty: leave it out}}
func.func @empty_unreduced() attributes {a = #sdy.sharding<@mesh, [], unreduced={}>} { return }

// -----

// expected-error @+1 {{unreduced axes are given twice}}
func.func @unreduced_twice() attributes {a = #sdy.sharding<@mesh, [], unreduced={"x"}, replicated={"y"}, unreduced=max{"z"}>} { return }

// -----

// expected-error @+1 {{expected '='}}
func.func @replicated_needs_an_equal_sign() attributes {a = #sdy.sharding<@mesh, [], replicated{"x"}>} { return }

// -----

// expected-error @+1 {{expected '}'}}
func.func @open_comes_last() attributes {a = #sdy.sharding<@mesh, [{?, "x"}]>} { return }

// -----

// expected-error @+1 {{a move from dim 0 to dim 1 needs at least one axis}}
func.func @move_of_nothing() attributes {a = #sdy<all_to_all_param_list[{}: 0->1]>} { return }

// -----

// expected-error @+1 {{expected factors i to z or z_1, z_2, ..., got 'ab'}}
func.func @factor_letter() attributes {a = #sdy.op_sharding_rule<([ab])->([i]) {i=8}>} { return }

// -----

// expected-error @+1 {{expected factors i to z or z_1, z_2, ..., got 'z_0'}}
func.func @factor_number() attributes {a = #sdy.op_sharding_rule<([z_0])->([i]) {i=8}>} { return }

// -----

// expected-error @+1 {{expected factors i to z or z_1, z_2, ..., got 'z_9223372036854775807'}}
func.func @factor_number_too_large() attributes {a = #sdy.op_sharding_rule<([z_9223372036854775807])->([i]) {i=8}>} { return }

// -----

// expected-error @+1 {{expected one factor, got 2}}
func.func @one_size_for_two() attributes {a = #sdy.op_sharding_rule<([ij])->([ij]) {ij=8}>} { return }

// -----

// expected-error @+1 {{expected reduction, need_replication, permutation, blocked_propagation or '>', got 'sum'}}
func.func @group() attributes {a = #sdy.op_sharding_rule<([i, j])->([]) {i=8, j=8} sum={j}>} { return }

// -----

// expected-error @+1 {{factor i has a size already}}
func.func @two_sizes() attributes {a = #sdy.op_sharding_rule<([i])->([i]) {i=8, i=8}>} { return }

// -----

// expected-error @+1 {{expected 'custom'}}
func.func @word_custom() attributes {a = #sdy.op_sharding_rule<([i])->([i]) {i=8}, own>} { return }

// -----

// expected-error @+1 {{expected '-' and an index of 63 bits, got 3}}
func.func @step() attributes {a = #sdy.propagation_edges<[{step 3 = [{"a" = operand-0 -> [result-0]}]}]>} { return }

// -----

// expected-error @+1 {{expected '-' and an index of 63 bits, got -9223372036854775808}}
func.func @step_of_64_bits() attributes {a = #sdy.propagation_edges<[{step-9223372036854775808 = [{"a" = operand-0 -> [result-0]}]}]>} { return }

// -----

// expected-error @+1 {{expected operand-N or result-N, got 'input'}}
func.func @edge_end() attributes {a = #sdy.propagation_edges<[{step-0 = [{"a" = input-0 -> [result-0]}]}]>} { return }

// -----

// Attributes whose text does not open with an angle bracket are written #sdy<manual_axes{"x"}>.
// expected-error @+1 {{expected '{'}}
func.func @manual_axes_by_name() attributes {a = #sdy.manual_axes<{"x"}>} { return }

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @op_reduction(%x: tensor<8xf32>) {
  // expected-error @+1 {{expected the reduction sum, max or min, got 'mean'}}
  %0 = sdy.all_reduce mean {"x"} %x out_sharding=<@mesh, [{}]> : tensor<8xf32>
  return
}

// -----

// expected-error @+1 {{reduction factors are given twice}}
func.func @group_twice() attributes {a = #sdy.op_sharding_rule<([i, j])->([]) {i=8, j=8} reduction={i} reduction={j}>} { return }
