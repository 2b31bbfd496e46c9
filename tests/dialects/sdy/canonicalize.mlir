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
