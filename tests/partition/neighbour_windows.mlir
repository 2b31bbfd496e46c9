// Convolutions and reductions by windows along a split dim send the rows that a neighbour's windows cover, and nothing else. The numbers
// are checked on meshes that divide the rows and on meshes that do not (spmd/neighbour_windows).
// RUN: spmd-opt %s --spmd-pipeline=stop-after=partition --split-input-file 2>/dev/null | FileCheck %s

// A 3 x 3 kernel: a row of each neighbour. What lies outside of the image comes as zeros, so no padding is left.
// CHECK-LABEL: func.func @same(
// CHECK-NOT:   all_gather
// CHECK-COUNT-2: collective_permute{{.*}}tensor<1x1x8x3xf32>
// CHECK-NOT:   collective
// CHECK:       stablehlo.convolution({{.*}}pad = {{\[\[}}0, 0], [1, 1]]{{.*}}(tensor<1x6x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x4x8x4xf32>
sdy.mesh @mesh = <["x"=4]>
func.func @same(%x: tensor<1x16x8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, %k: tensor<3x3x3x4xf32>) -> (tensor<1x16x8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x16x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x16x8x4xf32>
  return %0 : tensor<1x16x8x4xf32>
}

// -----

// Stride 2: the row behind the last one only.
// CHECK-LABEL: func.func @half(
// CHECK-NOT:   all_gather
// CHECK:       collective_permute{{.*}}{{\[\[}}1, 0], [2, 1], [3, 2]]>{{.*}}tensor<1x1x3xf32>
// CHECK-NOT:   collective
// CHECK:       stablehlo.convolution({{.*}}stride = [2]{{.*}}(tensor<1x5x3xf32>, tensor<3x3x4xf32>) -> tensor<1x2x4xf32>
sdy.mesh @mesh = <["x"=4]>
func.func @half(%x: tensor<1x16x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %k: tensor<3x3x4xf32>) -> (tensor<1x8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x16x3xf32>, tensor<3x3x4xf32>) -> tensor<1x8x4xf32>
  return %0 : tensor<1x8x4xf32>
}

// -----

// The gradient of that: rows with a hole behind each. The last row of the left neighbour; the padding that is left is one of holes.
// CHECK-LABEL: func.func @gradient(
// CHECK-NOT:   all_gather
// CHECK:       collective_permute{{.*}}{{\[\[}}0, 1], [1, 2], [2, 3]]>{{.*}}tensor<1x1x4xf32>
// CHECK-NOT:   collective
// CHECK:       stablehlo.convolution({{.*}}pad = {{\[\[}}0, 1]], lhs_dilate = [2]{{.*}}(tensor<1x3x4xf32>, tensor<3x4x3xf32>) -> tensor<1x4x3xf32>
sdy.mesh @mesh = <["x"=4]>
func.func @gradient(%x: tensor<1x8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %k: tensor<3x4x3xf32>) -> (tensor<1x16x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[2, 1]], lhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<3x4x3xf32>) -> tensor<1x16x3xf32>
  return %0 : tensor<1x16x3xf32>
}

// -----

// Patches are made where they lie.
// CHECK-LABEL: func.func @patches(
// CHECK-NOT:   collective
// CHECK:       stablehlo.convolution({{.*}}stride = [4]{{.*}}(tensor<1x4x3xf32>, tensor<4x3x8xf32>) -> tensor<1x1x8xf32>
sdy.mesh @mesh = <["x"=4]>
func.func @patches(%x: tensor<1x16x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %k: tensor<4x3x8xf32>) -> (tensor<1x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [4]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x16x3xf32>, tensor<4x3x8xf32>) -> tensor<1x4x8xf32>
  return %0 : tensor<1x4x8xf32>
}

// -----

// Max pooling: outside of the dim stands the init, as each device tells by the number of its shard.
// CHECK-LABEL: func.func @pool(
// CHECK-NOT:   all_gather
// CHECK-COUNT-2: collective_permute{{.*}}tensor<1x3xf32>
// CHECK-NOT:   collective
// CHECK:       stablehlo.select {{.*}}tensor<6x3xf32>
// CHECK:       stablehlo.reduce_window{{.*}}padding = dense<0> : tensor<2x2xi64>
// CHECK:       (tensor<6x3xf32>, tensor<f32>) -> tensor<4x3xf32>
sdy.mesh @mesh = <["x"=4]>
func.func @pool(%x: tensor<16x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %least) <{window_dimensions = array<i64: 3, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<16x3xf32>, tensor<f32>) -> tensor<16x3xf32>
  return %0 : tensor<16x3xf32>
}

// -----

// 14 rows are padded to 16. The padding must not be read by the last windows, so zeros are put there.
// CHECK-LABEL: func.func @uneven(
// CHECK:       stablehlo.select {{.*}}tensor<1x4x3xf32>
// CHECK-COUNT-2: collective_permute{{.*}}tensor<1x1x3xf32>
// CHECK:       stablehlo.convolution({{.*}}(tensor<1x6x3xf32>, tensor<3x3x4xf32>) -> tensor<1x4x4xf32>
sdy.mesh @mesh = <["x"=4]>
func.func @uneven(%x: tensor<1x14x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %k: tensor<3x3x4xf32>) -> (tensor<1x14x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x14x3xf32>, tensor<3x3x4xf32>) -> tensor<1x14x4xf32>
  return %0 : tensor<1x14x4xf32>
}

// -----

// The gradient of a kernel: the rows under each device's part of the other gradient, and a sum of the results.
// CHECK-LABEL: func.func @kernel_gradient(
// CHECK-NOT:   all_gather
// CHECK-COUNT-2: collective_permute{{.*}}tensor<2x1x8x3xf32>
// CHECK-NOT:   collective
// CHECK:       stablehlo.convolution({{.*}}pad = {{\[\[}}0, 0], [1, 1]]{{.*}}(tensor<2x6x8x3xf32>, tensor<2x4x8x4xf32>) -> tensor<3x3x3x4xf32>
// CHECK:       all_reduce
// CHECK-NOT:   collective
sdy.mesh @mesh = <["x"=4]>
func.func @kernel_gradient(%x: tensor<2x16x8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, %dy: tensor<2x16x8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}) -> (tensor<3x3x3x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}) {
  %0 = stablehlo.convolution(%x, %dy) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x8x3xf32>, tensor<2x16x8x4xf32>) -> tensor<3x3x3x4xf32>
  return %0 : tensor<3x3x3x4xf32>
}

// -----

// The gradient of pooling, 3 by 2: a device selects in the windows that reach its rows, those of its part of the source and one behind.
// CHECK-LABEL: func.func @pool_gradient(
// CHECK-NOT:   all_gather
// CHECK-COUNT-3: collective_permute
// CHECK-NOT:   collective
// CHECK:       "stablehlo.reduce_window"(
// CHECK:       (tensor<7xf32>, tensor<7xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
// CHECK:       "stablehlo.scatter"(
// CHECK:       (tensor<4xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<4xf32>
// CHECK-NOT:   collective
sdy.mesh @mesh = <["x"=4]>
func.func @pool_gradient(%x: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %dy: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%x, %dy, %zero) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, padding = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<16xf32>, tensor<8xf32>, tensor<f32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
