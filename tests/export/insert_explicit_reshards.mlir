// RUN: spmd-opt %s --sdy-insert-explicit-reshards | FileCheck %s

sdy.mesh @m = <["a"=2, "b"=2]>

// What may not split the concatenated dim goes to a dim that all have.
// CHECK-LABEL: @concatenations_agree
func.func @concatenations_agree(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>},
                                %y: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) -> tensor<8x8xf32> {
  // CHECK-NEXT: %[[X:.*]] = sdy.reshard %arg0 <@m, [{}, {"a"}]>
  // CHECK-NEXT: %[[Y:.*]] = sdy.reshard %arg1 <@m, [{}, {"a"}]>
  // CHECK-NEXT: %[[C:.*]] = stablehlo.concatenate %[[X]], %[[Y]], dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>}
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// The whole has more elements than a part.
// CHECK-LABEL: @parts_follow_the_whole
func.func @parts_follow_the_whole(%x: tensor<8x4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}, {}]>},
                                  %y: tensor<8x4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}, {}]>}) -> tensor<8x8x8xf32> {
  // CHECK-NEXT: %[[X:.*]] = sdy.reshard %arg0 <@m, [{}, {}, {"a"}]>
  // CHECK-NEXT: %[[Y:.*]] = sdy.reshard %arg1 <@m, [{}, {}, {"a"}]>
  // CHECK-NEXT: %[[C:.*]] = stablehlo.concatenate %[[X]], %[[Y]], dim = 1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}, {"a"}]>]>}
  // CHECK-NEXT: return %[[C]]
  %0 = stablehlo.concatenate %x, %y, dim = 1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}, {"a"}]>]>} : (tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x8x8xf32>
  return %0 : tensor<8x8x8xf32>
}

// CHECK-LABEL: @equal_shardings_are_left_alone
// CHECK-NEXT: stablehlo.concatenate %arg0, %arg1
func.func @equal_shardings_are_left_alone(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>},
                                          %y: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// Reduced before it, the parts are placed as the whole is; but they were not, so the dim that is joined is made whole, too.
// CHECK-LABEL: @partial_parts_are_placed_anew
func.func @partial_parts_are_placed_anew(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}], unreduced={"b"}>}) -> tensor<8x8xf32> {
  // CHECK-NEXT: %[[L:.*]] = sdy.all_reduce {"b"} %arg0 out_sharding=<@m, [{"a"}, {}]>
  // CHECK-NEXT: %[[R:.*]] = sdy.all_reduce {"b"} %arg0 out_sharding=<@m, [{"a"}, {}]>
  // CHECK-NEXT: %[[X:.*]] = sdy.reshard %[[L]] <@m, [{}, {"a"}]>
  // CHECK-NEXT: %[[Y:.*]] = sdy.reshard %[[R]] <@m, [{}, {"a"}]>
  // CHECK-NEXT: %[[C:.*]] = stablehlo.concatenate %[[X]], %[[Y]], dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>}
  // CHECK-NEXT: sdy.reshard %[[C]] <@m, [{"a"}, {}]>
  %0 = stablehlo.concatenate %x, %x, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// Where a result is partial on purpose, what the op itself has to add up is added up behind it.
// CHECK-LABEL: @partial_products_are_summed
func.func @partial_products_are_summed(%l: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"a"}]>},
                                       %r: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced={"b"}>}) {
  // CHECK-NEXT: %[[D:.*]] = stablehlo.dot %arg0, %arg1 {{.*}}unreduced={"b"}
  // CHECK-NEXT: %[[S:.*]] = sdy.all_reduce {"a"} %[[D]] out_sharding=<@m, [{}, {}], unreduced={"b"}>
  // CHECK-NEXT: return %[[S]]
  %0 = stablehlo.dot %l, %r {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}], unreduced={"b"}>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: @product_stays_as_its_operand
func.func @product_stays_as_its_operand(%l: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>},
                                        %r: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}, {}]>}) -> tensor<8x8xf32> {
  // CHECK-NEXT: %[[D:.*]] = stablehlo.dot %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>}
  // CHECK-NEXT: sdy.reshard %[[D]] <@m, [{"b"}, {}]>
  %0 = stablehlo.dot %l, %r {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"b"}, {}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: @calls_get_what_they_want
func.func @calls_get_what_they_want(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) -> tensor<8xf32> {
  // CHECK-NEXT: %[[X:.*]] = sdy.reshard %arg0 <@m, [{"b"}]>
  // CHECK-NEXT: call @f(%[[X]])
  %0 = call @f(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}]>}) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}

