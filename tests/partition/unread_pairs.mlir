// RUN: spmd-opt --split-input-file --spmd-drop-unread-pairs %s | FileCheck %s

// Device 0 takes %x in place of what device 3 sends around the ring.
// CHECK-LABEL: func.func @ring(
// CHECK:       source_target_pairs = dense<{{\[\[}}0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>
func.func @ring(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %id = stablehlo.partition_id : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %first = stablehlo.compare EQ, %id, %zero : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %all = stablehlo.broadcast_in_dim %first, dims = [] : (tensor<i1>) -> tensor<8xi1>
  %0 = "stablehlo.collective_permute"(%y) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.exponential %0 : tensor<8xf32>
  %2 = stablehlo.select %all, %x, %1 : tensor<8xi1>, tensor<8xf32>
  return %2 : tensor<8xf32>
}

// -----

// A pipeline: what a trip sends, the next one reads, but for device 0. Behind the loop only device 3 reads %2#1, which it does not get by
// the last pair.
// CHECK-LABEL: func.func @pipeline(
// CHECK:       source_target_pairs = dense<{{\[\[}}0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>
func.func @pipeline(%x: tensor<8xf32>) -> tensor<8xf32> {
  %id = stablehlo.partition_id : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %three = stablehlo.constant dense<3> : tensor<ui32>
  %first = stablehlo.compare EQ, %id, %zero : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %last = stablehlo.compare EQ, %id, %three : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %nothing = stablehlo.constant dense<0.0> : tensor<8xf32>
  %from = stablehlo.constant dense<0> : tensor<i32>
  %to = stablehlo.constant dense<5> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %2:2 = stablehlo.while(%i = %from, %state = %nothing) : tensor<i32>, tensor<8xf32>
  cond {
    %go = stablehlo.compare LT, %i, %to : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %in = stablehlo.select %first, %x, %state : tensor<i1>, tensor<8xf32>
    %out = stablehlo.tanh %in : tensor<8xf32>
    %sent = "stablehlo.collective_permute"(%out) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (tensor<8xf32>) -> tensor<8xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %sent : tensor<i32>, tensor<8xf32>
  }
  %3 = stablehlo.select %last, %2#1, %nothing : tensor<i1>, tensor<8xf32>
  return %3 : tensor<8xf32>
}

// -----

// A permute before another one is read where that one sends from. A sum, a predicate of the data and a branch read on all devices.
// CHECK-LABEL: func.func @chain(
// CHECK:       collective_permute"(%arg0) {{.*}}dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>
// CHECK:       collective_permute{{.*}}dense<{{\[\[}}1, 2]]> : tensor<1x2xi64>
// CHECK:       collective_permute"(%arg0) {{.*}}dense<{{\[\[}}1, 0], [0, 1]]> : tensor<2x2xi64>
// CHECK:       collective_permute"(%arg0) {{.*}}dense<{{\[\[}}0, 2], [2, 0]]> : tensor<2x2xi64>
func.func @chain(%x: tensor<8xf32>, %p: tensor<i1>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %id = stablehlo.partition_id : tensor<ui32>
  %two = stablehlo.constant dense<2> : tensor<ui32>
  %is = stablehlo.compare EQ, %id, %two : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %0 = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>}> : (tensor<8xf32>) -> tensor<8xf32>
  %1 = "stablehlo.collective_permute"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>}> : (tensor<8xf32>) -> tensor<8xf32>
  %2 = stablehlo.select %is, %1, %x : tensor<i1>, tensor<8xf32>
  %3 = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>}> : (tensor<8xf32>) -> tensor<8xf32>
  %4 = stablehlo.select %p, %3, %x : tensor<i1>, tensor<8xf32>
  %5 = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, source_target_pairs = dense<[[0, 2], [2, 0]]> : tensor<2x2xi64>}> : (tensor<8xf32>) -> tensor<8xf32>
  %6 = "stablehlo.if"(%p) ({
    %7 = stablehlo.select %is, %5, %x : tensor<i1>, tensor<8xf32>
    stablehlo.return %7 : tensor<8xf32>
  }, {
    stablehlo.return %5 : tensor<8xf32>
  }) : (tensor<i1>) -> tensor<8xf32>
  return %2, %4, %6 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
