// Ops that combine elements of sharded dims: matmuls, convolutions, reductions.
// RUN: spmd-opt %s --sdy-convert-global-to-local | FileCheck %s

sdy.mesh @m = <["a"=2, "b"=2]>

// CHECK-LABEL: func.func @dot(
// CHECK-SAME: %arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}, %arg1: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}, {}]>}) -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
// CHECK-NEXT: %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: %1 = "stablehlo.all_reduce"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
// CHECK-NEXT: ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
// CHECK-NEXT: %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
// CHECK-NEXT: stablehlo.return %2 : tensor<f32>
// CHECK-NEXT: }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %1 : tensor<4x8xf32>
func.func @dot(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}, %y: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = sdy.all_reduce {"b"} %0 out_sharding=<@m, [{"a"}, {}]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// Partial results may be scattered, or stay partial.
// CHECK-LABEL: func.func @partial(
// CHECK-SAME: %arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}, %arg1: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}, {}]>}) -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}, tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}], unreduced={"b"}>}) {
// CHECK-NEXT: %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: %1 = "stablehlo.reduce_scatter"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
// CHECK-NEXT: ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
// CHECK-NEXT: %3 = stablehlo.add %arg2, %arg3 : tensor<f32>
// CHECK-NEXT: stablehlo.return %3 : tensor<f32>
// CHECK-NEXT: }) : (tensor<4x8xf32>) -> tensor<4x4xf32>
// CHECK-NEXT: %2 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}], unreduced={"b"}>]>} : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %1, %2 : tensor<4x4xf32>, tensor<4x8xf32>
func.func @partial(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}, %y: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}], unreduced={"b"}>}) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = sdy.reduce_scatter [{}, {"b"}] %0 out_sharding=<@m, [{"a"}, {"b"}]> : tensor<8x8xf32>
  %2 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}], unreduced={"b"}>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>
}

// An init that changes nothing starts every shard.
// CHECK-LABEL: func.func @reduce_from_zero(
// CHECK-SAME: %arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
// CHECK-NEXT: %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT: %1 = "stablehlo.all_reduce"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
// CHECK-NEXT: ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
// CHECK-NEXT: %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
// CHECK-NEXT: stablehlo.return %2 : tensor<f32>
// CHECK-NEXT: }) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: return %1 : tensor<4xf32>
func.func @reduce_from_zero(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  %0 = sdy.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%x init: %0) applies stablehlo.add across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = sdy.all_reduce {"b"} %1 out_sharding=<@m, [{"a"}]> : tensor<8xf32>
  return %2 : tensor<8xf32>
}

// Any other init counts on the first shard only.
// CHECK-LABEL: func.func @reduce_from_an_argument(
// CHECK-SAME: %arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}, %arg1: tensor<f32>) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
// CHECK-NEXT: %0 = stablehlo.partition_id : tensor<ui32>
// CHECK-NEXT: %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i64>
// CHECK-NEXT: %c = stablehlo.constant dense<[true, false, true, false]> : tensor<4xi1>
// CHECK-NEXT: %2 = stablehlo.dynamic_slice %c, %1, sizes = [1] : (tensor<4xi1>, tensor<i64>) -> tensor<1xi1>
// CHECK-NEXT: %3 = stablehlo.reshape %2 : (tensor<1xi1>) -> tensor<i1>
// CHECK-NEXT: %cst = stablehlo.constant dense<-0.000000e+00> : tensor<f32>
// CHECK-NEXT: %4 = stablehlo.select %3, %arg1, %cst : tensor<i1>, tensor<f32>
// CHECK-NEXT: %5 = stablehlo.reduce(%arg0 init: %4) applies stablehlo.add across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT: %6 = "stablehlo.all_reduce"(%5) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
// CHECK-NEXT: ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
// CHECK-NEXT: %7 = stablehlo.add %arg2, %arg3 : tensor<f32>
// CHECK-NEXT: stablehlo.return %7 : tensor<f32>
// CHECK-NEXT: }) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: return %6 : tensor<4xf32>
func.func @reduce_from_an_argument(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}, %init: tensor<f32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  %1 = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = sdy.all_reduce {"b"} %1 out_sharding=<@m, [{"a"}]> : tensor<8xf32>
  return %2 : tensor<8xf32>
}

