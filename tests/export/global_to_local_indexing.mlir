// Indices are global: a device takes the offset of its shard from them.
// RUN: spmd-opt %s --sdy-convert-global-to-local | FileCheck %s

sdy.mesh @m = <["a"=2, "b"=2]>

// Rows that another device holds are zeros, which the all_reduce adds.
// CHECK-LABEL: func.func @gather(
// CHECK-SAME: %arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}, %arg1: tensor<16x1xi32>) -> (tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"b"}]>}) {
// CHECK-NEXT: %c = stablehlo.constant dense<0> : tensor<16x1xi32>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<7> : tensor<16x1xi32>
// CHECK-NEXT: %0 = stablehlo.clamp %c, %arg1, %c_0 : tensor<16x1xi32>
// CHECK-NEXT: %1 = stablehlo.partition_id : tensor<ui32>
// CHECK-NEXT: %2 = stablehlo.convert %1 : (tensor<ui32>) -> tensor<i64>
// CHECK-NEXT: %c_1 = stablehlo.constant dense<[0, 0, 4, 4]> : tensor<4xi64>
// CHECK-NEXT: %3 = stablehlo.dynamic_slice %c_1, %2, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: %4 = stablehlo.reshape %3 : (tensor<1xi64>) -> tensor<i64>
// CHECK-NEXT: %5 = stablehlo.convert %4 : (tensor<i64>) -> tensor<i32>
// CHECK-NEXT: %c_2 = stablehlo.constant dense<3> : tensor<i32>
// CHECK-NEXT: %6 = stablehlo.add %5, %c_2 : tensor<i32>
// CHECK-NEXT: %7 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<i32>) -> tensor<16x1xi32>
// CHECK-NEXT: %8 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i32>) -> tensor<16x1xi32>
// CHECK-NEXT: %9 = stablehlo.subtract %0, %7 : tensor<16x1xi32>
// CHECK-NEXT: %10 = stablehlo.compare GE, %0, %7 : (tensor<16x1xi32>, tensor<16x1xi32>) -> tensor<16x1xi1>
// CHECK-NEXT: %11 = stablehlo.compare LE, %0, %8 : (tensor<16x1xi32>, tensor<16x1xi32>) -> tensor<16x1xi1>
// CHECK-NEXT: %12 = stablehlo.and %10, %11 : tensor<16x1xi1>
// CHECK-NEXT: %13 = "stablehlo.gather"(%arg0, %9) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"b"}]>]>} : (tensor<4x4xf32>, tensor<16x1xi32>) -> tensor<16x4xf32>
// CHECK-NEXT: %c_3 = stablehlo.constant dense<true> : tensor<i1>
// CHECK-NEXT: %14 = stablehlo.reduce(%12 init: %c_3) applies stablehlo.and across dimensions = [1] : (tensor<16x1xi1>, tensor<i1>) -> tensor<16xi1>
// CHECK-NEXT: %15 = stablehlo.broadcast_in_dim %14, dims = [0] : (tensor<16xi1>) -> tensor<16x4xi1>
// CHECK-NEXT: %cst = stablehlo.constant dense<0.000000e+00> : tensor<16x4xf32>
// CHECK-NEXT: %16 = stablehlo.select %15, %13, %cst : tensor<16x4xi1>, tensor<16x4xf32>
// CHECK-NEXT: %17 = "stablehlo.all_reduce"(%16) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<{{\[\[}}0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
// CHECK-NEXT: ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
// CHECK-NEXT: %18 = stablehlo.add %arg2, %arg3 : tensor<f32>
// CHECK-NEXT: stablehlo.return %18 : tensor<f32>
// CHECK-NEXT: }) : (tensor<16x4xf32>) -> tensor<16x4xf32>
// CHECK-NEXT: return %17 : tensor<16x4xf32>
func.func @gather(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}, %i: tensor<16x1xi32>) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"b"}]>}) {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"b"}]>]>} : (tensor<8x8xf32>, tensor<16x1xi32>) -> tensor<16x8xf32>
  %1 = sdy.all_reduce {"a"} %0 out_sharding=<@m, [{}, {"b"}]> : tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}

