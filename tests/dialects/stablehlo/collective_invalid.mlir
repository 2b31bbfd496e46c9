// RUN: spmd-opt %s -split-input-file -verify-diagnostics

func.func @groups_rank(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{has replica_groups of type 'tensor<2xi64>'; it is a matrix, a row for each group}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[0, 1]> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @groups_twice(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{has id 0 twice in replica_groups}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @groups_padding(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{has id -1 in replica_groups; all groups must have one size and ids are 0 or more}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}

// -----

func.func @groups_negative(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{has id -2 in replica_groups; ids are 0 or more, -1 pads a short row}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @groups_dense(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{has 2 ids in replica_groups, the largest is 2; they must be 0 to 1}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @groups_no_mesh(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{groups processes by the mesh @mesh, which is not in this module}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// expected-note @+1 {{@mesh is #sdy.mesh<["x"=2, "y"=4]>}}
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @groups_no_axis(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{groups processes along axis "z", which mesh @mesh does not have}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "z">]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// Along an axis twice, and along parts that overlap, no device has one place in a group.
// expected-note @+1 {{@mesh is #sdy.mesh<["x"=2, "y"=4]>}}
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @groups_axis_twice(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{groups processes along the axes [#stablehlo.axis_ref<name = "x">, #stablehlo.axis_ref<name = "x">]; no two of them may be one axis or share a part of one}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">, #stablehlo.axis_ref<name = "x">]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// expected-note @+1 {{@mesh is #sdy.mesh<["x"=2, "y"=4]>}}
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @groups_sub_axis(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{groups processes along the part (1)3 of axis "y", which does not divide its size 4}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "y", sub_axis_info = (1)3>]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @groups_empty(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{uses global device ids and has no replica_groups; the groups must list the ids}}
  %0 = "stablehlo.all_reduce"(%x) <{use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<> : tensor<0x0xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4x6xf32>'}}
func.func @all_gather_c1(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{has all_gather_dim 2; operand 'tensor<4x6xf32>' has dims 0 to 1}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}

// -----

func.func @all_gather_c5(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{uses global device ids with channel -1; the channel must be 0 or more}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = -1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4x6xf32>'}}
func.func @all_gather_c6(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{gathers 'tensor<4x6xf32>' along dim 0 to 'tensor<9x6xf32>'; size 9 must be a multiple of 4}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<9x6xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4x6xf32>'}}
func.func @all_gather_c6_group(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{size 16 must be 2 times 4}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<16x6xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>

// expected-note @+1 {{operand is 'tensor<4x6xf32>'}}
func.func @all_gather_c6_mesh(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{size 8 must be 4 times 4}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "y">]>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4x6xf32>'}}
func.func @all_gather_c6_other_dim(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{dim 1 must keep its size}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<8x12xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4x6xf32>'}}
func.func @all_gather_c6_rank(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{the ranks must be equal}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<8xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<0x6xf32>'}}
func.func @all_gather_empty(%x: tensor<0x6xf32>) {
  // expected-error @+1 {{a dim of size 0 cannot be gathered}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<0x6xf32>) -> tensor<0x6xf32>
  return
}

// -----

func.func @all_gather_results(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{has 1 operands and 2 results; there must be one result for each operand}}
  %0:2 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> (tensor<8x6xf32>, tensor<8x6xf32>)
  return
}

// -----

func.func @all_reduce_c4(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{uses global device ids with channel 0; the channel must be 1 or more}}
  %0 = "stablehlo.all_reduce"(%x) <{use_global_device_ids, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4x6xf32>'}}
func.func @all_reduce_c5(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{input 0 of element type 'f32' cannot be reduced in 'i32'}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4x6xf32>) -> tensor<4x6xi32>
  return
}

// -----

func.func @all_reduce_c5_values(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{computation returns 2 values, it returns one}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    // expected-note @+1 {{the region returns here}}
    stablehlo.return %s, %s : tensor<f32>, tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4x6xf32>'}}
func.func @all_reduce_c6(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{gives 'tensor<4x6xf32>', but its result is written as 'tensor<4x5xf32>'}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @all_reduce_operands(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{has no operand; there must be at least one}}
  "stablehlo.all_reduce"() <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : () -> ()
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4x6xf32>'}}
func.func @reduce_scatter_c1(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{size 4 must be a multiple of 3}}
  %0 = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<3x6xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4x6xf32>'}}
func.func @reduce_scatter_c2(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{has scatter_dimension 2; operand 'tensor<4x6xf32>' has dims 0 to 1}}
  %0 = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @reduce_scatter_c6(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{uses global device ids with channel 0; the channel must be 1 or more}}
  %0 = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 0 : i64, use_global_device_ids, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<2x6xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4x6xf32>'}}
func.func @reduce_scatter_c8(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{size 4 must be 2 times 1}}
  %0 = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<1x6xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4x6xf32>'}}
func.func @reduce_scatter_c8_other_dim(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{dim 1 must keep its size}}
  %0 = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4x6xf32>'}}
func.func @reduce_scatter_c8_rank(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{the ranks must be equal}}
  %0 = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<2xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4x6xf32>'}}
func.func @reduce_scatter_c9(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{has a result of type 'tensor<2x6xf64>'; its computation gives elements of type 'f32'}}
  %0 = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<2x6xf64>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<0x6xf32>'}}
func.func @reduce_scatter_empty(%x: tensor<0x6xf32>) {
  // expected-error @+1 {{a dim of size 0 cannot be scattered}}
  %0 = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<0x6xf32>) -> tensor<0x6xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4x6xf32>'}}
func.func @all_to_all_c1(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{split_dimension is 2, operand 'tensor<4x6xf32>' has dims 0 to 1}}
  %0 = "stablehlo.all_to_all"(%x) <{split_dimension = 2 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<2x12xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4x6xf32>'}}
func.func @all_to_all_c2(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{splits dim 0 of 'tensor<4x6xf32>' in 3 parts, its size must be a multiple of that}}
  %0 = "stablehlo.all_to_all"(%x) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 3 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<4x6xf32>) -> tensor<2x12xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4x6xf32>'}}
func.func @all_to_all_c3(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{concat_dimension is 2, operand 'tensor<4x6xf32>' has dims 0 to 1}}
  %0 = "stablehlo.all_to_all"(%x) <{split_dimension = 0 : i64, concat_dimension = 2 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<2x12xf32>
  return
}

// -----

func.func @all_to_all_c4(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{attribute 'split_count' failed to satisfy constraint}}
  %0 = "stablehlo.all_to_all"(%x) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<2x12xf32>
  return
}

// -----

func.func @all_to_all_c8(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{splits in 2 parts among groups of 4; the numbers must be equal}}
  %0 = "stablehlo.all_to_all"(%x) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> : (tensor<4x6xf32>) -> tensor<2x12xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4x6xf32>'}}
func.func @all_to_all_c9(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{gives 'tensor<2x12xf32>', but its result is written as 'tensor<2x6xf32>'}}
  %0 = "stablehlo.all_to_all"(%x) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @all_to_all_operands(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{has no operand, there must be at least one}}
  "stablehlo.all_to_all"() <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : () -> ()
  return
}

// -----

func.func @collective_broadcast_c3(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{has 0 operands, there is at least 1}}
  "stablehlo.collective_broadcast"() <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : () -> ()
  return
}

// -----

func.func @collective_broadcast_c4(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{has 1 operands, with a dynamic root there are at least 2}}
  "stablehlo.collective_broadcast"(%x) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> ()
  return
}

// -----

// expected-note @+1 {{roots is 'tensor<2xi32>'}}
func.func @collective_broadcast_c4_roots(%x: tensor<4x6xf32>, %r: tensor<2xi32>) {
  // expected-error @+1 {{has roots of type 'tensor<2xi32>', 1 data operands need tensor<1xi32>}}
  %0 = "stablehlo.collective_broadcast"(%x, %r) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>, tensor<2xi32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @collective_permute_c1(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{has source_target_pairs of type 'tensor<1x3xi64>'; it is a matrix of two columns, source and target}}
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @collective_permute_c2(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{has the source 0 twice; each may stand once}}
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @collective_permute_c3(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{has the target 1 twice; each may stand once}}
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @collective_permute_c4(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{has the target -1; ids are 0 or more}}
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4x6xf32>'}}
func.func @collective_permute_c5(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{gives 'tensor<4x6xf32>', but its result is written as 'tensor<6x4xf32>'}}
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<6x4xf32>
  return
}

// -----

func.func @collective_permute_any_number(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{has the source 9223372036854775807 twice; each may stand once}}
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[9223372036854775807, 0], [9223372036854775807, 1]]> : tensor<2x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @groups_any_number(%x: tensor<4xf32>) {
  // expected-error @+1 {{has id 9223372036854775807 twice in replica_groups}}
  %0 = "stablehlo.cross-replica-sum"(%x) <{replica_groups = dense<[[9223372036854775807, 9223372036854775807]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @groups_of_one_large_number(%x: tensor<4xf32>) {
  // expected-error @+1 {{has 1 ids in replica_groups, the largest is 9223372036854775807; they must be 0 to 0}}
  %0 = "stablehlo.cross-replica-sum"(%x) <{replica_groups = dense<[[9223372036854775807]]> : tensor<1x1xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// A splat of any size is looked at once.
func.func @groups_of_nobody(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{has nothing but -1 in replica_groups; -1 pads a short row}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<-1> : tensor<1x4294967296xi64>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @mesh_of_one_id(%x: tensor<4x6xf32>) {
  // expected-error @+2 {{failed to parse StableHLO_ReplicaGroupMeshAxes parameter 'mesh'}}
  // expected-error @+1 {{device ids of a mesh must be 0 to 2147483646, each once; 1 is absent}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2147483647>], device_ids = dense<0> : tensor<2147483647xi64>>, axes = []>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
