// RUN: spmd-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{the stablehlo dialect has no attribute 'wheel'}}
module attributes {spmd.a = #stablehlo.wheel<3>} {}

// -----

// expected-error @+1 {{2 bounds on a tensor of rank 1}}
module attributes {spmd.a = tensor<?xf32, #stablehlo.bounds<4, ?>>} {}

// -----

// expected-error @+1 {{bound 4 on dim 0 of static size 2; only a dynamic dim has a bound, write ? there}}
module attributes {spmd.a = tensor<2xf32, #stablehlo.bounds<4>>} {}

// -----

// expected-error @+1 {{a future holds ranked tensors, got 'i32'}}
module attributes {spmd.a = !stablehlo.future<i32>} {}

// -----

// expected-error @+1 {{spatial dim 0 stands twice or is negative}}
module attributes {spmd.a = #stablehlo.conv<[b, 0, 0, f]x[0, 1, i, o]->[b, 0, 1, f]>} {}

// -----

// expected-error @+1 {{'o' is not a dim of this tensor or stands twice; it has 'b', 'f' and spatial dims}}
module attributes {spmd.a = #stablehlo.conv<[b, 0, o, f]x[0, 1, i, o]->[b, 0, 1, f]>} {}

// -----

// expected-error @+1 {{spatial dims must be 0 to 1, 1 is absent}}
module attributes {spmd.a = #stablehlo.conv<[b, 0, 2, f]x[0, 1, i, o]->[b, 0, 1, f]>} {}

// -----

// expected-error @+1 {{'f' does not stand in the dims of this tensor}}
module attributes {spmd.a = #stablehlo.conv<[b, 0, 1]x[0, 1, i, o]->[b, 0, 1, f]>} {}

// -----

// expected-error @+1 {{expected a spatial dim's number, 'b' or 'f'}}
module attributes {spmd.a = #stablehlo.conv<["b", 0, 1]x[0, 1, i, o]->[b, 0, 1, f]>} {}

// -----

// expected-error @+1 {{convolution dims have no field 'batch'}}
module attributes {spmd.a = #stablehlo.conv<raw batch = 0>} {}

// -----

// expected-error @+1 {{expected atol, rtol, ulps or mode}}
module attributes {spmd.a = #stablehlo.result_accuracy<digits = 3, mode = #stablehlo.result_accuracy_mode<DEFAULT>>} {}

// -----

// expected-error @+1 {{tolerances must not be negative}}
module attributes {spmd.a = #stablehlo.result_accuracy<ulps = -3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} {}

// -----

// expected-error @+1 {{accuracy mode HIGHEST takes no tolerances, use TOLERANCE}}
module attributes {spmd.a = #stablehlo.result_accuracy<ulps = 3, mode = #stablehlo.result_accuracy_mode<HIGHEST>>} {}

// -----

// expected-error @+1 {{mesh axis "x" has size 0, it must be positive}}
module attributes {spmd.a = #stablehlo.mesh_axis<name = "x", size = 0>} {}

// -----

// expected-error @+1 {{mesh has two axes named "x"}}
module attributes {spmd.a = #stablehlo.mesh<axes=[<name = "x", size = 2>, <name = "x", size = 2>]>} {}

// -----

// expected-error @+1 {{mesh lists 3 device ids, its axes have 2 devices}}
module attributes {spmd.a = #stablehlo.mesh<axes=[<name = "x", size = 2>], device_ids=dense<[0, 1, 2]> : tensor<3xi64>>} {}

// -----

// expected-error @+1 {{device ids of a mesh must be 0 to 1, each once; 1 is absent}}
module attributes {spmd.a = #stablehlo.mesh<axes=[<name = "x", size = 2>], device_ids=dense<[0, 2]> : tensor<2xi64>>} {}

// -----

// expected-error @+2 {{failed to parse StableHLO_AxisRef parameter 'sub_axis_info'}}
// expected-error @+1 {{sub-axis (1)1 needs a pre-size of at least 1 and a size of at least 2}}
module attributes {spmd.a = #stablehlo.axis_ref<name = "x", sub_axis_info = (1)1>} {}

// -----

// expected-error @+1 {{mesh of replica groups must be a symbol or a #stablehlo.mesh, got 3 : i64}}
module attributes {spmd.a = #stablehlo.replica_group_mesh_axes<mesh = 3, axes = []>} {}

// -----

// expected-error @+1 {{axes of replica groups must be #stablehlo.axis_ref, got "x"}}
module attributes {spmd.a = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = ["x"]>} {}

// -----

// expected-error @+1 {{mesh has no axis "y"}}
module attributes {spmd.a = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>]>, axes = [#stablehlo.axis_ref<name = "y">]>} {}

// -----

// expected-error @+1 {{sub-axis (1)2 does not divide axis "x" of size 3}}
module attributes {spmd.a = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 3>]>, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>]>} {}

// -----

// expected-error @+2 {{sub-axis (9223372036854775807)2 is larger than any axis}}
// expected-error @+1 {{failed to parse StableHLO_AxisRef parameter}}
module attributes {spmd.a = #stablehlo.axis_ref<name = "y", sub_axis_info = (9223372036854775807)2>} {}

// -----

// expected-error @+1 {{mesh has more than 2147483647 devices}}
module attributes {spmd.a = #stablehlo.mesh<axes=[<name = "a", size = 4>, <name = "b", size = 9223372036854775807>]>} {}
