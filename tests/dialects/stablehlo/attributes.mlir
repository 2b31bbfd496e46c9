// RUN: spmd-opt %s | spmd-opt | FileCheck %s

// CHECK: module attributes
module attributes {
  // CHECK-SAME: spmd.a00 = #stablehlo.mesh<axes=[<name = "x", size = 2>, <name = "y", size = 4>], device_ids=dense<[0, 1, 2, 3, 4, 5, 7, 6]> : tensor<8xi64>>
  spmd.a00 = #stablehlo.mesh<axes=[<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 4>],
      device_ids=dense<[0, 1, 2, 3, 4, 5, 7, 6]> : tensor<8xi64>>,
  // CHECK-SAME: spmd.a01 = #stablehlo.mesh_axis<name = "x", size = 2>
  spmd.a01 = #stablehlo.mesh_axis<name = "x", size = 2>,
  // CHECK-SAME: spmd.a02 = #stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>
  spmd.a02 = #stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>,
  // CHECK-SAME: spmd.a03 = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>
  spmd.a03 = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>,
  // CHECK-SAME: spmd.a04 = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>]>, axes = [#stablehlo.axis_ref<name = "x">]>
  spmd.a04 = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>]>,
      axes = [#stablehlo.axis_ref<name = "x">]>,
  // CHECK-SAME: spmd.a05 = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>
  spmd.a05 = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
  // CHECK-SAME: spmd.a06 = #stablehlo.conv<[b, 0, 1, ?, f]x[0, 1, i, ?, o]->[b, ?, 0, 1, f]>
  spmd.a06 = #stablehlo.conv<[b, 0, 1, ?, f]x[0, 1, i, ?, o]->[b, ?, 0, 1, f]>,
  // CHECK-SAME: spmd.a07 = #stablehlo.conv<[b, 0, 1, f]x[i, o, 0, 1]->[b, f, 0, 1]>
  spmd.a07 = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3,
      input_spatial_dimensions = [1, 2], kernel_output_feature_dimension = 1, kernel_input_feature_dimension = 0,
      kernel_spatial_dimensions = [2, 3], output_batch_dimension = 0, output_feature_dimension = 1,
      output_spatial_dimensions = [2, 3]>,
  // CHECK-SAME: spmd.a08 = #stablehlo.channel_handle<handle = 1, type = 2>
  spmd.a08 = #stablehlo.channel_handle<type = 2, handle = 1>,
  // CHECK-SAME: spmd.a09 = #stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 1, operand_tuple_indices = []>
  spmd.a09 = #stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 1,
      operand_tuple_indices = []>,
  // CHECK-SAME: spmd.a10 = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_contracting_dimensions = [1]>
  spmd.a10 = #stablehlo.dot<rhs_contracting_dimensions = [1], lhs_batching_dimensions = [0]>,
  // CHECK-SAME: spmd.a11 = #stablehlo.dot<>
  spmd.a11 = #stablehlo.dot<>,
  // CHECK-SAME: spmd.a12 = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>
  spmd.a12 = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [], start_index_map = [0],
      index_vector_dim = 1>,
  // CHECK-SAME: spmd.a13 = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>
  spmd.a13 = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 0>,
  // CHECK-SAME: spmd.a14 = #stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false>
  spmd.a14 = #stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3,
      allow_imprecise_accumulation = false>,
  // CHECK-SAME: spmd.a15 = [#stablehlo<precision HIGH>, #stablehlo<comparison_direction LT>, #stablehlo<comparison_type TOTALORDER>, #stablehlo<fft_type RFFT>, #stablehlo<rng_algorithm PHILOX>, #stablehlo<rng_distribution UNIFORM>, #stablehlo<transpose ADJOINT>]
  spmd.a15 = [#stablehlo<precision HIGH>, #stablehlo<comparison_direction LT>, #stablehlo<comparison_type TOTALORDER>,
      #stablehlo<fft_type RFFT>, #stablehlo<rng_algorithm PHILOX>, #stablehlo<rng_distribution UNIFORM>,
      #stablehlo<transpose ADJOINT>],
  // CHECK-SAME: spmd.a16 = tensor<2x?xf32, #stablehlo.bounds<?, 4>>
  spmd.a16 = tensor<2x?xf32, #stablehlo.type_extensions<bounds = [?, 4]>>,
  // CHECK-SAME: spmd.a17 = !stablehlo.future<tensor<2xf32>, tensor<i32>>
  spmd.a17 = !stablehlo.future<tensor<2xf32>, tensor<i32>>,
  // CHECK-SAME: spmd.a18 = !stablehlo.token
  spmd.a18 = !stablehlo.token
} {}