// Inside a manual computation its axes are not seen.
// CHECK-LABEL: @calls_of_local_parts
func.func @calls_of_local_parts(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: (%[[P:arg[0-9]+]]: tensor<4x8xf32>) {
  // CHECK-NEXT: func.call @whole(%[[P]])
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x8xf32>) {
    %1 = func.call @whole(%p) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: (%[[P:arg[0-9]+]]: tensor<4x8xf32>) {
  // CHECK-NEXT: %[[R:.*]] = sdy.reshard %[[P]] <@m, [{}, {}]>
  // CHECK-NEXT: func.call @whole(%[[R]])
  %2 = sdy.manual_computation(%0) in_shardings=[<@m, [{"a"}, {"b"}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x8xf32>) {
    %3 = func.call @whole(%p) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    sdy.return %3 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
func.func private @whole(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  return %x : tensor<4x8xf32>
}

// The operand's axis on the columns is what the rows of the result have: the product stays as it is.
// CHECK-LABEL: @a_product_cannot_take_an_axis_twice
func.func @a_product_cannot_take_an_axis_twice(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@crossed, [{"x"}, {"y"}]>},
    %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@crossed, [{"y"}, {"x"}]>}) -> tensor<8x8xf32> {
  // CHECK: %[[D:.*]] = stablehlo.dot %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@crossed, [{"x"}, {"y"}]>]>}
  // CHECK-NEXT: return %[[D]]
  %0 = stablehlo.dot %a, %b {sdy.sharding = #sdy.sharding_per_value<[<@crossed, [{"x"}, {"y"}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
sdy.mesh @crossed = <["x"=4, "y"=2]>

// A partial value is reduced before it is resharded; what needs it partial gets it so.
// CHECK-LABEL: @unreduced_parts
func.func @unreduced_parts(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>},
                           %y: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {?}], unreduced={"a"}>}) -> tensor<8x8xf32> {
  // CHECK-NEXT: %[[R:.*]] = sdy.all_reduce {"a"} %arg1 out_sharding=<@m, [{?}, {?}]>
  // CHECK-NEXT: %[[X:.*]] = sdy.reshard %arg0 <@m, [{}, {"a"}]>
  // CHECK-NEXT: %[[Y:.*]] = sdy.reshard %[[R]] <@m, [{?}, {"a", ?}]>
  // CHECK-NEXT: stablehlo.concatenate %[[X]], %[[Y]]
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: @unreduced_all_along
func.func @unreduced_all_along(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced={"a", "b"}>}) -> tensor<4x8xf32> {
  // CHECK-NEXT: %[[A:.*]] = sdy.all_reduce {"a"} %arg0 out_sharding=<@m, [{}, {}], unreduced={"b"}>
  // CHECK-NEXT: %[[N:.*]] = stablehlo.negate %[[A]]
  // CHECK-NEXT: %[[B:.*]] = sdy.all_reduce {"b"} %[[N]] out_sharding=<@m, [{}, {}]>
  // CHECK-NEXT: return %[[B]]
  %0 = stablehlo.negate %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}], unreduced={"b"}>]>} : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// The whole is partial along "a", so no dim takes "a" (jaxlib writes the axis twice here, and refuses it).
// CHECK-LABEL: @an_unreduced_axis_is_no_common_one
// CHECK: stablehlo.concatenate {{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"b"}], unreduced={"a"}>]>}
func.func @an_unreduced_axis_is_no_common_one(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"b"}], unreduced={"a"}>},
                                              %y: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"b"}], unreduced={"a"}>]>} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// A value of another mesh is not made partial along an axis that its mesh does not have.
sdy.mesh @none = <[]>
// CHECK-LABEL: @partial_of_another_mesh
// CHECK-NEXT: return %arg0
func.func @partial_of_another_mesh(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@none, [{?}]>})
    -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"a"}>}) {
  return %x : tensor<8xf32>
}