// Unsharded dims get offset 0.
// CHECK-LABEL: func.func @gather_two_components(
// CHECK-SAME: %arg0: tensor<4x8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}, {}]>}, %arg1: tensor<16x2xi64>) -> tensor<16x4xf32> {
// CHECK-NEXT: %c = stablehlo.constant dense<0> : tensor<16x2xi64>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<7> : tensor<2xi64>
// CHECK-NEXT: %0 = stablehlo.broadcast_in_dim %c_0, dims = [1] : (tensor<2xi64>) -> tensor<16x2xi64>
// CHECK-NEXT: %1 = stablehlo.clamp %c, %arg1, %0 : tensor<16x2xi64>
// CHECK-NEXT: %c_1 = stablehlo.constant dense<0> : tensor<i64>
// CHECK-NEXT: %c_2 = stablehlo.constant dense<7> : tensor<i64>
// CHECK-NEXT: %2 = stablehlo.partition_id : tensor<ui32>
// CHECK-NEXT: %3 = stablehlo.convert %2 : (tensor<ui32>) -> tensor<i64>
// CHECK-NEXT: %c_3 = stablehlo.constant dense<[0, 0, 4, 4]> : tensor<4xi64>
// CHECK-NEXT: %4 = stablehlo.dynamic_slice %c_3, %3, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: %5 = stablehlo.reshape %4 : (tensor<1xi64>) -> tensor<i64>
// CHECK-NEXT: %6 = stablehlo.convert %5 : tensor<i64>
// CHECK-NEXT: %c_4 = stablehlo.constant dense<3> : tensor<i64>
// CHECK-NEXT: %7 = stablehlo.add %6, %c_4 : tensor<i64>
// CHECK-NEXT: %8 = stablehlo.reshape %c_1 : (tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: %9 = stablehlo.reshape %6 : (tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: %10 = stablehlo.concatenate %8, %9, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
// CHECK-NEXT: %11 = stablehlo.broadcast_in_dim %10, dims = [1] : (tensor<2xi64>) -> tensor<16x2xi64>
// CHECK-NEXT: %12 = stablehlo.reshape %c_2 : (tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: %13 = stablehlo.reshape %7 : (tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: %14 = stablehlo.concatenate %12, %13, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
// CHECK-NEXT: %15 = stablehlo.broadcast_in_dim %14, dims = [1] : (tensor<2xi64>) -> tensor<16x2xi64>
// CHECK-NEXT: %16 = stablehlo.subtract %1, %11 : tensor<16x2xi64>
// CHECK-NEXT: %17 = stablehlo.compare GE, %1, %11 : (tensor<16x2xi64>, tensor<16x2xi64>) -> tensor<16x2xi1>
// CHECK-NEXT: %18 = stablehlo.compare LE, %1, %15 : (tensor<16x2xi64>, tensor<16x2xi64>) -> tensor<16x2xi1>
// CHECK-NEXT: %19 = stablehlo.and %17, %18 : tensor<16x2xi1>
// CHECK-NEXT: %20 = "stablehlo.gather"(%arg0, %16) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 4>}> {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>} : (tensor<4x8x4xf32>, tensor<16x2xi64>) -> tensor<16x4xf32>
// CHECK-NEXT: %c_5 = stablehlo.constant dense<true> : tensor<i1>
// CHECK-NEXT: %21 = stablehlo.reduce(%19 init: %c_5) applies stablehlo.and across dimensions = [1] : (tensor<16x2xi1>, tensor<i1>) -> tensor<16xi1>
// CHECK-NEXT: %22 = stablehlo.broadcast_in_dim %21, dims = [0] : (tensor<16xi1>) -> tensor<16x4xi1>
// CHECK-NEXT: %cst = stablehlo.constant dense<0.000000e+00> : tensor<16x4xf32>
// CHECK-NEXT: %23 = stablehlo.select %22, %20, %cst : tensor<16x4xi1>, tensor<16x4xf32>
// CHECK-NEXT: %24 = "stablehlo.all_reduce"(%23) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<{{\[\[}}0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
// CHECK-NEXT: ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
// CHECK-NEXT: %25 = stablehlo.add %arg2, %arg3 : tensor<f32>
// CHECK-NEXT: stablehlo.return %25 : tensor<f32>
// CHECK-NEXT: }) : (tensor<16x4xf32>) -> tensor<16x4xf32>
// CHECK-NEXT: return %24 : tensor<16x4xf32>
func.func @gather_two_components(%x: tensor<8x8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}, {}]>}, %i: tensor<16x2xi64>) -> (tensor<16x4xf32>) {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 4>}> {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>} : (tensor<8x8x4xf32>, tensor<16x2xi64>) -> tensor<16x4xf32>
  %1 = sdy.all_reduce {"a"} %0 out_sharding=<@m, [{}, {}]> : tensor<16x4xf32>
  return %1 : tensor<16x4xf32>
}

