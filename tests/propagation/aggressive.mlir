// RUN: spmd-opt %s --sdy-aggressive-propagate | FileCheck %s
// RUN: spmd-opt %s --sdy-aggressive-propagate=propagation-strategy=basic | FileCheck %s --check-prefix=BASIC

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>

// CHECK-LABEL: @the_first_operand_wins
// BASIC-LABEL: @the_first_operand_wins
func.func @the_first_operand_wins(%l: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %r: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"a", ?}]>}) -> tensor<8x8xf32> {
  // CHECK: stablehlo.add {{.*}}<@mesh, [{"a", ?}, {?}]>
  // BASIC: stablehlo.add %arg0, %arg1 : tensor
  %0 = stablehlo.add %l, %r : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: @the_larger_operand_of_a_product_wins
func.func @the_larger_operand_of_a_product_wins(%l: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %r: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"a", ?}]>}) -> tensor<4x16xf32> {
  // CHECK: stablehlo.dot {{.*}}<@mesh, [{?}, {"a", ?}]>
  %0 = stablehlo.dot %l, %r : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// CHECK-LABEL: @replicated_axes_do_not_stop_others
func.func @replicated_axes_do_not_stop_others(%l: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}]>}, %r: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}], replicated={"a"}>}) -> tensor<8xf32> {
  // CHECK: stablehlo.add {{.*}}<@mesh, [{"a", ?}]>
  %0 = stablehlo.add %l, %r : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: @main
func.func @main() {
  return
}

// An axis of one device travels as any other.
sdy.mesh @one = <["one"=1, "x"=4, "y"=2]>
// CHECK-LABEL: @axis_of_one_device
// CHECK-SAME: %arg0: tensor<2x2x16xf32> {sdy.sharding = #sdy.sharding<@one, [{"one", "x":(1)2, ?}, {"x":(2)2, ?}, {"y", ?}]>}
// CHECK-SAME: %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@one, [{"one", ?}]>}
func.func @axis_of_one_device(%x: tensor<2x2x16xf32>, %y: tensor<8xf32>) -> (tensor<64xf32>, tensor<8xf32>) {
  %0 = stablehlo.reshape %x {sdy.sharding = #sdy.sharding_per_value<[<@one, [{"one", "x", "y", ?}]>]>} : (tensor<2x2x16xf32>) -> tensor<64xf32>
  %1 = stablehlo.tanh %y {sdy.sharding = #sdy.sharding_per_value<[<@one, [{"one", ?}]>]>} : tensor<8xf32>
  return %0, %1 : tensor<64xf32>, tensor<8xf32>
}
