// RUN: spmd-opt %s --split-input-file --verify-diagnostics

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+1 {{the operand is made here}}
func.func @only_a_sum_is_introduced(%x: tensor<8xf32>) {
  // expected-error @+1 {{introduces the unreduced axis "x" with the reduction max; only a sum can be introduced}}
  %0 = sdy.reshard %x <@mesh, [{}], unreduced=max{"x"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+1 {{the operand has the sharding #sdy.sharding<@mesh, [{}], unreduced={"x"}>}}
func.func @reduction_is_kept(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}) {
  // expected-error @+1 {{keeps axis "x" unreduced, but turns its reduction from sum into min}}
  %0 = sdy.sharding_constraint %x <@mesh, [{}], unreduced=min{"x"}> : tensor<8xf32>
  return
}

// -----

func.func @barrier_that_bars_nothing(%x: tensor<8xf32>) {
  // expected-error @+1 {{allows BOTH directions, so it bars nothing}}
  %0 = sdy.propagation_barrier %x allowed_direction=BOTH : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+1 {{operand 0 is 'tensor<8xf32>'}}
func.func @manual_axis_comes_first(%x: tensor<8xf32>) {
  // expected-error @+1 {{has the manual axis "x" after the free axis "y" at dim 0; manual axes come first}}
  sdy.manual_computation(%x) in_shardings=[<@mesh, [{"y", "x"}]>] out_shardings=[] manual_axes={"x"} (%a: tensor<4xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+1 {{operand 0 is 'tensor<7xf32>'}}
func.func @manual_axes_divide(%x: tensor<7xf32>) {
  // expected-error @+1 {{divides dim 0 of size 7 into 2 parts along manual axes}}
  sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[] manual_axes={"x"} (%a: tensor<4xf32>) {
    sdy.return
  } : (tensor<7xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+1 {{operand is 'tensor<8xf32>'}}
func.func @local_shapes_match(%x: tensor<8xf32>) {
  // expected-note @+2 {{argument is 'tensor<8xf32>'}}
  // expected-error @+1 {{operand 0 of type 'tensor<8xf32>' is 'tensor<4xf32>' inside by its manual axes, but the body's argument has type 'tensor<8xf32>'}}
  sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[] manual_axes={"x"} (%a: tensor<8xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @manual_axis_taken(%x: tensor<8xf32>) {
  // expected-note @+1 {{the enclosing manual computation has the manual axes}}
  sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[] manual_axes={"x"} (%a: tensor<4xf32>) {
    // expected-error @+1 {{takes the axis "x", which is manual already}}
    sdy.manual_computation(%a) in_shardings=[<@mesh, [{}]>] out_shardings=[] manual_axes={"x"} (%b: tensor<4xf32>) {
      sdy.return
    } : (tensor<4xf32>) -> ()
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @manual_axis_used_inside(%x: tensor<8xf32>) {
  // expected-note @+1 {{the enclosing manual computation has the manual axes}}
  sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[] manual_axes={"x"} (%a: tensor<4xf32>) {
    // expected-error @+1 {{uses axis "x", which is manual here}}
    %0 = sdy.sharding_constraint %a <@mesh, [{"x"}]> : tensor<4xf32>
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

// expected-note @+1 {{@one is #sdy.mesh<["x"=2, "y"=4]>}}
sdy.mesh @one = <["x"=2, "y"=4]>
// expected-note @+1 {{@two is #sdy.mesh<["x"=4, "y"=2]>}}
sdy.mesh @two = <["x"=4, "y"=2]>
func.func @one_mesh(%x: tensor<8xf32>) {
  // expected-error @+1 {{has shardings on the meshes}}
  sdy.manual_computation(%x, %x) in_shardings=[<@one, [{}]>, <@two, [{}]>] out_shardings=[] manual_axes={"x"} (%a: tensor<8xf32>, %b: tensor<8xf32>) {
    sdy.return
  } : (tensor<8xf32>, tensor<8xf32>) -> ()
  return
}

// -----

func.func @named_computation_results(%x: tensor<8xf32>) {
  // expected-error @+1 {{has results of types 'tensor<8xf32>', but its body returns 'tensor<8xf32>', 'tensor<8xf32>'}}
  %0 = sdy.named_computation<"f">(%x) (%a: tensor<8xf32>) {
    // expected-note @+1 {{the body returns here}}
    sdy.return %a, %a : tensor<8xf32>, tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// expected-note @+1 {{the input is made here}}
func.func @edge_is_the_only_user(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{must be the only user of its input, which has 2}}
  %0 = sdy.func_data_flow_edge %x : tensor<8xf32>
  return %x : tensor<8xf32>
}

// -----

func.func @edge_of_a_function(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-note @+1 {{the input is made here}}
  %0 = stablehlo.negate %x : tensor<8xf32>
  // expected-error @+1 {{must be on an argument of a function or a result of a call}}
  %1 = sdy.func_data_flow_edge %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+1 {{operand is 'tensor<8xf32>'}}
func.func @gather_without_sharding(%x: tensor<8xf32>) {
  // expected-error @+1 {{has an operand without a sharding}}
  %0 = sdy.all_gather [{}] %x out_sharding=<@mesh, [{}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+1 {{the operand has the sharding #sdy.sharding<@mesh, [{"x", "y"}]>}}
func.func @gather_takes_the_innermost(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}) {
  // expected-error @+1 {{takes {"x"} off dim 0, which is sharded by {"x", "y"}; only the innermost axes can be taken}}
  %0 = sdy.all_gather [{"x"}] %x out_sharding=<@mesh, [{"y"}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+1 {{the operand has the sharding #sdy.sharding<@mesh, [{"x"}]>}}
func.func @slice_gives_out_sharding(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // expected-error @+1 {{leaves dim 0 sharded by {"x", "y"}, but out_sharding says {"y", "x"}}}
  %0 = sdy.all_slice [{"y"}] %x out_sharding=<@mesh, [{"y", "x"}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @move_sources_ascend(%x: tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {}, {}]>}) {
  // expected-error @+1 {{moves from dim 0 after dim 1; source dims must ascend}}
  %0 = sdy.all_to_all [{"y"}: 1->2, {"x"}: 0->3] %x out_sharding=<@mesh, [{}, {}, {"y"}, {"x"}]> : tensor<8x8x8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+1 {{the operand has the sharding #sdy.sharding<@mesh, [{"x"}, {}]>}}
func.func @permutation_keeps_sizes(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @+1 {{has 2 shards of dim 0 before and 4 after; a permutation keeps their number}}
  %0 = sdy.collective_permute %x out_sharding=<@mesh, [{"y"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+1 {{the operand has the sharding #sdy.sharding<@mesh, [{"x"}, {}]>}}
func.func @reduced_axis_shards_a_dim(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @+1 {{uses axis "x", which overlaps an axis of the operand's dims, "x"}}
  %0 = sdy.all_reduce {"x"} %x out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+1 {{the operand has the sharding #sdy.sharding<@mesh, [{}], unreduced={"x"}>}}
func.func @reduction_fits_what_waits(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}) {
  // expected-error @+1 {{reduces by max what waits for a sum}}
  %0 = sdy.all_reduce max {"x"} %x out_sharding=<@mesh, [{}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+1 {{the operand has the sharding #sdy.sharding<@mesh, [{"x"}]>}}
func.func @unreduced_gets_the_moved_axes(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // expected-error @+1 {{leaves {"x"} unreduced, but out_sharding says {}}}
  %0 = sdy.sharded_to_unreduced [{"x"}] %x out_sharding=<@mesh, [{}]> : tensor<8xf32>
  return
}

// -----

func.func @named_computation_operands(%x: tensor<8xf32>) {
  // expected-note @+2 {{argument is 'tensor<4xf32>'}}
  // expected-error @+1 {{has operands of types 'tensor<8xf32>', but its body takes 'tensor<4xf32>'}}
  sdy.named_computation<"f">(%x) (%a: tensor<4xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @named_computation_shardings(%x: tensor<8xf32>) {
  // expected-error @+1 {{has 2 shardings for 1 operands}}
  sdy.named_computation<"f">(%x) in_shardings=[<@mesh, [{}]>, <@mesh, [{}]>] (%a: tensor<8xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

// expected-note @+1 {{@mesh is #sdy.mesh<["x"=2]>}}
sdy.mesh @mesh = <["x"=2]>
// expected-note @+1 {{operand 0 is 'tensor<8xf32>'}}
func.func @named_computation_sharding(%x: tensor<8xf32>) {
  // expected-error @+1 {{operand 0: the sharding #sdy.sharding<@mesh, [{"z"}]> names axis "z", but its mesh has only "x"}}
  sdy.named_computation<"f">(%x) in_shardings=[<@mesh, [{"z"}]>] (%a: tensor<8xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @named_computation_results_sharding(%x: tensor<8xf32>) {
  // expected-error @+1 {{result 0: the sharding #sdy.sharding<@mesh, []> has 0 dims for the type 'tensor<8xf32>' of rank 1}}
  %0 = sdy.named_computation<"f">(%x) out_shardings=[<@mesh, []>] (%a: tensor<8xf32>) {
    sdy.return %a : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @manual_operands(%x: tensor<8xf32>) {
  // expected-error @+1 {{has 1 operands, but its body has 0 arguments}}
  sdy.manual_computation(%x) in_shardings=[<@mesh, [{}]>] out_shardings=[] manual_axes={} () {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @manual_results(%x: tensor<8xf32>) {
  // expected-error @+1 {{has 1 results, but its body has 0 returned values}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={} (%a: tensor<8xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @manual_in_shardings(%x: tensor<8xf32>) {
  // expected-error @+1 {{has 0 shardings for 1 operands}}
  sdy.manual_computation(%x) in_shardings=[] out_shardings=[] manual_axes={} (%a: tensor<8xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @manual_out_shardings(%x: tensor<8xf32>) {
  // expected-error @+1 {{has 2 shardings for 1 results}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>, <@mesh, [{}]>] manual_axes={} (%a: tensor<8xf32>) {
    sdy.return %a : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @manual_axis_of_the_mesh(%x: tensor<8xf32>) {
  // expected-error @+1 {{has the manual axis "z", which its mesh #sdy.mesh<["x"=2]> does not have}}
  sdy.manual_computation(%x) in_shardings=[<@mesh, [{}]>] out_shardings=[] manual_axes={"z"} (%a: tensor<8xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @empty = <[]>
func.func @manual_axis_of_an_empty_mesh(%x: tensor<8xf32>) {
  // expected-error @+1 {{has the manual axis "x", which its mesh #sdy.mesh<[]> does not have}}
  sdy.manual_computation(%x) in_shardings=[<@empty, [{}]>] out_shardings=[] manual_axes={"x"} (%a: tensor<8xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

// A part of a manual axis is manual, too.
sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+1 {{operand 0 is 'tensor<8xf32>'}}
func.func @part_of_a_manual_axis(%x: tensor<8xf32>) {
  // expected-error @+1 {{has the manual axis "y":(1)2 after the free axis "x" at dim 0; manual axes come first}}
  sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x", "y":(1)2}]>] out_shardings=[] manual_axes={"y"} (%a: tensor<4xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @returned_type(%x: tensor<8xf32>) {
  // expected-note @+2 {{returned value is 'tensor<8xf32>'}}
  // expected-error @+1 {{result 0 of type 'tensor<8xf32>' is 'tensor<4xf32>' inside by its manual axes, but the body's returned value has type 'tensor<8xf32>'}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%a: tensor<8xf32>) {
    sdy.return %a : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @edge_after_a_constraint(%x: tensor<8xf32>) {
  // expected-note @+1 {{the input is made here}}
  %0 = sdy.sharding_constraint %x <@mesh, [{"x"}]> : tensor<8xf32>
  // expected-error @+1 {{is on the result of sdy.sharding_constraint, which owns no data-flow edge}}
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  return
}

// -----

// expected-note @+1 {{the input is made here}}
func.func @edge_of_a_dynamic_type(%x: tensor<?xf32>) {
  // expected-error @+1 {{is on the dynamic type 'tensor<?xf32>'; edges need static shapes}}
  %1 = sdy.data_flow_edge %x : tensor<?xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @edge_sharding(%x: tensor<8xf32>) {
  // expected-error @+1 {{the sharding #sdy.sharding<@mesh, [{}, {}]> has 2 dims for the type 'tensor<8xf32>' of rank 1}}
  %1 = sdy.data_flow_edge %x sharding=<@mesh, [{}, {}]> : tensor<8xf32>
  return
}

// -----

// expected-note @+1 {{the input is made here}}
func.func @dynamic_func_edge(%x: tensor<?xf32>) {
  // expected-error @+1 {{is on the dynamic type 'tensor<?xf32>'; edges need static shapes}}
  %1 = sdy.func_data_flow_edge %x : tensor<?xf32>
  return
}

// -----

// Barriers do not hide what comes before them.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @reduction_is_kept_behind_barriers(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}) {
  // expected-note @+1 {{the operand has the sharding #sdy.sharding<@mesh, [{}], unreduced={"x"}>}}
  %0 = sdy.propagation_barrier %x allowed_direction=NONE : tensor<8xf32>
  // expected-error @+1 {{keeps axis "x" unreduced, but turns its reduction from sum into max}}
  %1 = sdy.reshard %0 <@mesh, [{}], unreduced=max{"x"}> : tensor<8xf32>
  return
}

// -----

func.func @mesh_in_a_function() {
  // expected-error @+1 {{expects parent op 'builtin.module'}}
  sdy.mesh @mesh = <["x"=2]>
  return
}

// -----

func.func @group_of_a_token(%t: !stablehlo.token) {
  // expected-error @+1 {{must be ranked tensor}}
  "sdy.sharding_group"(%t) <{group_id = 0 : i64}> : (!stablehlo.token) -> ()
  return
}

// -----

module {
  // expected-error @+1 {{ends the body of a computation, and stands in a module}}
  sdy.return
}