// A dim that no index moves is read at its first element, which the first shard has.
// CHECK-LABEL: func.func @gather_without_index(
// CHECK-SAME: %arg0: tensor<4x4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}, {}]>}, %arg1: tensor<16x1xi64>) -> tensor<16x4xf32> {
// CHECK-NEXT: %c = stablehlo.constant dense<0> : tensor<16x1xi64>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<7> : tensor<16x1xi64>
// CHECK-NEXT: %0 = stablehlo.clamp %c, %arg1, %c_0 : tensor<16x1xi64>
// CHECK-NEXT: %1 = stablehlo.partition_id : tensor<ui32>
// CHECK-NEXT: %2 = stablehlo.convert %1 : (tensor<ui32>) -> tensor<i64>
// CHECK-NEXT: %c_1 = stablehlo.constant dense<[0, 4, 0, 4]> : tensor<4xi64>
// CHECK-NEXT: %3 = stablehlo.dynamic_slice %c_1, %2, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: %4 = stablehlo.reshape %3 : (tensor<1xi64>) -> tensor<i64>
// CHECK-NEXT: %5 = stablehlo.convert %4 : tensor<i64>
// CHECK-NEXT: %c_2 = stablehlo.constant dense<3> : tensor<i64>
// CHECK-NEXT: %6 = stablehlo.add %5, %c_2 : tensor<i64>
// CHECK-NEXT: %7 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<i64>) -> tensor<16x1xi64>
// CHECK-NEXT: %8 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i64>) -> tensor<16x1xi64>
// CHECK-NEXT: %9 = stablehlo.subtract %0, %7 : tensor<16x1xi64>
// CHECK-NEXT: %10 = stablehlo.compare GE, %0, %7 : (tensor<16x1xi64>, tensor<16x1xi64>) -> tensor<16x1xi1>
// CHECK-NEXT: %11 = stablehlo.compare LE, %0, %8 : (tensor<16x1xi64>, tensor<16x1xi64>) -> tensor<16x1xi1>
// CHECK-NEXT: %12 = stablehlo.and %10, %11 : tensor<16x1xi1>
// CHECK-NEXT: %13 = stablehlo.partition_id : tensor<ui32>
// CHECK-NEXT: %14 = stablehlo.convert %13 : (tensor<ui32>) -> tensor<i64>
// CHECK-NEXT: %c_3 = stablehlo.constant dense<[0, 0, 4, 4]> : tensor<4xi64>
// CHECK-NEXT: %15 = stablehlo.dynamic_slice %c_3, %14, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: %16 = stablehlo.reshape %15 : (tensor<1xi64>) -> tensor<i64>
// CHECK-NEXT: %c_4 = stablehlo.constant dense<0> : tensor<i64>
// CHECK-NEXT: %17 = stablehlo.compare EQ, %16, %c_4 : (tensor<i64>, tensor<i64>) -> tensor<i1>
// CHECK-NEXT: %18 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<i1>) -> tensor<16x1xi1>
// CHECK-NEXT: %19 = stablehlo.and %12, %18 : tensor<16x1xi1>
// CHECK-NEXT: %20 = "stablehlo.gather"(%arg0, %9) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 4>}> {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>} : (tensor<4x4x4xf32>, tensor<16x1xi64>) -> tensor<16x4xf32>
// CHECK-NEXT: %c_5 = stablehlo.constant dense<true> : tensor<i1>
// CHECK-NEXT: %21 = stablehlo.reduce(%19 init: %c_5) applies stablehlo.and across dimensions = [1] : (tensor<16x1xi1>, tensor<i1>) -> tensor<16xi1>
// CHECK-NEXT: %22 = stablehlo.broadcast_in_dim %21, dims = [0] : (tensor<16xi1>) -> tensor<16x4xi1>
// CHECK-NEXT: %cst = stablehlo.constant dense<0.000000e+00> : tensor<16x4xf32>
// CHECK-NEXT: %23 = stablehlo.select %22, %20, %cst : tensor<16x4xi1>, tensor<16x4xf32>
// CHECK-NEXT: %24 = "stablehlo.all_reduce"(%23) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<{{\[\[}}0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
// CHECK-NEXT: ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
// CHECK-NEXT: %25 = stablehlo.add %arg2, %arg3 : tensor<f32>
// CHECK-NEXT: stablehlo.return %25 : tensor<f32>
// CHECK-NEXT: }) : (tensor<16x4xf32>) -> tensor<16x4xf32>
// CHECK-NEXT: return %24 : tensor<16x4xf32>
func.func @gather_without_index(%x: tensor<8x8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}, {}]>}, %i: tensor<16x1xi64>) -> (tensor<16x4xf32>) {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 4>}> {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>} : (tensor<8x8x4xf32>, tensor<16x1xi64>) -> tensor<16x4xf32>
  %1 = sdy.all_reduce {"a", "b"} %0 out_sharding=<@m, [{}, {}]> : tensor<16x4xf32>
  return %1 : tensor<16x4xf32>
}

