// RUN: spmd-opt %s --spmd-merge-exchanges --split-input-file | FileCheck %s

// The longer range has all rows of the shorter one.
// CHECK-LABEL: @contained(
// CHECK: %[[S:.*]] = stablehlo.slice %arg0 [0:2, 0:4]
// CHECK: %[[R:.*]] = "stablehlo.collective_permute"(%[[S]])
// CHECK: %[[A:.*]] = stablehlo.slice %[[R]] [0:1, 0:4]
// CHECK-NOT: collective_permute
// CHECK: return %[[A]], %[[R]]
func.func @contained(%x: tensor<16x4xf32>) -> (tensor<1x4xf32>, tensor<2x4xf32>) {
  %0 = stablehlo.slice %x [0:1, 0:4] : (tensor<16x4xf32>) -> tensor<1x4xf32>
  %1 = "stablehlo.collective_permute"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[1, 0], [2, 1]]> : tensor<2x2xi64>}> : (tensor<1x4xf32>) -> tensor<1x4xf32>
  %2 = stablehlo.slice %x [0:2, 0:4] : (tensor<16x4xf32>) -> tensor<2x4xf32>
  %3 = "stablehlo.collective_permute"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[1, 0], [2, 1]]> : tensor<2x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %1, %3 : tensor<1x4xf32>, tensor<2x4xf32>
}

// -----

// Ranges that overlap; a whole value and a part of it; and a permute of what another one brings.
// CHECK-LABEL: @overlap(
// CHECK: %[[S:.*]] = stablehlo.slice %arg0 [1:6, 0:4]
// CHECK: %[[R:.*]] = "stablehlo.collective_permute"(%[[S]])
// CHECK: %[[A:.*]] = stablehlo.slice %[[R]] [0:3, 0:4]
// CHECK: %[[B:.*]] = stablehlo.slice %[[R]] [2:5, 0:4]
// CHECK: %[[C:.*]] = "stablehlo.collective_permute"(%[[A]])
// CHECK: %[[D:.*]] = stablehlo.slice %[[C]] [0:1, 0:4]
// CHECK-NOT: collective_permute
// CHECK: return %[[A]], %[[B]], %[[C]], %[[D]]
func.func @overlap(%x: tensor<16x4xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<1x4xf32>) {
  %0 = stablehlo.slice %x [1:4, 0:4] : (tensor<16x4xf32>) -> tensor<3x4xf32>
  %1 = "stablehlo.collective_permute"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[1, 0], [2, 1]]> : tensor<2x2xi64>}> : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %2 = stablehlo.slice %x [3:6, 0:4] : (tensor<16x4xf32>) -> tensor<3x4xf32>
  %3 = "stablehlo.collective_permute"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[1, 0], [2, 1]]> : tensor<2x2xi64>}> : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %4 = "stablehlo.collective_permute"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<[[1, 0], [2, 1]]> : tensor<2x2xi64>}> : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %5 = stablehlo.slice %1 [0:1, 0:4] : (tensor<3x4xf32>) -> tensor<1x4xf32>
  %6 = "stablehlo.collective_permute"(%5) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, source_target_pairs = dense<[[1, 0], [2, 1]]> : tensor<2x2xi64>}> : (tensor<1x4xf32>) -> tensor<1x4xf32>
  return %1, %3, %4, %6 : tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<1x4xf32>
}

// -----

