// RUN: spmd-opt %s --split-input-file --verify-diagnostics

// expected-note @+2 {{argument 0 is 'tensor<8x8xf32>'}}
// expected-error @+1 {{refers to the unknown mesh @other}}
func.func @mesh_unknown(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@other, [{}, {}]>}) { return }

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+2 {{argument 0 is 'tensor<8x8xf32>'}}
// expected-error @+1 {{argument 0: the sharding #sdy.sharding<@mesh, [{"x"}]> has 1 dims for the type 'tensor<8x8xf32>' of rank 2}}
func.func @rank(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) { return }

// -----

// expected-note @+1 {{@mesh is #sdy.mesh<["x"=2, "y"=4]>}}
sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+2 {{argument 0 is 'tensor<8xf32>'}}
// expected-error @+1 {{names axis "z", but its mesh has only "x", "y"}}
func.func @axis_unknown(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}]>}) { return }

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+2 {{argument 0 is 'tensor<8x8xf32>'}}
// expected-error @+1 {{uses axis "x" twice}}
func.func @axis_twice(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"x"}]>}) { return }

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+2 {{argument 0 is 'tensor<8x8xf32>'}}
// expected-error @+1 {{uses "y" and "y":(1)2, which share devices}}
func.func @axis_and_part(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"y":(1)2}]>}) { return }

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+2 {{argument 0 is 'tensor<8xf32>'}}
// expected-error @+1 {{has the consecutive sub-axes "y":(1)2, "y":(2)2; write them as "y"}}
func.func @parts_to_merge(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)2, "y":(2)2}]>}) { return }

// -----

// expected-note @+1 {{@mesh is #sdy.mesh<["x"=2, "y"=4]>}}
sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+2 {{argument 0 is 'tensor<8xf32>'}}
// expected-error @+1 {{uses the sub-axis "y":(1)3, but 1 x 3 does not divide the axis' size 4}}
func.func @part_does_not_divide(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)3}]>}) { return }

// -----

// expected-note @+1 {{@mesh is #sdy.mesh<["x"=2, "y"=4]>}}
sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+2 {{argument 0 is 'tensor<8xf32>'}}
// expected-error @+1 {{writes the whole axis "x" of size 2 as the sub-axis "x":(1)2}}
func.func @part_is_whole(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2}]>}) { return }

// -----

// expected-note @+1 {{@mesh is #sdy.mesh<["x"=2, "y"=4]>}}
sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+2 {{argument 0 is 'tensor<8xf32>'}}
// expected-error @+1 {{lists its replicated axes out of the order of the mesh: "y", "x"}}
func.func @replicated_unsorted(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], replicated={"y", "x"}>}) { return }

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-note @+2 {{argument 0 is 'tensor<8xf32>'}}
// expected-error @+1 {{has priority p1 at dim 0, which is closed and empty: there is nothing to propagate}}
func.func @priority_of_nothing(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}p1]>}) { return }

// -----

// expected-note @+1 {{@mesh is #sdy.mesh<[], device_ids=[3]>}}
sdy.mesh @mesh = <[], device_ids=[3]>
// expected-note @+2 {{argument 0 is 'tensor<8xf32>'}}
// expected-error @+1 {{is on a mesh of one device and must have neither dims nor axes, got 1 dims}}
func.func @one_device(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) { return }

// -----

sdy.mesh @mesh = <["x"=2]>
// expected-error @+1 {{argument 0: attribute sdy.sharding must be a sharding #sdy.sharding<...>, got #sdy.sharding_per_value<[<@mesh, [{}]>]>}}
func.func @wrong_class_on_argument(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>}) { return }

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @wrong_class_on_op(%x: tensor<8xf32>) {
  // expected-error @+1 {{attribute "sdy.sharding" must be a list #sdy.sharding_per_value<[...]>}}
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding<@mesh, [{}]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @as_many_as_results(%x: tensor<8xf32>) {
  // expected-error @+1 {{has 2 shardings for 1 results}}
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>, <@mesh, [{}]>]>} : tensor<8xf32>
  return
}

// -----

// expected-error @+1 {{axis "x" has size 0; it must be at least 1}}
sdy.mesh @mesh = <["x"=0]>

// -----

// expected-error @+1 {{a mesh has two axes named "x"}}
sdy.mesh @mesh = <["x"=2, "x"=2]>

// -----

// expected-error @+1 {{a mesh of 4 devices lists 2 device ids}}
sdy.mesh @mesh = <["x"=4], device_ids=[1, 0]>

// -----

// expected-error @+1 {{the device ids of a mesh of 2 devices must be 0 to 1 in some order; 1 is missing}}
sdy.mesh @mesh = <["x"=2], device_ids=[0, 2]>

// -----

// expected-error @+1 {{a mesh without axes has 2 device ids; it may have one}}
sdy.mesh @mesh = <[], device_ids=[0, 1]>

// -----

