// RUN: spmd-opt %s --split-input-file --verify-diagnostics
// What collectives must satisfy; the first cases of each op are in ops_invalid.mlir.

// expected-note @+1 {{@mesh is #sdy.mesh<["x"=2, "y"=4]>}}
sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+1 {{@other is #sdy.mesh<["x"=4, "y"=2]>}}
sdy.mesh @other = <["x"=4, "y"=2]>
func.func @one_mesh(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // expected-error @+1 {{takes its operand from the mesh #sdy.mesh<["x"=2, "y"=4]> to #sdy.mesh<["x"=4, "y"=2]>; a collective stays on one mesh}}
  %0 = sdy.all_gather [{"x"}] %x out_sharding=<@other, [{}]> : tensor<8xf32>
  return
}

// -----

// Another order of devices is for collective_permute alone.
// expected-note @+1 {{@mesh is #sdy.mesh<["x"=2]>}}
sdy.mesh @mesh = <["x"=2]>
// expected-note @+1 {{@reversed is #sdy.mesh<["x"=2], device_ids=[1, 0]>}}
sdy.mesh @reversed = <["x"=2], device_ids=[1, 0]>
func.func @one_order(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = sdy.collective_permute %x out_sharding=<@reversed, [{"x"}]> : tensor<8xf32>
  // expected-error @+1 {{takes its operand from the mesh}}
  %1 = sdy.all_gather [{"x"}] %x out_sharding=<@reversed, [{}]> : tensor<8xf32>
  return
}

// -----

// Also where the operand comes later in the text, and is as wrong.
sdy.mesh @mesh = <["x"=2]>
func.func @ranks() {
  // expected-error @+1 {{has an operand sharding of rank 2 and an out_sharding of rank 1}}
  %0 = sdy.all_slice [{}] %1 out_sharding=<@mesh, [{}]> : tensor<8xf32>
  // expected-note @+1 {{the operand has the sharding #sdy.sharding<@mesh, [{}, {}]>}}
  %1 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} dense<1.0> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @axes_of_the_operand() {
  // expected-error @+1 {{operand's sharding: the op names axis "z", but its mesh has only "x"}}
  %0 = sdy.collective_permute %1 out_sharding=<@mesh, [{}]> : tensor<8xf32>
  // expected-note @+1 {{the operand has the sharding #sdy.sharding<@mesh, [{"z"}]>}}
  %1 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z"}]>]>} dense<1.0> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @out_sharding(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // expected-error @+1 {{out_sharding #sdy.sharding<@mesh, [{}, {}]> has 2 dims for the type 'tensor<8xf32>' of rank 1}}
  %0 = sdy.all_gather [{"x"}] %x out_sharding=<@mesh, [{}, {}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
// expected-note @+1 {{the operand has the sharding #sdy.sharding<@mesh, [{"x"}, {}]>}}
func.func @one_list_per_dim(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @+1 {{has gathering axes for 1 dims, the value has 2}}
  %0 = sdy.all_gather [{"x"}] %x out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
// expected-note @+1 {{operand is 'tensor<8x8xf32>'}}
func.func @one_slicing_list_per_dim(%x: tensor<8x8xf32>) {
  // expected-error @+1 {{has slicing axes for 3 dims, the value has 2}}
  %0 = sdy.all_slice [{"x"}, {}, {}] %x out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  return
}

// -----

// expected-note @+1 {{@mesh is #sdy.mesh<["x"=2]>}}
sdy.mesh @mesh = <["x"=2]>
func.func @an_axis_once(%x: tensor<8x8xf32>) {
  // expected-error @+1 {{slicing axes: the op uses axis "x" twice}}
  %0 = sdy.all_slice [{"x"}, {"x"}] %x out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  return
}

// -----

// expected-note @+1 {{@mesh is #sdy.mesh<["x"=2]>}}
sdy.mesh @mesh = <["x"=2]>
func.func @scattered_axis(%x: tensor<8x8xf32>) {
  // expected-error @+1 {{reduce_scatter axes: the op names axis "z", but its mesh has only "x"}}
  %0 = sdy.reduce_scatter [{"z"}, {}] %x out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
// expected-note @+1 {{operand is 'tensor<8xf32>'}}
func.func @scatter_gives_out_sharding(%x: tensor<8xf32>) {
  // expected-error @+1 {{leaves dim 0 sharded by {"x"}, but out_sharding says {"y"}}}
  %0 = sdy.reduce_scatter [{"x"}] %x out_sharding=<@mesh, [{"y"}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
// expected-note @+1 {{the operand has the sharding #sdy.sharding<@mesh, [{}], unreduced=max{"x"}>}}
func.func @scatter_fits_what_waits(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced=max{"x"}>}) {
  // expected-error @+1 {{reduces by sum what waits for a max}}
  %0 = sdy.reduce_scatter [{"x"}] %x out_sharding=<@mesh, [{"x"}]> : tensor<8xf32>
  return
}

// -----

// Whether unreduced axes may come and go is asked by sdy-verify-unreduced-axes.
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @others_are_left_to_a_pass(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}) {
  %0 = sdy.all_reduce {"y"} %x out_sharding=<@mesh, [{}]> : tensor<8xf32>
  %1 = sdy.reduce_scatter [{"y"}] %x out_sharding=<@mesh, [{"y"}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
// expected-note @+1 {{the operand is made here}}
func.func @only_a_sum_is_introduced(%x: tensor<8xf32>) {
  // expected-error @+1 {{introduces the unreduced axis "y" with the reduction min; only a sum can be introduced}}
  %0 = sdy.all_reduce {"x"} %x out_sharding=<@mesh, [{}], unreduced=min{"y"}> : tensor<8xf32>
  return
}

// -----

// Inside a manual computation its arguments are whole along manual axes.
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @inside_a_manual_computation(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x", "y"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%a: tensor<4x8xf32>) {
    %1 = sdy.all_gather [{"y"}, {}] %a out_sharding=<@mesh, [{}, {}]> : tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

sdy.mesh @mesh = <["x"=8]>
// expected-note @+1 {{the operand has the sharding #sdy.sharding<@mesh, [{"x"}]>}}
func.func @part_that_is_not_innermost(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // expected-error @+1 {{takes {"x":(1)2} off dim 0, which is sharded by {"x"}; only the innermost axes can be taken}}
  %0 = sdy.all_gather [{"x":(1)2}] %x out_sharding=<@mesh, [{"x":(2)4}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @no_move(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @+1 {{moves nothing; leave it out}}
  %0 = sdy.all_to_all [] %x out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  return
}

// -----

// expected-note @+1 {{@mesh is #sdy.mesh<["x"=2]>}}
sdy.mesh @mesh = <["x"=2]>
func.func @moves_an_axis_once(%x: tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}, {}]>}) {
  // expected-error @+1 {{params: the op uses axis "x" twice}}
  %0 = sdy.all_to_all [{"x"}: 0->1, {"x"}: 2->3] %x out_sharding=<@mesh, [{}, {"x"}, {}, {}]> : tensor<8x8x8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
// expected-note @+1 {{the operand has the sharding #sdy.sharding<@mesh, [{"x"}, {}]>}}
func.func @moves_to_a_dim(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @+1 {{names dim 2 of a value of rank 2}}
  %0 = sdy.all_to_all [{"x"}: 0->2] %x out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @moves_between_different_dims(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  // expected-error @+1 {{names dim 1 twice}}
  %0 = sdy.all_to_all [{"x"}: 0->1, {"y"}: 1->0] %x out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
// expected-note @+1 {{the operand has the sharding #sdy.sharding<@mesh, [{"x", "y"}, {}]>}}
func.func @moves_the_innermost(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  // expected-error @+1 {{takes {"x"} off dim 0, which is sharded by {"x", "y"}; only the innermost axes can be taken}}
  %0 = sdy.all_to_all [{"x"}: 0->1] %x out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<8x8xf32>
  return
}

// -----

// What moves goes behind what is there.
sdy.mesh @mesh = <["x"=2, "y"=2]>
// expected-note @+1 {{the operand has the sharding #sdy.sharding<@mesh, [{"x"}, {"y"}]>}}
func.func @moves_to_the_end(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  // expected-error @+1 {{leaves dim 1 sharded by {"y", "x"}, but out_sharding says {"x", "y"}}}
  %0 = sdy.all_to_all [{"x"}: 0->1] %x out_sharding=<@mesh, [{}, {"x", "y"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
// expected-note @+1 {{the operand has the sharding #sdy.sharding<@mesh, [{"x"}, {}]>}}
func.func @reduction_keeps_dims(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @+1 {{leaves dim 0 sharded by {"x"}, but out_sharding says {}}}
  %0 = sdy.all_reduce {"y"} %x out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @reduction_axes_once(%x: tensor<8xf32>) {
  // expected-error @+1 {{reduction axes: the op uses axis "x" twice}}
  %0 = sdy.all_reduce {"x", "x"} %x out_sharding=<@mesh, [{}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @reduction_axes_in_order(%x: tensor<8xf32>) {
  // expected-error @+1 {{lists its reduction axes out of the order of the mesh: {"y", "x"}}}
  %0 = sdy.all_reduce {"y", "x"} %x out_sharding=<@mesh, [{}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
// expected-note @+1 {{the operand has the sharding #sdy.sharding<@mesh, [{}], replicated={"x"}>}}
func.func @reduced_axis_is_replicated(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], replicated={"x"}>}) {
  // expected-error @+1 {{uses axis "x", which overlaps the replicated axis "x"}}
  %0 = sdy.all_reduce {"x"} %x out_sharding=<@mesh, [{}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+1 {{the operand has the sharding #sdy.sharding<@mesh, [{}], unreduced={"y"}>}}
func.func @reduced_axis_stays_unreduced(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"y"}>}) {
  // expected-error @+1 {{uses axis "y":(1)2, which overlaps the still unreduced axis "y"}}
  %0 = sdy.all_reduce {"y":(1)2} %x out_sharding=<@mesh, [{}], unreduced={"y"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+1 {{the operand has the sharding #sdy.sharding<@mesh, [{}], unreduced={"x", "y"}>}}
func.func @rest_keeps_its_reduction(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x", "y"}>}) {
  // expected-error @+1 {{keeps axis "y" unreduced, but turns its reduction from sum into max}}
  %0 = sdy.all_reduce {"x"} %x out_sharding=<@mesh, [{}], unreduced=max{"y"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+1 {{the operand has the sharding #sdy.sharding<@mesh, [{"x"}]>}}
func.func @result_waits_for_a_sum(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // expected-error @+1 {{makes axes unreduced for a sum, so its operand and result cannot wait for a max}}
  %0 = sdy.sharded_to_unreduced [{"x"}] %x out_sharding=<@mesh, [{}], unreduced=max{"x"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+1 {{the operand has the sharding #sdy.sharding<@mesh, [{"x"}], unreduced=min{"y"}>}}
func.func @operand_waits_for_a_sum(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}], unreduced=min{"y"}>}) {
  // expected-error @+1 {{makes axes unreduced for a sum, so its operand and result cannot wait for a min}}
  %0 = sdy.sharded_to_unreduced [{"x"}] %x out_sharding=<@mesh, [{}], unreduced={"x", "y"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+1 {{the operand has the sharding #sdy.sharding<@mesh, [{"x", "y"}]>}}
func.func @sharded_suffix(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}) {
  // expected-error @+1 {{takes {"x"} off dim 0, which is sharded by {"x", "y"}}}
  %0 = sdy.sharded_to_unreduced [{"x"}] %x out_sharding=<@mesh, [{"y"}], unreduced={"x"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+1 {{the operand has the sharding #sdy.sharding<@mesh, [{"x", "y"}]>}}
func.func @rest_of_the_dim(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}) {
  // expected-error @+1 {{leaves dim 0 sharded by {"x"}, but out_sharding says {}}}
  %0 = sdy.sharded_to_unreduced [{"y"}] %x out_sharding=<@mesh, [{}], unreduced={"y"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @no_axis(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // expected-error @+1 {{names no axis; leave it out}}
  %0 = sdy.replicated_to_unreduced {} %x out_sharding=<@mesh, [{"x"}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @axes_in_order(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  // expected-error @+1 {{lists its axes out of the order of the mesh: {"y", "x"}}}
  %0 = sdy.replicated_to_unreduced {"y", "x"} %x out_sharding=<@mesh, [{}], unreduced={"x", "y"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+1 {{the operand has the sharding #sdy.sharding<@mesh, [{"x"}]>}}
func.func @not_replicated(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // expected-error @+1 {{uses axis "x", which overlaps an axis of the operand's dims, "x"}}
  %0 = sdy.replicated_to_unreduced {"x"} %x out_sharding=<@mesh, [{"x"}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+1 {{the operand has the sharding #sdy.sharding<@mesh, [{}], unreduced={"y"}>}}
func.func @unreduced_already(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"y"}>}) {
  // expected-error @+1 {{uses axis "y":(1)2, which overlaps the already unreduced axis "y"}}
  %0 = sdy.replicated_to_unreduced {"y":(1)2} %x out_sharding=<@mesh, [{}], unreduced={"y"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+1 {{the operand has the sharding #sdy.sharding<@mesh, [{}], unreduced={"y"}>}}
func.func @unreduced_in_out_sharding(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"y"}>}) {
  // expected-error @+1 {{leaves {"x", "y"} unreduced, but out_sharding says {"x"}}}
  %0 = sdy.replicated_to_unreduced {"x"} %x out_sharding=<@mesh, [{}], unreduced={"x"}> : tensor<8xf32>
  return
}
