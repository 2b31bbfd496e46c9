// RUN: spmd-opt %s --sdy-insert-explicit-reshards=enable-full-version=true | FileCheck %s
// In the full version all operands and results of an op agree on axes, and returned values have the shardings of the results.

sdy.mesh @m = <["a"=2, "b"=2]>

// CHECK-LABEL: @operands_meet
func.func @operands_meet(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>},
                         %y: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"b"}]>}) -> tensor<8x8xf32> {
  // CHECK-NEXT: %[[X:.*]] = sdy.reshard %arg0 <@m, [{"a"}, {"b"}]>
  // CHECK-NEXT: %[[Y:.*]] = sdy.reshard %arg1 <@m, [{"a"}, {"b"}]>
  // CHECK-NEXT: %[[S:.*]] = stablehlo.add %[[X]], %[[Y]] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {"b"}]>]>}
  // CHECK-NEXT: %[[R:.*]] = sdy.reshard %[[S]] <@m, [{}, {}]>
  // CHECK-NEXT: return %[[R]]
  %0 = stablehlo.add %x, %y : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: @a_matmul_is_reduced
func.func @a_matmul_is_reduced(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>},
                               %y: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}, {}]>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"a"}]>}) {
  // CHECK-NEXT: %[[D:.*]] = stablehlo.dot %arg0, %arg1
  // CHECK-NEXT: %[[R:.*]] = sdy.all_reduce {"b"} %[[D]] out_sharding=<@m, [{"a"}, {}]>
  // CHECK-NEXT: %[[T:.*]] = sdy.reshard %[[R]] <@m, [{}, {"a"}]>
  // CHECK-NEXT: return %[[T]]
  %0 = stablehlo.dot %x, %y {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// The sorted dim is made whole; its axis moves to the other dim.
// CHECK-LABEL: @a_sort_is_whole
func.func @a_sort_is_whole(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}) {
  // CHECK-NEXT: %[[X:.*]] = sdy.reshard %arg0 <@m, [{}, {"b", "a"}]>
  // CHECK-NEXT: %[[S:.*]] = "stablehlo.sort"(%[[X]])
  // CHECK: }) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"b", "a"}]>]>}
  // CHECK-NEXT: sdy.reshard %[[S]] <@m, [{"a"}, {"b"}]>
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %1 = stablehlo.compare LT, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {"b"}]>]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// A custom rule leaves the op to its owner.
// CHECK-LABEL: @custom_rules_are_left_alone
// CHECK-NEXT: stablehlo.custom_call @f(%arg0)
func.func @custom_rules_are_left_alone(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.custom_call @f(%x) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}, custom>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// The scalar that selects holds copies along a. It has no dim, so it does not keep the axis from the others.
// CHECK-LABEL: @scalars_keep_no_axis
// CHECK-NEXT: stablehlo.select %arg0, %arg1, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>}
func.func @scalars_keep_no_axis(%p: tensor<i1> {sdy.sharding = #sdy.sharding<@m, [], replicated={"a"}>},
                                %x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  %0 = stablehlo.select %p, %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : tensor<i1>, tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Copies of the operand along a are wanted, so a splits no dim of it. (jaxlib uses the axis twice and refuses the result.)
// CHECK-LABEL: @wanted_copies_stay
func.func @wanted_copies_stay(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], replicated={"a"}>})
    -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  // CHECK-NEXT: %[[N:.*]] = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>}
  // CHECK-NEXT: sdy.reshard %[[N]] <@m, [{"a"}]>
  %0 = stablehlo.negate %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
