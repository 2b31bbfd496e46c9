// RUN: spmd-opt %s --split-input-file | spmd-opt --split-input-file | FileCheck %s

// CHECK: sdy.mesh @plain = <["x"=2, "y"=4]>
sdy.mesh @plain = <["x"=2, "y"=4]>
// CHECK: sdy.mesh @reversed = <["a"=2, "b"=2], device_ids=[3, 2, 1, 0]> {note = 1 : i64}
sdy.mesh @reversed = <["a"=2, "b"=2], device_ids=[3, 2, 1, 0]> {note = 1}
// Row-major ids say nothing new.
// CHECK: sdy.mesh @row_major = <["a"=2]>
sdy.mesh @row_major = <["a"=2], device_ids=[0, 1]>
// CHECK: sdy.mesh @empty = <[]>
sdy.mesh @empty = <[]>
// CHECK: sdy.mesh @one_device = <[], device_ids=[3]>
sdy.mesh @one_device = <[], device_ids=[3]>

// CHECK-LABEL: @shardings(
// CHECK-SAME: %arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@plain, [{"x", ?}p1, {"y":(2)2}]>}
// CHECK-SAME: %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@plain, [{?}], replicated={"x"}, unreduced={"y"}>}
// CHECK-SAME: %arg2: tensor<f32> {sdy.sharding = #sdy.sharding<mesh<["a"=2]>, []>}
// CHECK-SAME: %arg3: tensor<8xf32> {sdy.sharding = #sdy.sharding<@plain, [{}], unreduced=max{"x"}>}
func.func @shardings(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@plain, [{"x", ?}p1, {"y":(2)2}]>},
                     %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@plain, [{?}], unreduced={"y"}, replicated={"x"}>},
                     %arg2: tensor<f32> {sdy.sharding = #sdy.sharding<mesh<["a"=2]>, []>},
                     %arg3: tensor<8xf32> {sdy.sharding = #sdy.sharding<@plain, [{}], unreduced max{"x"}>})
    // CHECK-SAME: (tensor<8xf32> {sdy.sharding = #sdy.sharding<@plain, [{}], unreduced={"x"}>})
    -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@plain, [{}], unreduced=sum{"x"}>}) {
  return %arg3 : tensor<8xf32>
}

// CHECK-LABEL: @lists_stand_alone
// CHECK-SAME: a = #sdy<manual_axes{"x"}>, b = #sdy<axis_ref_list{"x", "y":(1)2}>, c = #sdy<list_of_axis_ref_lists[{"x"}, {}]>
// CHECK-SAME: d = #sdy<all_to_all_param{"b"}: 0->2>, e = #sdy<all_to_all_param_list[{"b"}: 0->2, {"c"}: 1->3]>
// CHECK-SAME: f = #sdy<tensor_mapping[i, jk]>, g = #sdy<axis_ref"x":(1)2>
func.func @lists_stand_alone() attributes {
    a = #sdy<manual_axes{"x"}>, b = #sdy<axis_ref_list{"x", "y":(1)2}>, c = #sdy<list_of_axis_ref_lists[{"x"}, {}]>,
    d = #sdy<all_to_all_param{"b"}: 0->2>, e = #sdy<all_to_all_param_list[{"b"}: 0->2, {"c"}: 1->3]>,
    f = #sdy<tensor_mapping[i, jk]>, g = #sdy<axis_ref"x":(1)2>} {
  return
}

// CHECK-LABEL: @rules
func.func @rules(%a: tensor<8x16xf32>, %b: tensor<16x4xf32>, %c: tensor<f32>) {
  // CHECK: {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=4, k=16} reduction={k}>}
  %0 = stablehlo.custom_call @dot(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=4, k=16} reduction={k}>} : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  // CHECK: {sdy.sharding_rule = #sdy.op_sharding_rule<([])->([])>}
  %1 = stablehlo.custom_call @id(%c) {sdy.sharding_rule = #sdy.op_sharding_rule<([])->([])>} : (tensor<f32>) -> tensor<f32>
  // CHECK: {sdy.sharding_rule = #sdy.op_sharding_rule<([])->([])>}
  %3 = stablehlo.custom_call @id(%c) {sdy.sharding_rule = #sdy.op_sharding_rule<([])->([]) {}>} : (tensor<f32>) -> tensor<f32>
  // Sizes and groups are read in any order.
  // CHECK: {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, k]) {i=8, j=16, k=16} reduction={j} permutation={k}>}
  %4 = stablehlo.custom_call @mix(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, k]) {k=16, i=8, j=16} permutation={k} reduction={j}>} : (tensor<8x16xf32>) -> tensor<8x16xf32>
  // CHECK: {sdy.sharding_rule = #sdy.op_sharding_rule<([i, jk])->([i, jk]) {i=8, j=2, k=8} need_replication={i} permutation={j} blocked_propagation={i, k}, custom>}
  %2 = stablehlo.custom_call @own(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, jk])->([i, jk]) {i=8, j=2, k=8} need_replication={i} permutation={j} blocked_propagation={i, k}, custom>} : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>

// CHECK-LABEL: @propagation_edges
func.func @propagation_edges(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  // CHECK: sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0, operand-1]}]}, {step-2 = [{"a" = result-0 -> [operand-1]}]}]>
  %0 = stablehlo.add %x, %x {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0, operand-1]}]}, {step-2 = [{"a" = result-0 -> [operand-1]}]}]>} : tensor<8xf32>
  return
}
