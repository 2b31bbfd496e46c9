// RUN: spmd-opt %s --sdy-reshard-to-collectives | FileCheck %s
// RUN: spmd-opt %s --sdy-reshard-to-collectives=keep-redundant-reshards | FileCheck %s --check-prefix=KEEP

// What jaxlib 0.10.2 prints for the same reshards, but where a comment says so.

sdy.mesh @m = <["a"=2, "b"=2, "c"=2]>
sdy.mesh @n = <["x"=4, "y"=2]>
sdy.mesh @k = <["x"=8, "y"=2]>
sdy.mesh @reversed = <["a"=2, "b"=2, "c"=2], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
sdy.mesh @z = <["a"=2, "d"=2]>
sdy.mesh @one = <[], device_ids=[0]>
sdy.mesh @six = <["s"=6, "t"=4]>
sdy.mesh @odd = <["p"=2, "q"=3, "r"=3]>

// [{a}, {}] -> [{}, {a}]
// CHECK-LABEL: @moves_to_another_dim(
// CHECK-NEXT: %0 = sdy.all_to_all [{"a"}: 0->1] %arg0 out_sharding=<@m, [{}, {"a"}]>
// CHECK-NEXT: return %0
func.func @moves_to_another_dim(%x: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"},{}]>}) -> tensor<16x16xf32> {
  %0 = sdy.reshard %x <@m, [{},{"a"}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// [{a}, {b}] -> [{b}, {a}]
// CHECK-LABEL: @exchanges_axes(
// CHECK-NEXT: %0 = sdy.collective_permute %arg0 out_sharding=<@m, [{"b"}, {"a"}]>
// CHECK-NEXT: return %0
func.func @exchanges_axes(%x: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"},{"b"}]>}) -> tensor<16x16xf32> {
  %0 = sdy.reshard %x <@m, [{"b"},{"a"}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// [{a}] -> [{b}]
// CHECK-LABEL: @replaces_an_axis(
// CHECK-NEXT: %0 = sdy.collective_permute %arg0 out_sharding=<@m, [{"b"}]>
// CHECK-NEXT: return %0
func.func @replaces_an_axis(%x: tensor<16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) -> tensor<16xf32> {
  %0 = sdy.reshard %x <@m, [{"b"}]> : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// [{a, b}, {}] -> [{b}, {a}]
// CHECK-LABEL: @axis_behind_moves_away(
// CHECK-NEXT: %0 = sdy.collective_permute %arg0 out_sharding=<@m, [{"b", "a"}, {}]>
// CHECK-NEXT: %1 = sdy.all_to_all [{"a"}: 0->1] %0 out_sharding=<@m, [{"b"}, {"a"}]>
// CHECK-NEXT: return %1
func.func @axis_behind_moves_away(%x: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a","b"},{}]>}) -> tensor<16x16xf32> {
  %0 = sdy.reshard %x <@m, [{"b"},{"a"}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// [{a, b}] -> [{b}]
// CHECK-LABEL: @gathers_the_front(
// CHECK-NEXT: %0 = sdy.collective_permute %arg0 out_sharding=<@m, [{"b", "a"}]>
// CHECK-NEXT: %1 = sdy.all_gather [{"a"}] %0 out_sharding=<@m, [{"b"}]>
// CHECK-NEXT: return %1
func.func @gathers_the_front(%x: tensor<16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a","b"}]>}) -> tensor<16xf32> {
  %0 = sdy.reshard %x <@m, [{"b"}]> : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// [{a}, {b}] -> [{}, {a, b}]
// CHECK-LABEL: @moves_behind_a_front(
// CHECK-NEXT: %0 = sdy.collective_permute %arg0 out_sharding=<@m, [{"b"}, {"a"}]>
// CHECK-NEXT: %1 = sdy.all_to_all [{"b"}: 0->1] %0 out_sharding=<@m, [{}, {"a", "b"}]>
// CHECK-NEXT: return %1
func.func @moves_behind_a_front(%x: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"},{"b"}]>}) -> tensor<16x16xf32> {
  %0 = sdy.reshard %x <@m, [{},{"a","b"}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// [{a}, {b}] -> [{}, {b, a}]
// CHECK-LABEL: @moves_to_the_end(
// CHECK-NEXT: %0 = sdy.all_to_all [{"a"}: 0->1] %arg0 out_sharding=<@m, [{}, {"b", "a"}]>
// CHECK-NEXT: return %0
func.func @moves_to_the_end(%x: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"},{"b"}]>}) -> tensor<16x16xf32> {
  %0 = sdy.reshard %x <@m, [{},{"b","a"}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// [{a}] -> [{b, a}]
// CHECK-LABEL: @slices_then_exchanges(
// CHECK-NEXT: %0 = sdy.all_slice [{"b"}] %arg0 out_sharding=<@m, [{"a", "b"}]>
// CHECK-NEXT: %1 = sdy.collective_permute %0 out_sharding=<@m, [{"b", "a"}]>
// CHECK-NEXT: return %1
func.func @slices_then_exchanges(%x: tensor<16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) -> tensor<16xf32> {
  %0 = sdy.reshard %x <@m, [{"b","a"}]> : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// [{a}, {}] -> [{}, {a, b}]
// CHECK-LABEL: @slices_where_it_travels(
// CHECK-NEXT: %0 = sdy.all_slice [{"b"}, {}] %arg0 out_sharding=<@m, [{"a", "b"}, {}]>
// CHECK-NEXT: %1 = sdy.all_to_all [{"a", "b"}: 0->1] %0 out_sharding=<@m, [{}, {"a", "b"}]>
// CHECK-NEXT: return %1
func.func @slices_where_it_travels(%x: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"},{}]>}) -> tensor<16x16xf32> {
  %0 = sdy.reshard %x <@m, [{},{"a","b"}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// [{a}, {}] -> [{c}, {a, b}]
// CHECK-LABEL: @slices_the_companion_elsewhere(
// CHECK-NEXT: %0 = sdy.all_slice [{}, {"b", "c"}] %arg0 out_sharding=<@m, [{"a"}, {"b", "c"}]>
// CHECK-NEXT: %1 = sdy.collective_permute %0 out_sharding=<@m, [{"c"}, {"a", "b"}]>
// CHECK-NEXT: return %1
func.func @slices_the_companion_elsewhere(%x: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"},{}]>}) -> tensor<16x16xf32> {
  %0 = sdy.reshard %x <@m, [{"c"},{"a","b"}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// [{a, b, c}, {}, {}] -> [{a}, {b}, {c}]
// CHECK-LABEL: @two_moves(
// CHECK-NEXT: %0 = sdy.all_to_all [{"c"}: 0->2] %arg0 out_sharding=<@m, [{"a", "b"}, {}, {"c"}]>
// CHECK-NEXT: %1 = sdy.all_to_all [{"b"}: 0->1] %0 out_sharding=<@m, [{"a"}, {"b"}, {"c"}]>
// CHECK-NEXT: return %1
func.func @two_moves(%x: tensor<16x16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a","b","c"},{},{}]>}) -> tensor<16x16x16xf32> {
  %0 = sdy.reshard %x <@m, [{"a"},{"b"},{"c"}]> : tensor<16x16x16xf32>
  return %0 : tensor<16x16x16xf32>
}

// [{x}] -> [{y}]
// CHECK-LABEL: @smaller_axis(
// CHECK-NEXT: %0 = sdy.collective_permute %arg0 out_sharding=<@n, [{"y", "x":(2)2}]>
// CHECK-NEXT: %1 = sdy.all_gather [{"x":(2)2}] %0 out_sharding=<@n, [{"y"}]>
// CHECK-NEXT: return %1
func.func @smaller_axis(%x: tensor<16xf32> {sdy.sharding = #sdy.sharding<@n, [{"x"}]>}) -> tensor<16xf32> {
  %0 = sdy.reshard %x <@n, [{"y"}]> : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// [{y}] -> [{x}]
// CHECK-LABEL: @larger_axis(
// CHECK-NEXT: %0 = sdy.all_slice [{"x":(1)2}] %arg0 out_sharding=<@n, [{"y", "x":(1)2}]>
// CHECK-NEXT: %1 = sdy.collective_permute %0 out_sharding=<@n, [{"x"}]>
// CHECK-NEXT: return %1
func.func @larger_axis(%x: tensor<16xf32> {sdy.sharding = #sdy.sharding<@n, [{"y"}]>}) -> tensor<16xf32> {
  %0 = sdy.reshard %x <@n, [{"x"}]> : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// [{x}] -> [{x:(2)2}]
// CHECK-LABEL: @minor_half(
// CHECK-NEXT: %0 = sdy.collective_permute %arg0 out_sharding=<@n, [{"x":(2)2, "x":(1)2}]>
// CHECK-NEXT: %1 = sdy.all_gather [{"x":(1)2}] %0 out_sharding=<@n, [{"x":(2)2}]>
// CHECK-NEXT: return %1
func.func @minor_half(%x: tensor<16xf32> {sdy.sharding = #sdy.sharding<@n, [{"x"}]>}) -> tensor<16xf32> {
  %0 = sdy.reshard %x <@n, [{"x":(2)2}]> : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// [{y}, {x}] -> [{x}, {}]
// CHECK-LABEL: @moves_half_an_axis(
// CHECK-NEXT: %0 = sdy.collective_permute %arg0 out_sharding=<@n, [{"x":(1)2}, {"y", "x":(2)2}]>
// CHECK-NEXT: %1 = sdy.all_to_all [{"x":(2)2}: 1->0] %0 out_sharding=<@n, [{"x"}, {"y"}]>
// CHECK-NEXT: %2 = sdy.all_gather [{}, {"y"}] %1 out_sharding=<@n, [{"x"}, {}]>
// CHECK-NEXT: return %2
func.func @moves_half_an_axis(%x: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@n, [{"y"},{"x"}]>}) -> tensor<16x16xf32> {
  %0 = sdy.reshard %x <@n, [{"x"},{}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// [{x:(1)2}] -> [{x, y}]
// CHECK-LABEL: @extends_a_part(
// CHECK-NEXT: %0 = sdy.all_slice [{"x":(2)4, "y"}] %arg0 out_sharding=<@k, [{"x", "y"}]>
// CHECK-NEXT: return %0
func.func @extends_a_part(%x: tensor<16xf32> {sdy.sharding = #sdy.sharding<@k, [{"x":(1)2}]>}) -> tensor<16xf32> {
  %0 = sdy.reshard %x <@k, [{"x","y"}]> : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// Slices on the old mesh, as that moves nothing.
// CHECK-LABEL: @other_device_order(
// CHECK-NEXT: %0 = sdy.all_slice [{"b"}] %arg0 out_sharding=<@m, [{"a", "b"}]>
// CHECK-NEXT: %1 = sdy.collective_permute %0 out_sharding=<@reversed, [{"a", "b"}]>
// CHECK-NEXT: return %1
func.func @other_device_order(%x: tensor<16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) -> tensor<16xf32> {
  %0 = sdy.reshard %x <@reversed, [{"a","b"}]> : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// CHECK-LABEL: @same_axes_other_order(
// CHECK-NEXT: %0 = sdy.collective_permute %arg0 out_sharding=<@reversed, [{"a"}]>
// CHECK-NEXT: return %0
func.func @same_axes_other_order(%x: tensor<16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) -> tensor<16xf32> {
  %0 = sdy.reshard %x <@reversed, [{"a"}]> : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// Replicated axes and open dims do not count.
// CHECK-LABEL: @both_replicated(
// CHECK-NEXT: return %arg0
// KEEP-LABEL: @both_replicated(
// KEEP-NEXT: sdy.reshard
func.func @both_replicated(%x: tensor<16xf32> {sdy.sharding = #sdy.sharding<@m, [{?}], replicated={"a"}>}) -> tensor<16xf32> {
  %0 = sdy.reshard %x <@m, [{}]> : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// A whole value stays on the mesh of the input.
// CHECK-LABEL: @to_replicated_on_another_mesh(
// CHECK-NEXT: %0 = sdy.all_gather [{"a"}] %arg0 out_sharding=<@m, [{}]>
// CHECK-NEXT: return %0
func.func @to_replicated_on_another_mesh(%x: tensor<16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) -> tensor<16xf32> {
  %0 = sdy.reshard %x <@z, [{}]> : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// No collective goes from one set of axes to another.
// CHECK-LABEL: @other_axes(
// CHECK-NEXT: %0 = sdy.reshard %arg0 <@z, [{"d"}]>
// CHECK-NEXT: return %0
func.func @other_axes(%x: tensor<16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) -> tensor<16xf32> {
  %0 = sdy.reshard %x <@z, [{"d"}]> : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// Nor from one device to all, though neither sharding has axes.
// CHECK-LABEL: @from_one_device(
// CHECK-NEXT: %0 = sdy.reshard %arg0 <@m, [{}]>
// CHECK-NEXT: return %0
func.func @from_one_device(%x: tensor<16xf32> {sdy.sharding = #sdy.sharding<@one, []>}) -> tensor<16xf32> {
  %0 = sdy.reshard %x <@m, [{}]> : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// CHECK-LABEL: @without_a_sharding(
// CHECK-NEXT: %0 = sdy.all_slice [{"a"}] %arg0 out_sharding=<@m, [{"a"}]>
// CHECK-NEXT: return %0
func.func @without_a_sharding(%x: tensor<16xf32>) -> tensor<16xf32> {
  %0 = sdy.reshard %x <@m, [{"a"}]> : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// CHECK-LABEL: @behind_a_barrier(
// CHECK-NEXT: %0 = sdy.propagation_barrier %arg0 allowed_direction=BACKWARD
// CHECK-NEXT: %1 = sdy.collective_permute %arg0 out_sharding=<@m, [{"b"}]>
// CHECK-NEXT: return %1
func.func @behind_a_barrier(%x: tensor<16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) -> tensor<16xf32> {
  %b = sdy.propagation_barrier %x allowed_direction=BACKWARD : tensor<16xf32>
  %0 = sdy.reshard %b <@m, [{"b"}]> : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// Every step keeps the unreduced axes of the target. The public pass drops them where all dims become whole.
// CHECK-LABEL: @stays_partial(
// CHECK-NEXT: %0 = sdy.all_gather [{"b"}] %arg0 out_sharding=<@m, [{}], unreduced={"a"}>
// CHECK-NEXT: return %0
func.func @stays_partial(%x: tensor<16xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}], unreduced={"a"}>}) -> tensor<16xf32> {
  %0 = sdy.reshard %x <@m, [{}], unreduced={"a"}> : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// s:(1)2 and s:(1)3 of s=6 have no common split: all is gathered, then sliced.
// CHECK-LABEL: @parts_that_cannot_coexist(
// CHECK-NEXT: %0 = sdy.all_gather [{"s":(1)2}] %arg0 out_sharding=<@six, [{}]>
// CHECK-NEXT: %1 = sdy.all_slice [{"s":(1)3, "t"}] %0 out_sharding=<@six, [{"s":(1)3, "t"}]>
// CHECK-NEXT: return %1
func.func @parts_that_cannot_coexist(%x: tensor<24xf32> {sdy.sharding = #sdy.sharding<@six, [{"s":(1)2}]>}) -> tensor<24xf32> {
  %0 = sdy.reshard %x <@six, [{"s":(1)3, "t"}]> : tensor<24xf32>
  return %0 : tensor<24xf32>
}

// One permute does where every dim keeps its number of shards.
// CHECK-LABEL: @parts_of_equal_counts(
// CHECK-NEXT: %0 = sdy.collective_permute %arg0 out_sharding=<@six, [{"s":(2)3, "s":(1)2}]>
// CHECK-NEXT: return %0
func.func @parts_of_equal_counts(%x: tensor<6xf32> {sdy.sharding = #sdy.sharding<@six, [{"s":(3)2,"s":(1)3}]>}) -> tensor<6xf32> {
  %0 = sdy.reshard %x <@six, [{"s":(2)3, "s":(1)2}]> : tensor<6xf32>
  return %0 : tensor<6xf32>
}

// The public pass stops after two rounds, before the last step, in [{r, p}, {q}].
// CHECK-LABEL: @third_round(
// CHECK-NEXT: %0 = sdy.collective_permute %arg0 out_sharding=<@odd, [{"r", "q"}, {"p"}]>
// CHECK-NEXT: %1 = sdy.all_to_all [{"q"}: 0->1] %0 out_sharding=<@odd, [{"r"}, {"p", "q"}]>
// CHECK-NEXT: %2 = sdy.collective_permute %1 out_sharding=<@odd, [{"r"}, {"q", "p"}]>
// CHECK-NEXT: %3 = sdy.all_to_all [{"p"}: 1->0] %2 out_sharding=<@odd, [{"r", "p"}, {"q"}]>
// CHECK-NEXT: %4 = sdy.collective_permute %3 out_sharding=<@odd, [{"p", "r"}, {"q"}]>
// CHECK-NEXT: return %4
func.func @third_round(%x: tensor<54x6xf32> {sdy.sharding = #sdy.sharding<@odd, [{"r","q"},{"p"}]>}) -> tensor<54x6xf32> {
  %0 = sdy.reshard %x <@odd, [{"p", "r"}, {"q"}]> : tensor<54x6xf32>
  return %0 : tensor<54x6xf32>
}

// CHECK-LABEL: @inlined_mesh(
// CHECK-NEXT: %0 = sdy.collective_permute %arg0 out_sharding=<mesh<["a"=2, "b"=2]>, [{"b"}]>
// CHECK-NEXT: return %0
func.func @inlined_mesh(%x: tensor<16xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2, "b"=2]>, [{"a"}]>}) -> tensor<16xf32> {
  %0 = sdy.reshard %x <mesh<["a"=2, "b"=2]>, [{"b"}]> : tensor<16xf32>
  return %0 : tensor<16xf32>
}
