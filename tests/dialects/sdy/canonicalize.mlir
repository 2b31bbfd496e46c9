// RUN: spmd-opt %s --canonicalize --split-input-file | FileCheck %s
// RUN: spmd-opt %s --canonicalize="enable-patterns=sdy-reshard" --split-input-file | FileCheck %s --check-prefix=RESHARD

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2, "d"=2]>

// CHECK-LABEL: @second_reshard_wins
func.func @second_reshard_wins(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK-NEXT: %[[Y:.*]] = sdy.reshard %arg0 <@mesh, [{}, {"b"}]>
  // CHECK-NEXT: return %[[Y]]
  %0 = sdy.reshard %x <@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  %1 = sdy.reshard %0 <@mesh, [{}, {"b"}]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// CHECK-LABEL: @slice_of_gather_vanishes
// RESHARD-LABEL: @slice_of_gather_vanishes
func.func @slice_of_gather_vanishes(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x8xf32> {
  // CHECK: return %arg0
  // RESHARD: sdy.all_slice
  %0 = sdy.all_gather [{"a"}, {}] %x out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  %1 = sdy.all_slice [{"a"}, {}] %0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// CHECK-LABEL: @reduction_then_slices_of_it
func.func @reduction_then_slices_of_it(%x: tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16x16xf32>) {
  // CHECK-NEXT: %[[R:.*]] = sdy.reduce_scatter [{"a"}, {"b"}] %arg0 out_sharding=<@mesh, [{"a"}, {"b"}]>
  // CHECK-NEXT: %[[S:.*]] = sdy.all_slice [{"d"}, {"c"}] %[[R]] out_sharding=<@mesh, [{"a", "d"}, {"b", "c"}]>
  // CHECK-NEXT: return %[[S]], %[[S]]
  %0 = sdy.all_reduce {"a", "b"} %x out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_slice [{"a", "d"}, {"b", "c"}] %0 out_sharding=<@mesh, [{"a", "d"}, {"b", "c"}]> : tensor<16x16xf32>
  %2 = sdy.all_slice [{"a", "d"}, {"b", "c"}] %0 out_sharding=<@mesh, [{"a", "d"}, {"b", "c"}]> : tensor<16x16xf32>
  return %1, %2 : tensor<16x16xf32>, tensor<16x16xf32>
}

// "b" is not sliced: everything stays.
// CHECK-LABEL: @reduction_not_consumed
func.func @reduction_not_consumed(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // CHECK-NEXT: sdy.all_reduce
  // CHECK-NEXT: sdy.all_slice
  %0 = sdy.all_reduce {"a", "b"} %x out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_slice [{"a"}, {"c"}] %0 out_sharding=<@mesh, [{"a"}, {"c"}]> : tensor<16x16xf32>
  return %1 : tensor<16x16xf32>
}

// CHECK-LABEL: @reduced_axis_is_not_the_outermost
func.func @reduced_axis_is_not_the_outermost(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // CHECK-NEXT: sdy.all_reduce
  // CHECK-NEXT: sdy.all_slice
  %0 = sdy.all_reduce {"a"} %x out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_slice [{"d", "a"}, {}] %0 out_sharding=<@mesh, [{"d", "a"}, {}]> : tensor<16x16xf32>
  return %1 : tensor<16x16xf32>
}

// CHECK-LABEL: @unreduced_and_reduced_again
func.func @unreduced_and_reduced_again(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  // CHECK: %[[G:.*]] = sdy.all_gather [{"a"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]>
  // CHECK: return %arg0, %[[G]]
  %0 = sdy.replicated_to_unreduced {"b"} %x out_sharding=<@mesh, [{"a"}, {}], unreduced={"b"}> : tensor<8x8xf32>
  %1 = sdy.all_reduce {"b"} %0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  %2 = sdy.sharded_to_unreduced [{"a"}, {}] %x out_sharding=<@mesh, [{}, {}], unreduced={"a"}> : tensor<8x8xf32>
  %3 = sdy.all_reduce {"a"} %2 out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  return %1, %3 : tensor<8x8xf32>, tensor<8x8xf32>
}

// CHECK-LABEL: @moves_between_other_dims_fuse
func.func @moves_between_other_dims_fuse(%x: tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}, {}, {}]>}) -> tensor<8x8x8x8xf32> {
  // CHECK-NEXT: sdy.all_to_all [{"a"}: 0->3, {"b"}: 1->2] %arg0 out_sharding=<@mesh, [{}, {}, {"b"}, {"a"}]>
  // CHECK-NEXT: return
  %0 = sdy.all_to_all [{"b"}: 1->2] %x out_sharding=<@mesh, [{"a"}, {}, {"b"}, {}]> : tensor<8x8x8x8xf32>
  %1 = sdy.all_to_all [{"a"}: 0->3] %0 out_sharding=<@mesh, [{}, {}, {"b"}, {"a"}]> : tensor<8x8x8x8xf32>
  return %1 : tensor<8x8x8x8xf32>
}