// What moves keeps the replicated axes of where it comes from; what is partial has those of where it goes.
// CHECK-LABEL: @replicated_axes_of_partial_values
func.func @replicated_axes_of_partial_values(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>})
    -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], replicated={"b"}, unreduced={"a"}>}) {
  // CHECK-NEXT: sdy.replicated_to_unreduced {"a"} %arg0 out_sharding=<@m, [{}], replicated={"b"}, unreduced={"a"}>
  return %x : tensor<8xf32>
}

// An argument of a manual computation has no manual axes where it is used: only its free axes are compared.
// CHECK-LABEL: @arguments_of_a_manual_computation
func.func @arguments_of_a_manual_computation(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>},
                                             %y: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>})
    -> tensor<24x8xf32> {
  %0 = sdy.manual_computation(%x, %y) in_shardings=[<@m, [{"a"}, {"b"}]>, <@m, [{"a", "b"}, {}]>] out_shardings=[<@m, [{"a"}, {"b"}]>]
      manual_axes={"a"} (%p: tensor<4x8xf32>, %q: tensor<8x16xf32>) {
    // CHECK: stablehlo.concatenate %arg2, %arg2, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"b"}]>]>}
    %1 = stablehlo.concatenate %p, %p, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"b"}]>]>} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
    %2 = stablehlo.slice %q [0:8, 0:8] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"b"}, {}]>]>} : (tensor<8x16xf32>) -> tensor<8x8xf32>
    // CHECK: %[[C:.*]] = sdy.reshard %{{.*}} <@m, [{}, {"b"}]>
    // CHECK-NEXT: stablehlo.concatenate %arg2, %[[C]], dim = 0
    %3 = stablehlo.concatenate %p, %2, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"b"}]>]>} : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<12x8xf32>
    sdy.return %3 : tensor<12x8xf32>
  } : (tensor<8x8xf32>, tensor<16x16xf32>) -> tensor<24x8xf32>
  return %0 : tensor<24x8xf32>
}

sdy.mesh @n = <["a"=2, "b"=2, "c"=2]>
// CHECK-LABEL: @product_in_a_manual_computation
func.func @product_in_a_manual_computation(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@n, [{"a"}, {"b"}]>},
                                           %y: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@n, [{"b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %y) in_shardings=[<@n, [{"a"}, {"b"}]>, <@n, [{"b"}, {"c"}]>] out_shardings=[<@n, [{"a"}, {"b"}]>]
      manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<16x16xf32>) {
    // CHECK: %[[P:.*]] = stablehlo.dot %arg2, %arg3 {sdy.sharding = #sdy.sharding_per_value<[<@n, [{}, {"c"}]>]>}
    // CHECK-NEXT: sdy.reshard %[[P]] <@n, [{}, {"b"}]>
    %1 = stablehlo.dot %p, %q {sdy.sharding = #sdy.sharding_per_value<[<@n, [{}, {"b"}]>]>} : (tensor<4x16xf32>, tensor<16x16xf32>) -> tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// Axes of another mesh are not passed on, whatever their names.
sdy.mesh @other = <["d"=4]>
// CHECK-LABEL: @partial_on_another_mesh
func.func @partial_on_another_mesh(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@other, [{?}, {?}], unreduced={"d"}>}) -> tensor<8x8xf32> {
  // CHECK: %[[SUM:.*]] = sdy.all_reduce {"d"} %arg0 out_sharding=<@other, [{?}, {?}]>
  // CHECK: sdy.manual_computation(%[[SUM]])
  %0 = sdy.manual_computation(%x) in_shardings=[<@n, [{"b"}, {}], unreduced={"a"}>] out_shardings=[<@n, [{"b"}, {}]>] manual_axes={"b"} (%p: tensor<4x8xf32>) {
    sdy.return %p : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// An axis along which a result is partial holds no copies of it, whatever its sharding says.
// CHECK-LABEL: @partial_and_replicated
func.func @partial_and_replicated(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"a", "b"}]>},
                                  %y: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>})
    -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced={"a"}>}) {
  // CHECK-NEXT: %[[D:.*]] = stablehlo.dot %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}], unreduced={"a"}>]>}
  // CHECK-NEXT: %[[R:.*]] = sdy.all_reduce {"b"} %[[D]] out_sharding=<@m, [{}, {}], unreduced={"a"}>
  // CHECK-NEXT: return %[[R]]
  %0 = stablehlo.dot %x, %y {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}], replicated={"b"}, unreduced={"a"}>]>} : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