// Other pairs, rows apart from each other, every second row, and another block stay.
// CHECK-LABEL: @apart(
// CHECK-COUNT-5: collective_permute
func.func @apart(%x: tensor<16x4xf32>, %p: tensor<i1>) -> (tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>, tensor<2x4xf32>, tensor<1x4xf32>) {
  %0 = stablehlo.slice %x [0:1, 0:4] : (tensor<16x4xf32>) -> tensor<1x4xf32>
  %1 = "stablehlo.collective_permute"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[1, 0], [2, 1]]> : tensor<2x2xi64>}> : (tensor<1x4xf32>) -> tensor<1x4xf32>
  %2 = "stablehlo.collective_permute"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<1x4xf32>) -> tensor<1x4xf32>
  %3 = stablehlo.slice %x [1:2, 0:4] : (tensor<16x4xf32>) -> tensor<1x4xf32>
  %4 = "stablehlo.collective_permute"(%3) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<[[1, 0], [2, 1]]> : tensor<2x2xi64>}> : (tensor<1x4xf32>) -> tensor<1x4xf32>
  %5 = stablehlo.slice %x [0:4:2, 0:4] : (tensor<16x4xf32>) -> tensor<2x4xf32>
  %6 = "stablehlo.collective_permute"(%5) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, source_target_pairs = dense<[[1, 0], [2, 1]]> : tensor<2x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %7 = "stablehlo.if"(%p) ({
    %8 = "stablehlo.collective_permute"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, source_target_pairs = dense<[[1, 0], [2, 1]]> : tensor<2x2xi64>}> : (tensor<1x4xf32>) -> tensor<1x4xf32>
    stablehlo.return %8 : tensor<1x4xf32>
  }, {
    stablehlo.return %0 : tensor<1x4xf32>
  }) : (tensor<i1>) -> tensor<1x4xf32>
  return %1, %2, %4, %6, %7 : tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>, tensor<2x4xf32>, tensor<1x4xf32>
}

// -----

// A roll: to each neighbour, and from the last device to the first. Devices that get nothing by one of the two have zeros.
// CHECK-LABEL: @roll(
// CHECK: %[[R:.*]] = "stablehlo.collective_permute"(%arg0) <{{{.*}}source_target_pairs = dense<{{\[\[}}0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>}>
// CHECK-NOT: collective_permute
// CHECK: %[[ZERO:.*]] = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>
// CHECK: %[[ZEROS:.*]] = stablehlo.broadcast_in_dim %[[ZERO]]
// CHECK: %[[ID:.*]] = stablehlo.partition_id : tensor<ui32>
// CHECK: %[[TABLE:.*]] = stablehlo.constant dense<[false, true, true, false]> : tensor<4xi1>
// CHECK: %[[ENTRY:.*]] = stablehlo.dynamic_slice %[[TABLE]], %[[ID]], sizes = [1]
// CHECK: %[[IS:.*]] = stablehlo.reshape %[[ENTRY]] : (tensor<1xi1>) -> tensor<i1>
// CHECK: %[[A:.*]] = stablehlo.select %[[IS]], %[[R]], %[[ZEROS]]
// CHECK: stablehlo.constant dense<[true, false, false, false]> : tensor<4xi1>
// CHECK: %[[B:.*]] = stablehlo.select %{{.*}}, %[[R]], %[[ZEROS]]
// CHECK: return %[[A]], %[[B]]
func.func @roll(%x: tensor<2x4xcomplex<f32>>) -> (tensor<2x4xcomplex<f32>>, tensor<2x4xcomplex<f32>>) {
  %0 = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
  %1 = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[2, 0]]> : tensor<1x2xi64>}> : (tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
  return %0, %1 : tensor<2x4xcomplex<f32>>, tensor<2x4xcomplex<f32>>
}

// -----

// A device sends to two, or gets from two; the elements differ; pairs without a channel are no ids of partitions.
// CHECK-LABEL: @twice(
// CHECK-COUNT-6: collective_permute
func.func @twice(%x: tensor<2x4xf32>, %y: tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>) {
  %0 = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %1 = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[0, 3]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %2 = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<[[1, 3]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %3 = "stablehlo.collective_permute"(%y) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, source_target_pairs = dense<[[2, 0]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %4 = "stablehlo.collective_permute"(%y) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %5 = "stablehlo.collective_permute"(%y) <{source_target_pairs = dense<[[1, 2]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>
}

// -----

// No such devices: the runtime refuses the program.
// CHECK-LABEL: func.func @no_devices(
// CHECK-COUNT-2: collective_permute
func.func @no_devices(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 9223372036854775807]]> : tensor<1x2xi64>}> : (tensor<8xf32>) -> tensor<8xf32>
  %1 = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[1, 9223372036854775806]]> : tensor<1x2xi64>}> : (tensor<8xf32>) -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