// CHECK-LABEL: @nothing_moves
func.func @nothing_moves(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x8xf32> {
  // CHECK-NEXT: return %arg0
  %0 = sdy.all_slice [{}, {}] %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  %1 = sdy.all_reduce {} %0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  %2 = sdy.collective_permute %1 out_sharding=<@mesh, [{"a"}, {?}]> : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// CHECK-LABEL: @manual_computation_without_devices_is_inlined
func.func @manual_computation_without_devices_is_inlined(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK-NEXT: %[[A:.*]] = stablehlo.add %arg0, %arg0
  // CHECK-NEXT: return %[[A]], %arg1
  %0:2 = sdy.manual_computation(%x, %y) in_shardings=[<@mesh, [{}]>, <@mesh, [{}]>] out_shardings=[<@mesh, [{}]>, <@mesh, [{}]>] manual_axes={} (%p: tensor<8xf32>, %q: tensor<8xf32>) {
    %1 = stablehlo.add %p, %p : tensor<8xf32>
    sdy.return %1, %q : tensor<8xf32>, tensor<8xf32>
  } : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: @unused_input_is_dropped
func.func @unused_input_is_dropped(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: sdy.manual_computation(%arg1) in_shardings=[<@mesh, [{"a"}]>]
  %0 = sdy.manual_computation(%x, %y) in_shardings=[<@mesh, [{}]>, <@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%p: tensor<8xf32>, %q: tensor<4xf32>) {
    sdy.return %q : tensor<4xf32>
  } : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Labels name the patterns of reshards and of collectives; the others run with all.
// CHECK-LABEL: @labels
// RESHARD-LABEL: @labels
func.func @labels(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  // CHECK-NEXT: %[[R:.*]] = sdy.reshard %arg0 <@mesh, [{"c"}, {}]>
  // CHECK-NEXT: return %arg0, %[[R]]
  // RESHARD-NEXT: sdy.all_gather
  // RESHARD-NEXT: sdy.reduce_scatter
  // RESHARD-NEXT: sdy.reshard %arg0 <@mesh, [{"c"}, {}]>
  %0 = sdy.all_gather [{}, {}] %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  %1 = sdy.reduce_scatter [{}, {}] %0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  %2 = sdy.reshard %x <@mesh, [{"b"}, {}]> : tensor<8x8xf32>
  %3 = sdy.reshard %2 <@mesh, [{"c"}, {}]> : tensor<8x8xf32>
  return %1, %3 : tensor<8x8xf32>, tensor<8x8xf32>
}

// CHECK-LABEL: @first_reshard_has_two_users
func.func @first_reshard_has_two_users(%x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  // CHECK-NEXT: sdy.reshard
  // CHECK-NEXT: sdy.reshard
  %0 = sdy.reshard %x <@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  %1 = sdy.reshard %0 <@mesh, [{}, {"b"}]> : tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}

// Reshards, constants and barriers that nobody uses go; constraints, groups and collectives stay.
// CHECK-LABEL: @dead
func.func @dead(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  // CHECK-NEXT: sdy.sharding_constraint
  // CHECK-NEXT: sdy.sharding_group
  // CHECK-NEXT: sdy.all_gather
  // CHECK-NEXT: return
  %0 = sdy.reshard %x <@mesh, [{"b"}, {}]> : tensor<8x8xf32>
  %1 = sdy.constant dense<1.0> : tensor<8xf32>
  %2 = sdy.propagation_barrier %x allowed_direction=NONE : tensor<8x8xf32>
  %3 = sdy.sharding_constraint %x <@mesh, [{"b"}, {}]> : tensor<8x8xf32>
  sdy.sharding_group %x group_id=0 : tensor<8x8xf32>
  %4 = sdy.all_gather [{"a"}, {}] %x out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  %5 = sdy.all_to_all [{"a"}: 0->1] %x out_sharding=<@mesh, [{}, {"a"}]> : tensor<8x8xf32>
  return
}

// CHECK-LABEL: @moves_that_meet_do_not_fuse
func.func @moves_that_meet_do_not_fuse(%x: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}, {}]>}) -> tensor<8x8x8xf32> {
  // CHECK-COUNT-2: sdy.all_to_all
  %0 = sdy.all_to_all [{"a"}: 0->2] %x out_sharding=<@mesh, [{}, {"b"}, {"a"}]> : tensor<8x8x8xf32>
  %1 = sdy.all_to_all [{"b"}: 1->2] %0 out_sharding=<@mesh, [{}, {}, {"a", "b"}]> : tensor<8x8x8xf32>
  return %1 : tensor<8x8x8xf32>
}

// CHECK-LABEL: @reductions_of_other_axes_stay
func.func @reductions_of_other_axes_stay(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x8xf32> {
  // CHECK: sdy.replicated_to_unreduced
  // CHECK: sdy.all_reduce {"b"}
  %0 = sdy.replicated_to_unreduced {"b", "c"} %x out_sharding=<@mesh, [{"a"}, {}], unreduced={"b", "c"}> : tensor<8x8xf32>
  %1 = sdy.all_reduce {"b"} %0 out_sharding=<@mesh, [{"a"}, {}], unreduced={"c"}> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// CHECK-LABEL: @reduction_with_another_user
func.func @reduction_with_another_user(%x: tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16x16xf32>) {
  // CHECK: sdy.all_reduce
  // CHECK: sdy.all_slice
  %0 = sdy.all_reduce {"a"} %x out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_slice [{"a"}, {}] %0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>
  return %0, %1 : tensor<16x16xf32>, tensor<16x16xf32>
}

// CHECK-LABEL: @computation_without_anything
func.func @computation_without_anything() {
  // CHECK-NEXT: return
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    sdy.return
  } : () -> ()
  return
}

// -----

sdy.mesh @mesh = <["a"=8]>

// The reduced axis and the sliced one must be the same, not one a part of the other.
// CHECK-LABEL: @part_of_the_sliced_axis
func.func @part_of_the_sliced_axis(%x: tensor<16x16xf32>, %y: tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16x16xf32>) {
  // CHECK-NEXT: sdy.all_reduce
  // CHECK-NEXT: sdy.all_slice
  %0 = sdy.all_reduce {"a":(1)2} %x out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_slice [{"a"}, {}] %0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>
  // CHECK-NEXT: sdy.reduce_scatter [{"a":(1)2}, {}]
  // CHECK-NEXT: sdy.all_slice [{}, {"a":(2)4}]
  %2 = sdy.all_reduce {"a":(1)2} %y out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  %3 = sdy.all_slice [{"a":(1)2}, {"a":(2)4}] %2 out_sharding=<@mesh, [{"a":(1)2}, {"a":(2)4}]> : tensor<16x16xf32>
  return %1, %3 : tensor<16x16xf32>, tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2]>

// Propagation edges name axes of a sharding beside them; they go with a border that was the last one.
// CHECK-LABEL: @edges_go_with_the_border
func.func @edges_go_with_the_border(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: stablehlo.negate %arg0 : tensor<8xf32>
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={} (%y: tensor<8xf32>) {
    %1 = stablehlo.negate %y {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
