// RUN: spmd-opt %s --sdy-basic-propagate | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>
sdy.mesh @four = <["x"=4, "y"=2, "z"=3]>

// CHECK-LABEL: @axes_travel_in_all_directions
// CHECK-SAME: %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}
func.func @axes_travel_in_all_directions(%l: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %r: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: stablehlo.add {{.*}}<@mesh, [{"a", ?}, {?}]>
  %0 = stablehlo.add %l, %r : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: @different_axes_on_a_dim_stay
func.func @different_axes_on_a_dim_stay(%l: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %r: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", ?}, {?}]>}) -> tensor<8x8xf32> {
  // CHECK: stablehlo.add %arg0, %arg1 : tensor
  %0 = stablehlo.add %l, %r : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: @the_common_prefix_travels
func.func @the_common_prefix_travels(%l: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b", ?}, {?}]>}, %r: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "c", ?}, {?}]>}) -> tensor<8x8xf32> {
  // CHECK: stablehlo.add {{.*}}<@mesh, [{"a", ?}, {?}]>
  %0 = stablehlo.add %l, %r : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: @one_axis_wanted_by_two_dims_stays
func.func @one_axis_wanted_by_two_dims_stays(%l: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %r: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"a", ?}]>}) -> tensor<8x8xf32> {
  // CHECK: stablehlo.add %arg0, %arg1 : tensor
  %0 = stablehlo.add %l, %r : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: @closed_dims_take_nothing_more
func.func @closed_dims_take_nothing_more(%l: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {?}]>}, %r: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b", ?}, {?}]>}) -> tensor<8x8xf32> {
  // CHECK: stablehlo.add {{.*}}<@mesh, [{"a", ?}, {?}]>
  %0 = stablehlo.add %l, %r : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: @the_contracting_dim_is_shared_by_operands
// CHECK-SAME: %arg1: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", ?}, {?}]>}
func.func @the_contracting_dim_is_shared_by_operands(%l: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>}, %r: tensor<8x16xf32>) -> tensor<4x16xf32> {
  // CHECK: stablehlo.dot {{.*}}<@mesh, [{"a", ?}, {?}]>
  %0 = stablehlo.dot %l, %r : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// CHECK-LABEL: @reshape_splits_an_axis
func.func @reshape_splits_an_axis(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@four, [{"x"}]>}) -> tensor<2x4xf32> {
  // CHECK: stablehlo.reshape {{.*}}<@four, [{"x":(1)2, ?}, {"x":(2)2, ?}]>
  %0 = stablehlo.reshape %x : (tensor<8xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: @reshape_takes_what_divides
func.func @reshape_takes_what_divides(%x: tensor<6x2xf32> {sdy.sharding = #sdy.sharding<@four, [{"x"}, {?}]>}) -> tensor<12xf32> {
  // CHECK: stablehlo.reshape {{.*}}<@four, [{"x":(1)2, ?}]>
  %0 = stablehlo.reshape %x : (tensor<6x2xf32>) -> tensor<12xf32>
  return %0 : tensor<12xf32>
}

// CHECK-LABEL: @reshape_that_gets_nothing_loses_its_priorities
func.func @reshape_that_gets_nothing_loses_its_priorities(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@four, [{?}, {"x":(1)2, ?}]>}) -> tensor<16x8xf32> {
  // CHECK: stablehlo.reshape {{.*}}<@four, [{?}, {?}]>
  %0 = stablehlo.reshape %x {sdy.sharding = #sdy.sharding_per_value<[<@four, [{?}p1, {?}]>]>} : (tensor<8x16xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: @main
// CHECK-SAME: -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}]>})
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.tanh %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}