// Batching dims are sharded like the indices.
// CHECK-LABEL: func.func @gather_batch(
// CHECK-SAME: %arg0: tensor<4x8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}, {}]>}, %arg1: tensor<4x16x1xi64> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}, {}]>}) -> (tensor<4x16x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}, {}]>}) {
// CHECK-NEXT: %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 4>}> {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}, {}]>]>} : (tensor<4x8x4xf32>, tensor<4x16x1xi64>) -> tensor<4x16x4xf32>
// CHECK-NEXT: return %0 : tensor<4x16x4xf32>
func.func @gather_batch(%x: tensor<8x8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}, {}]>}, %i: tensor<8x16x1xi64> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}, {}]>}) -> (tensor<8x16x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}, {}]>}) {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>}> {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}, {}]>]>} : (tensor<8x8x4xf32>, tensor<8x16x1xi64>) -> tensor<8x16x4xf32>
  return %0 : tensor<8x16x4xf32>
}

// Updates of other devices lie outside of the shard, and a scatter skips them.
// CHECK-LABEL: func.func @scatter(
// CHECK-SAME: %arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}, %arg1: tensor<16x1xi32>, %arg2: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"b"}]>}) -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}) {
// CHECK-NEXT: %0 = stablehlo.partition_id : tensor<ui32>
// CHECK-NEXT: %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i64>
// CHECK-NEXT: %c = stablehlo.constant dense<[0, 0, 4, 4]> : tensor<4xi64>
// CHECK-NEXT: %2 = stablehlo.dynamic_slice %c, %1, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: %3 = stablehlo.reshape %2 : (tensor<1xi64>) -> tensor<i64>
// CHECK-NEXT: %4 = stablehlo.convert %3 : (tensor<i64>) -> tensor<i32>
// CHECK-NEXT: %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i32>) -> tensor<16x1xi32>
// CHECK-NEXT: %6 = stablehlo.subtract %arg1, %5 : tensor<16x1xi32>
// CHECK-NEXT: %7 = "stablehlo.scatter"(%arg0, %6, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
// CHECK-NEXT: ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
// CHECK-NEXT: stablehlo.return %arg4 : tensor<f32>
// CHECK-NEXT: }) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {"b"}]>]>} : (tensor<4x4xf32>, tensor<16x1xi32>, tensor<16x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT: return %7 : tensor<4x4xf32>
func.func @scatter(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}, %i: tensor<16x1xi32>, %u: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"b"}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}) {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    stablehlo.return %q : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {"b"}]>]>} : (tensor<8x8xf32>, tensor<16x1xi32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// Of sharded updates, one device adds to the input, the others to zeros.
// CHECK-LABEL: func.func @scatter_sharded_updates(
// CHECK-SAME: %arg0: tensor<8x8xf32>, %arg1: tensor<8x1xi32> {sdy.sharding = #sdy.sharding<@m, [{"b"}, {}]>}, %arg2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}, {}]>}) -> tensor<8x8xf32> {
// CHECK-NEXT: %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.partition_id : tensor<ui32>
// CHECK-NEXT: %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i64>
// CHECK-NEXT: %c = stablehlo.constant dense<[true, false, true, false]> : tensor<4xi1>
// CHECK-NEXT: %2 = stablehlo.dynamic_slice %c, %1, sizes = [1] : (tensor<4xi1>, tensor<i64>) -> tensor<1xi1>
// CHECK-NEXT: %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<1xi1>) -> tensor<8x8xi1>
// CHECK-NEXT: %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
// CHECK-NEXT: %5 = stablehlo.select %3, %arg0, %4 : tensor<8x8xi1>, tensor<8x8xf32>
// CHECK-NEXT: %6 = "stablehlo.scatter"(%5, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
// CHECK-NEXT: ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
// CHECK-NEXT: %8 = stablehlo.add %arg3, %arg4 : tensor<f32>
// CHECK-NEXT: stablehlo.return %8 : tensor<f32>
// CHECK-NEXT: }) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>} : (tensor<8x8xf32>, tensor<8x1xi32>, tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT: %7 = "stablehlo.all_reduce"(%6) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
// CHECK-NEXT: ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
// CHECK-NEXT: %8 = stablehlo.add %arg3, %arg4 : tensor<f32>
// CHECK-NEXT: stablehlo.return %8 : tensor<f32>
// CHECK-NEXT: }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT: return %7 : tensor<8x8xf32>
func.func @scatter_sharded_updates(%x: tensor<8x8xf32>, %i: tensor<16x1xi32> {sdy.sharding = #sdy.sharding<@m, [{"b"}, {}]>}, %u: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}, {}]>}) -> (tensor<8x8xf32>) {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>} : (tensor<8x8xf32>, tensor<16x1xi32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  %1 = sdy.all_reduce {"b"} %0 out_sharding=<@m, [{}, {}]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// A maximum starts from the least number.
// CHECK-LABEL: func.func @scatter_max(
// CHECK-SAME: %arg0: tensor<8xf32>, %arg1: tensor<8x1xi32> {sdy.sharding = #sdy.sharding<@m, [{"b"}, {}]>}, %arg2: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}]>}) -> tensor<8xf32> {
// CHECK-NEXT: %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.partition_id : tensor<ui32>
// CHECK-NEXT: %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i64>
// CHECK-NEXT: %c = stablehlo.constant dense<[true, false, true, false]> : tensor<4xi1>
// CHECK-NEXT: %2 = stablehlo.dynamic_slice %c, %1, sizes = [1] : (tensor<4xi1>, tensor<i64>) -> tensor<1xi1>
// CHECK-NEXT: %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<1xi1>) -> tensor<8xi1>
// CHECK-NEXT: %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8xf32>
// CHECK-NEXT: %5 = stablehlo.select %3, %arg0, %4 : tensor<8xi1>, tensor<8xf32>
// CHECK-NEXT: %6 = "stablehlo.scatter"(%5, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
// CHECK-NEXT: ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
// CHECK-NEXT: %8 = stablehlo.maximum %arg3, %arg4 : tensor<f32>
// CHECK-NEXT: stablehlo.return %8 : tensor<f32>
// CHECK-NEXT: }) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<8xf32>, tensor<8x1xi32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT: %7 = "stablehlo.all_reduce"(%6) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, replica_groups = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
// CHECK-NEXT: ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
// CHECK-NEXT: %8 = stablehlo.maximum %arg3, %arg4 : tensor<f32>
// CHECK-NEXT: stablehlo.return %8 : tensor<f32>
// CHECK-NEXT: }) : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT: return %7 : tensor<8xf32>
func.func @scatter_max(%x: tensor<8xf32>, %i: tensor<16x1xi32> {sdy.sharding = #sdy.sharding<@m, [{"b"}, {}]>}, %u: tensor<16xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}]>}) -> (tensor<8xf32>) {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<8xf32>, tensor<16x1xi32>, tensor<16xf32>) -> tensor<8xf32>
  %1 = sdy.all_reduce max {"b"} %0 out_sharding=<@m, [{}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// A sharded dim is taken whole: its start is clamped to 0 on each device.
// CHECK-LABEL: func.func @dynamic_slice(
// CHECK-SAME: %arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, %arg1: tensor<i32>) -> (tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
// CHECK-NEXT: %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [4, 2] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x2xf32>
// CHECK-NEXT: return %0 : tensor<4x2xf32>
func.func @dynamic_slice(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, %i: tensor<i32>) -> (tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  %0 = stablehlo.dynamic_slice %x, %i, %i, sizes = [8, 2] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : (tensor<8x8xf32>, tensor<i32>, tensor<i32>) -> tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
}

// CHECK-LABEL: func.func @update_of_whole_rows(
// CHECK-SAME: %arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, %arg1: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, %arg2: tensor<i32>) -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
// CHECK-NEXT: %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg2 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : (tensor<4x8xf32>, tensor<4x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %0 : tensor<4x8xf32>
func.func @update_of_whole_rows(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, %u: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, %i: tensor<i32>) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  %0 = stablehlo.dynamic_update_slice %x, %u, %i, %i {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : (tensor<8x8xf32>, tensor<8x2xf32>, tensor<i32>, tensor<i32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// What other devices hold of the update is written into margins that are cut off.
// CHECK-LABEL: func.func @update_of_a_sharded_dim(
// CHECK-SAME: %arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, %arg1: tensor<3x2xf32>, %arg2: tensor<i32>) -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
// CHECK-NEXT: %c = stablehlo.constant dense<0> : tensor<i64>
// CHECK-NEXT: %0 = stablehlo.convert %arg2 : (tensor<i32>) -> tensor<i64>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<5> : tensor<i64>
// CHECK-NEXT: %1 = stablehlo.clamp %c, %0, %c_0 : tensor<i64>
// CHECK-NEXT: %2 = stablehlo.partition_id : tensor<ui32>
// CHECK-NEXT: %3 = stablehlo.convert %2 : (tensor<ui32>) -> tensor<i64>
// CHECK-NEXT: %c_1 = stablehlo.constant dense<[0, 0, 4, 4]> : tensor<4xi64>
// CHECK-NEXT: %4 = stablehlo.dynamic_slice %c_1, %3, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: %5 = stablehlo.reshape %4 : (tensor<1xi64>) -> tensor<i64>
// CHECK-NEXT: %6 = stablehlo.subtract %1, %5 : tensor<i64>
// CHECK-NEXT: %c_2 = stablehlo.constant dense<3> : tensor<i64>
// CHECK-NEXT: %7 = stablehlo.add %6, %c_2 : tensor<i64>
// CHECK-NEXT: %8 = stablehlo.convert %arg2 : (tensor<i32>) -> tensor<i64>
// CHECK-NEXT: %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %9 = stablehlo.pad %arg0, %cst, low = [3, 0], high = [3, 0], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<10x8xf32>
// CHECK-NEXT: %10 = stablehlo.dynamic_update_slice %9, %arg1, %7, %8 : (tensor<10x8xf32>, tensor<3x2xf32>, tensor<i64>, tensor<i64>) -> tensor<10x8xf32>
// CHECK-NEXT: %11 = stablehlo.slice %10 [3:7, 0:8] : (tensor<10x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %11 : tensor<4x8xf32>
func.func @update_of_a_sharded_dim(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, %u: tensor<3x2xf32>, %i: tensor<i32>) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  %0 = stablehlo.dynamic_update_slice %x, %u, %i, %i {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : (tensor<8x8xf32>, tensor<3x2xf32>, tensor<i32>, tensor<i32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// An index of i8 passes no bound of dim 1, which is whole.
// CHECK-LABEL: func.func @small_indices_of_a_whole_dim(
// CHECK: stablehlo.constant dense<[7, 127]> : tensor<2xi8>
// CHECK: "stablehlo.gather"(%arg0, {{.*}} : (tensor<4x300xf32>, tensor<3x2xi8>) -> tensor<3xf32>
func.func @small_indices_of_a_whole_dim(%x: tensor<8x300xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, %i: tensor<3x2xi8>) -> tensor<3xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<8x300xf32>, tensor<3x2xi8>) -> tensor<3xf32>
  %1 = sdy.all_reduce {"a"} %0 out_sharding=<@m, [{}]> : tensor<3xf32>
  return %1 : tensor<3xf32>
}

// Room for an update holds any elements, so the type needs no zero.
// CHECK-LABEL: func.func @update_without_zero(
// CHECK: stablehlo.constant dense<5.877470e-39> : tensor<f8E8M0FNU>
// CHECK-NEXT: stablehlo.pad %arg0, {{.*}}, low = [2], high = [2], interior = [0]
func.func @update_without_zero(%x: tensor<8xf8E8M0FNU> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, %u: tensor<2xf8E8M0FNU>, %i: tensor<i32>) -> (tensor<8xf8E8M0FNU> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  %0 = stablehlo.dynamic_update_slice %x, %u, %i {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<8xf8E8M0FNU>, tensor<2xf8E8M0FNU>, tensor<i32>) -> tensor<8xf8E8M0FNU>
  return %0 : tensor<8xf8E8M0FNU>
}