// expected-error @+1 {{a priority has no leading zeros: write p2 for p02}}
func.func @leading_zero() attributes {a = #sdy.sharding<@mesh, [{"x"}p02]>} { return }

// -----

// expected-error @+1 {{the list of replicated axes is empty: leave it out}}
func.func @empty_list() attributes {a = #sdy.sharding<@mesh, [], replicated={}>} { return }

// -----

// expected-error @+1 {{replicated axes are given twice}}
func.func @list_twice() attributes {a = #sdy.sharding<@mesh, [], replicated={"x"}, replicated={"y"}>} { return }

// -----

sdy.mesh @mesh = <["x"=2]>
// expected-error @+1 {{result 0: attribute sdy.sharding must be a sharding #sdy.sharding<...>, got 7 : i64}}
func.func private @wrong_class_on_result() -> (tensor<8xf32> {sdy.sharding = 7})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error @+1 {{result 1: the sharding #sdy.sharding<@mesh, [{"x"}, {}]> has 2 dims for the type 'tensor<8xf32>' of rank 1}}
func.func private @rank_of_a_result() -> (tensor<8xf32>, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})

// -----

sdy.mesh @mesh = <["x"=2]>
// expected-error @+1 {{is for a tuple of 2 elements; only tuples of one can be sharded}}
func.func private @tuple_of_two(tuple<tensor<8xf32>, tensor<8xf32>> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})

// -----

sdy.mesh @mesh = <["x"=2]>
func.func private @tuple_of_one(tuple<tensor<8xf32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
// expected-error @+1 {{has 0 dims for the type 'tuple<tensor<8xf32>>' of rank 1}}
func.func private @rank_in_a_tuple(tuple<tensor<8xf32>> {sdy.sharding = #sdy.sharding<@mesh, []>})

// -----

sdy.mesh @mesh = <["x"=2]>
// expected-error @+1 {{is for the unranked type 'tensor<*xf32>'}}
func.func private @unranked(tensor<*xf32> {sdy.sharding = #sdy.sharding<@mesh, []>})

// -----

sdy.mesh @mesh = <["x"=2]>
// expected-error @+1 {{has 1 dims for the type '!stablehlo.token' of rank 0}}
func.func private @token(!stablehlo.token {sdy.sharding = #sdy.sharding<@mesh, [{}]>})

// -----

sdy.mesh @mesh = <["x"=2]>
// expected-error @+1 {{has replicated or unreduced axes for the type '!stablehlo.token', which holds no elements}}
func.func private @token(!stablehlo.token {sdy.sharding = #sdy.sharding<@mesh, [], replicated={"x"}>})

// -----

// Nobody asks whether axes divide, or what a dynamic dim will be.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func private @uneven_and_dynamic(tensor<7x?xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>})

// -----

// expected-note @+1 {{@mesh is #sdy.mesh<[]>}}
sdy.mesh @mesh = <[]>
// expected-error @+1 {{names axis "x", but its mesh has only no axes at all}}
func.func private @empty_mesh(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})

// -----

// expected-error @+1 {{names axis "y", but its mesh has only "x"}}
func.func private @inlined_mesh(tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"y"}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error @+1 {{uses axis "x" twice}}
func.func private @replicated_and_sharded(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}], replicated={"x"}>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error @+1 {{uses "y":(2)2 and "y", which share devices}}
func.func private @unreduced_and_sharded(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(2)2}], unreduced={"y"}>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=8]>
// expected-error @+1 {{uses "y":(1)4 and "y":(2)4, which share devices}}
func.func private @parts_overlap(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)4}, {"y":(2)4}]>})

// -----

// expected-note @+1 {{@mesh is #sdy.mesh<["x"=2, "y"=4]>}}
sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error @+1 {{lists its unreduced axes out of the order of the mesh: "y":(2)2, "y":(1)2}}
func.func private @unreduced_unsorted(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"y":(2)2, "y":(1)2}>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error @+1 {{has the consecutive sub-axes "y":(1)2, "y":(2)2; write them as "y"}}
func.func private @replicated_to_merge(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], replicated={"y":(1)2, "y":(2)2}>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// An open dim has something to wait for.
func.func private @priority_of_an_open_dim(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}p3]>})

// -----

sdy.mesh @mesh = <[], device_ids=[3]>
func.func @one_device_without_results(%x: tensor<8xf32>) {
  stablehlo.custom_call @log(%x) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : (tensor<8xf32>) -> ()
  return
}

// -----

// expected-note @+1 {{@mesh is #sdy.mesh<["x"=2]>}}
sdy.mesh @mesh = <["x"=2]>
func.func @nothing_to_shard(%x: tensor<8xf32>) {
  // expected-error @+1 {{the sharding #sdy.sharding<@mesh, [{}]> stands on an op without results and must have neither dims nor axes, got 1 dims}}
  stablehlo.custom_call @log(%x) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @two_for_no_results(%x: tensor<8xf32>) {
  // expected-error @+1 {{has 2 shardings for 0 results}}
  stablehlo.custom_call @log(%x) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, []>]>} : (tensor<8xf32>) -> ()
  return
}

// -----

// expected-note @+1 {{@mesh is #sdy.mesh<["x"=2]>}}
sdy.mesh @mesh = <["x"=2]>
func.func @second_result(%x: tensor<8xf32>, %i: tensor<8xi32>) {
  // expected-error @+1 {{result 1: the sharding #sdy.sharding<@mesh, [{"z"}]> names axis "z", but its mesh has only "x"}}
  %0:2 = stablehlo.custom_call @pair(%x, %i) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>, <@mesh, [{"z"}]>]>} : (tensor<8xf32>, tensor<8xi32>) -> (tensor<8xf32>, tensor<8xi32>)
  return
}