// Two sums at once.
// CHECK-LABEL: func.func @two_sums(
// CHECK-SAME: %arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
// CHECK-NEXT: %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0:2 = stablehlo.reduce(%arg0 init: %cst), (%arg0 init: %cst) across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>, <@m, [{"a"}]>]>} : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
// CHECK-NEXT: reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<f32>, %arg4: tensor<f32>)  {
// CHECK-NEXT: %3 = stablehlo.add %arg1, %arg3 : tensor<f32>
// CHECK-NEXT: %4 = stablehlo.add %arg2, %arg4 : tensor<f32>
// CHECK-NEXT: stablehlo.return %3, %4 : tensor<f32>, tensor<f32>
// CHECK-NEXT: }
// CHECK-NEXT: %1 = "stablehlo.all_reduce"(%0#0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, replica_groups = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
// CHECK-NEXT: ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
// CHECK-NEXT: %3 = stablehlo.add %arg1, %arg2 : tensor<f32>
// CHECK-NEXT: stablehlo.return %3 : tensor<f32>
// CHECK-NEXT: }) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %2 = "stablehlo.all_reduce"(%0#1) <{channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>, replica_groups = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
// CHECK-NEXT: ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
// CHECK-NEXT: %3 = stablehlo.add %arg1, %arg2 : tensor<f32>
// CHECK-NEXT: stablehlo.return %3 : tensor<f32>
// CHECK-NEXT: }) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: return %1, %2 : tensor<4xf32>, tensor<4xf32>
func.func @two_sums(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  %0 = sdy.constant dense<0.0> : tensor<f32>
  %1:2 = stablehlo.reduce(%x init: %0), (%x init: %0) across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>, <@m, [{"a"}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<f32>, tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>)
   reducer(%p: tensor<f32>, %q: tensor<f32>) (%r: tensor<f32>, %s: tensor<f32>) {
    %5 = stablehlo.add %p, %q : tensor<f32>
    %6 = stablehlo.add %r, %s : tensor<f32>
    stablehlo.return %5, %6 : tensor<f32>, tensor<f32>
  }
  %2 = sdy.all_reduce {"b"} %1#0 out_sharding=<@m, [{"a"}]> : tensor<8xf32>
  %3 = sdy.all_reduce {"b"} %1#1 out_sharding=<@m, [{"a"}]> : tensor<8xf32>
  return %2, %3 : tensor<8xf32>, tensor<8xf32>
}

// Of 2 feature groups each device computes one; the attributes go.
// CHECK-LABEL: func.func @feature_groups(
// CHECK-SAME: %arg0: tensor<2x8x2xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}, {"b"}]>}, %arg1: tensor<3x2x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}, {"b"}]>}) -> (tensor<2x8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}, {"b"}]>}) {
// CHECK-NEXT: %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = {{\[\[}}1, 1]], lhs_dilate = [1], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x2xf32>, tensor<3x2x4xf32>) -> tensor<2x8x4xf32>
// CHECK-NEXT: return %0 : tensor<2x8x4xf32>
func.func @feature_groups(%x: tensor<4x8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}, {"b"}]>}, %w: tensor<3x2x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}, {"b"}]>}) -> (tensor<4x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}, {"b"}]>}) {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[1, 1]], lhs_dilate = [1], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}, {"b"}]>]>} : (tensor<4x8x4xf32>, tensor<3x2x8xf32>) -> tensor<4x8x8xf32>
  return %0 : tensor<4x8x8xf32>
}

// CHECK-LABEL: func.func @batch_groups(
// CHECK-SAME: %arg0: tensor<2x8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}, {}]>}, %arg1: tensor<3x4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}, {"a"}]>}) -> (tensor<2x8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}, {"a"}]>}) {
// CHECK-NEXT: %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = {{\[\[}}1, 1]], lhs_dilate = [1], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>) -> tensor<2x8x4xf32>
// CHECK-NEXT: return %0 : tensor<2x8x4xf32>
func.func @batch_groups(%x: tensor<4x8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}, {}]>}, %w: tensor<3x4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}, {"a"}]>}) -> (tensor<2x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}, {"a"}]>}) {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[1, 1]], lhs_dilate = [1], rhs_dilate = [1]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64, sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}, {"a"}]>]>} : (tensor<4x8x4xf32>, tensor<3x4x8xf32>) -> tensor<2x8x8xf32>
  return %0 : tensor<2x8x8xf32>
}

// The kernel is whole on every device, and its sharding names no dims.
// CHECK-LABEL: func.func @kernel_on_one_device(
// CHECK: stablehlo.convolution(%arg0, %arg1) {{.*}} : (tensor<2x8x4xf32>, tensor<3x4x8xf32>) -> tensor<2x6x8xf32>
sdy.mesh @one = <[], device_ids=[0]>
func.func @kernel_on_one_device(%x: tensor<4x8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}, {}]>}, %w: tensor<3x4x8xf32> {sdy.sharding = #sdy.sharding<@one, []>}) -> (tensor<4x6x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}, {}]>}) {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}, {}]>]>} : (tensor<4x8x4xf32>, tensor<3x4x8xf32>) -> tensor<4x6x8xf32>
  return %0 : tensor<4x6x8xf32>
}

// On i1 a sum is `or`, and so is a maximum.
// CHECK-LABEL: func.func @any(
// CHECK: stablehlo.reduce(%arg0 init: %c) applies stablehlo.add
// CHECK: stablehlo.maximum {{.*}} : tensor<i1>
func.func @any(%x: tensor<8xi1> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) -> tensor<i1> {
  %f = stablehlo.constant dense<false> : tensor<i1>
  %0 = stablehlo.reduce(%x init: %f) applies stablehlo.add across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, []>]>} : (tensor<8xi1>, tensor<i1>) -> tensor<i1>
  %1 = sdy.all_reduce max {"a"} %0 out_sharding=<@m, []> : tensor<i1>
  return %1 : tensor<i1>
}
