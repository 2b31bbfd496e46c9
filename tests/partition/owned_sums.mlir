// RUN: spmd-opt %s --spmd-broadcast-owned-sums --split-input-file | FileCheck %s

// The last of four devices alone adds a value. The predicate follows from the device's id; the value flows through ops that keep zeros.
// CHECK-LABEL: @last(
// CHECK: collective_broadcast"(%{{.*}}) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<{{\[\[}}3, 0, 1, 2], [7, 4, 5, 6]]> : tensor<2x4xi64>}> : (tensor<4x8xbf16>) -> tensor<4x8xbf16>
// CHECK-NOT: all_reduce
func.func @last(%x: tensor<8x4xf32>) -> tensor<4x8xbf16> {
  %id = stablehlo.partition_id : tensor<ui32>
  %four = stablehlo.constant dense<4> : tensor<ui32>
  %stage = stablehlo.remainder %id, %four : tensor<ui32>
  %signed = stablehlo.convert %stage : (tensor<ui32>) -> tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %p = stablehlo.compare EQ, %signed, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %pred = stablehlo.broadcast_in_dim %p, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
  %zero = stablehlo.constant dense<0.0> : tensor<8x4xf32>
  %0 = stablehlo.select %pred, %x, %zero : tensor<8x4xi1>, tensor<8x4xf32>
  %1 = stablehlo.add %0, %zero : tensor<8x4xf32>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
  %3 = stablehlo.convert %2 : (tensor<4x8xf32>) -> tensor<4x8xbf16>
  %4 = stablehlo.reshape %3 : (tensor<4x8xbf16>) -> tensor<4x8xbf16>
  %5 = "stablehlo.all_reduce"(%4) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
  ^bb0(%l: tensor<bf16>, %r: tensor<bf16>):
    %s = stablehlo.add %l, %r : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<4x8xbf16>) -> tensor<4x8xbf16>
  return %5 : tensor<4x8xbf16>
}

// -----

// Groups along a mesh axis stay such groups, with the position of the root.
// CHECK-LABEL: @axis(
// CHECK: %[[R:.*]] = stablehlo.constant dense<1> : tensor<1xi32>
// CHECK: collective_broadcast"(%{{.*}}, %[[R]]) <{{.*}}has_dynamic_root, replica_groups = #stablehlo.replica_group_mesh_axes<{{.*}}"x"
// CHECK-NOT: all_reduce
func.func @axis(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %id = stablehlo.partition_id : tensor<ui32>
  %two = stablehlo.constant dense<2> : tensor<ui32>
  %at = stablehlo.divide %id, %two : tensor<ui32>
  %one = stablehlo.constant dense<1> : tensor<ui32>
  %p = stablehlo.compare EQ, %at, %one : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %zero = stablehlo.constant dense<0.0> : tensor<8x4xf32>
  %0 = stablehlo.select %p, %x, %zero : tensor<i1>, tensor<8x4xf32>
  %1 = "stablehlo.all_reduce"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 3>, <name = "y", size = 2>]>, axes = [#stablehlo.axis_ref<name = "x">]>, use_global_device_ids}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}

// -----

// Device 2 alone has a value, so one of the groups has no owner and takes any root. Along the other axis, two groups differ in their owners.
// CHECK-LABEL: @other_groups(
// CHECK: collective_broadcast"(%{{.*}}) <{{.*}}replica_groups = dense<{{\[\[}}0, 1], [2, 3]]>
// CHECK: collective_broadcast"(%{{.*}}) <{{.*}}replica_groups = dense<{{\[\[}}2, 0], [1, 3]]>
// CHECK-NOT: all_reduce
func.func @other_groups(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %id = stablehlo.partition_id : tensor<ui32>
  %two = stablehlo.constant dense<2> : tensor<ui32>
  %three = stablehlo.constant dense<3> : tensor<ui32>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %p = stablehlo.compare EQ, %id, %two : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %0 = stablehlo.select %p, %x, %zero : tensor<i1>, tensor<4xf32>
  %1 = "stablehlo.all_reduce"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  // Devices 1 and 2.
  %one = stablehlo.constant dense<1> : tensor<ui32>
  %q = stablehlo.compare EQ, %id, %one : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %2 = stablehlo.select %q, %x, %0 : tensor<i1>, tensor<4xf32>
  %3 = "stablehlo.all_reduce"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %1, %3 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A loop carries the predicate and a sum that starts at zero and to which only device 0 adds. Behind it, a permute moves the sum to device 1.
// CHECK-LABEL: @carried(
// CHECK: collective_broadcast"(%{{.*}}#2) <{{.*}}replica_groups = dense<{{\[\[}}0, 1, 2]]>
// CHECK: collective_permute
// CHECK: collective_broadcast{{.*}}replica_groups = dense<{{\[\[}}1, 0, 2]]>
// CHECK-NOT: all_reduce
func.func @carried(%x: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %id = stablehlo.partition_id : tensor<ui32>
  %c = stablehlo.constant dense<0> : tensor<ui32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<8x4xf32>
  %row = stablehlo.constant dense<0.0> : tensor<1x4xf32>
  %p0 = stablehlo.compare EQ, %id, %c : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %0:3 = stablehlo.while(%i = %i0, %p = %p0, %sum = %zero) : tensor<i32>, tensor<i1>, tensor<8x4xf32>
   cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.dynamic_slice %x, %i, %i0, sizes = [1, 4] : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %2 = stablehlo.select %p, %1, %row : tensor<i1>, tensor<1x4xf32>
    %3 = stablehlo.dynamic_update_slice %zero, %2, %i, %i0 : (tensor<8x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    %4 = stablehlo.add %sum, %3 : tensor<8x4xf32>
    %5 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %5, %p, %4 : tensor<i32>, tensor<i1>, tensor<8x4xf32>
  }
  %1 = "stablehlo.all_reduce"(%0#2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, use_global_device_ids}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %2 = "stablehlo.collective_permute"(%0#2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %3 = "stablehlo.all_reduce"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, use_global_device_ids}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %1, %3 : tensor<8x4xf32>, tensor<8x4xf32>
}

// -----

// A branch that one device takes, by a predicate or by an index. A sum over the other axis comes first.
// CHECK-LABEL: @branches(
// CHECK: all_reduce
// CHECK: replica_groups = dense<{{\[\[}}0, 1], [2, 3]]>
// CHECK: collective_broadcast{{.*}}replica_groups = dense<{{\[\[}}2, 0], [3, 1]]>
// CHECK-NOT: all_reduce
func.func @branches(%x: tensor<4xf32>) -> tensor<4xf32> {
  %id = stablehlo.partition_id : tensor<ui32>
  %two = stablehlo.constant dense<2> : tensor<ui32>
  %at = stablehlo.divide %id, %two : tensor<ui32>
  %index = stablehlo.convert %at : (tensor<ui32>) -> tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = "stablehlo.case"(%index) ({
    stablehlo.return %zero : tensor<4xf32>
  }, {
    %1 = stablehlo.sine %x : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  %2 = "stablehlo.all_reduce"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = "stablehlo.all_reduce"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// -----

// Of two operands, one has an owner. It is large; a small one would go along with the sum that stays, in no more time.
// CHECK-LABEL: @tuple(
// CHECK: %[[B:.*]] = "stablehlo.collective_broadcast"
// CHECK: %[[S:.*]]:2 = "stablehlo.all_reduce"(%arg1, %{{.*}}) <{
// CHECK: return %[[B]], %[[S]]#0, %[[S]]#1
func.func @tuple(%x: tensor<64x64xf32>, %y: tensor<4xf32>) -> (tensor<64x64xf32>, tensor<4xf32>, tensor<4xf32>) {
  %id = stablehlo.partition_id : tensor<ui32>
  %c = stablehlo.constant dense<1> : tensor<ui32>
  %p = stablehlo.compare EQ, %id, %c : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %zero = stablehlo.constant dense<0.0> : tensor<64x64xf32>
  %few = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = stablehlo.select %p, %x, %zero : tensor<i1>, tensor<64x64xf32>
  %1 = stablehlo.select %p, %y, %few : tensor<i1>, tensor<4xf32>
  %2:3 = "stablehlo.all_reduce"(%0, %y, %1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<64x64xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<64x64xf32>, tensor<4xf32>, tensor<4xf32>)
  return %2#0, %2#1, %2#2 : tensor<64x64xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// Both operands have an owner, each another one. The second one would send 4 KB of its 8 KB less than a sum does, which takes less time than
// a collective of its own costs; no sum stays that it could go along with, so it is broadcast, too.
// CHECK-LABEL: @two_owners(
// CHECK: %[[A:.*]] = "stablehlo.collective_broadcast"(%[[X:.*]]) <{{.*}}replica_groups = dense<{{\[\[}}0, 1]]> {{.*}}tensor<64x64xf32>
// CHECK: %[[B:.*]] = "stablehlo.collective_broadcast"(%[[Y:.*]]) <{{.*}}replica_groups = dense<{{\[\[}}1, 0]]> {{.*}}tensor<32x64xf32>
// CHECK: return %[[A]], %[[B]]
func.func @two_owners(%x: tensor<64x64xf32>, %y: tensor<32x64xf32>) -> (tensor<64x64xf32>, tensor<32x64xf32>) {
  %id = stablehlo.partition_id : tensor<ui32>
  %first = stablehlo.constant dense<0> : tensor<ui32>
  %second = stablehlo.constant dense<1> : tensor<ui32>
  %p = stablehlo.compare EQ, %id, %first : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %q = stablehlo.compare EQ, %id, %second : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %zero = stablehlo.constant dense<0.0> : tensor<64x64xf32>
  %few = stablehlo.constant dense<0.0> : tensor<32x64xf32>
  %0 = stablehlo.select %p, %x, %zero : tensor<i1>, tensor<64x64xf32>
  %1 = stablehlo.select %q, %y, %few : tensor<i1>, tensor<32x64xf32>
  %2:2 = "stablehlo.all_reduce"(%0, %1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<64x64xf32>, tensor<32x64xf32>) -> (tensor<64x64xf32>, tensor<32x64xf32>)
  return %2#0, %2#1 : tensor<64x64xf32>, tensor<32x64xf32>
}

// -----

// Beside a sum that stays, the same 8 KB go along.
// CHECK-LABEL: @within_a_latency(
// CHECK: "stablehlo.all_reduce"(%arg0, %{{.*}}) <{
// CHECK-NOT: collective_broadcast
func.func @within_a_latency(%x: tensor<4xf32>, %y: tensor<32x64xf32>) -> (tensor<4xf32>, tensor<32x64xf32>) {
  %id = stablehlo.partition_id : tensor<ui32>
  %second = stablehlo.constant dense<1> : tensor<ui32>
  %q = stablehlo.compare EQ, %id, %second : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %few = stablehlo.constant dense<0.0> : tensor<32x64xf32>
  %0 = stablehlo.select %q, %y, %few : tensor<i1>, tensor<32x64xf32>
  %1:2 = "stablehlo.all_reduce"(%x, %0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<32x64xf32>) -> (tensor<4xf32>, tensor<32x64xf32>)
  return %1#0, %1#1 : tensor<4xf32>, tensor<32x64xf32>
}

// -----

// Sums stay where a predicate depends on data, where zero is multiplied by what may be infinite, where two devices add, and where zero
// bits are no zero. A maximum is no sum.
// CHECK-LABEL: @not_owned(
// CHECK-NOT: collective_broadcast
func.func @not_owned(%x: tensor<4xf32>, %q: tensor<i1>, %e: tensor<4xf8E8M0FNU>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf8E8M0FNU>, tensor<4xf32>) {
  %id = stablehlo.partition_id : tensor<ui32>
  %c = stablehlo.constant dense<1> : tensor<ui32>
  %p = stablehlo.compare EQ, %id, %c : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %several = stablehlo.compare GE, %id, %c : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %bits = stablehlo.constant dense<0x00> : tensor<4xf8E8M0FNU>
  %0 = stablehlo.select %q, %x, %zero : tensor<i1>, tensor<4xf32>
  %1 = stablehlo.convert %p : (tensor<i1>) -> tensor<f32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %3 = stablehlo.multiply %2, %x : tensor<4xf32>
  %4 = stablehlo.select %several, %x, %zero : tensor<i1>, tensor<4xf32>
  %5 = stablehlo.select %p, %e, %bits : tensor<i1>, tensor<4xf8E8M0FNU>
  %6 = stablehlo.select %p, %x, %zero : tensor<i1>, tensor<4xf32>
  %7 = "stablehlo.all_reduce"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, use_global_device_ids}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %8 = "stablehlo.all_reduce"(%3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, use_global_device_ids}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %9 = "stablehlo.all_reduce"(%4) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, use_global_device_ids}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %10 = "stablehlo.all_reduce"(%5) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, use_global_device_ids}> ({
  ^bb0(%l: tensor<f8E8M0FNU>, %r: tensor<f8E8M0FNU>):
    %s = stablehlo.add %l, %r : tensor<f8E8M0FNU>
    stablehlo.return %s : tensor<f8E8M0FNU>
  }) : (tensor<4xf8E8M0FNU>) -> tensor<4xf8E8M0FNU>
  %11 = "stablehlo.all_reduce"(%6) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, use_global_device_ids}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.maximum %l, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %7, %8, %9, %10, %11 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf8E8M0FNU>, tensor<4xf32>
}

// -----

// What is computed of a predicate that depends on data is not known of any device either.
// CHECK-LABEL: @of_data(
// CHECK-NOT: collective_broadcast
func.func @of_data(%x: tensor<4xf32>, %n: tensor<ui32>) -> tensor<4xf32> {
  %id = stablehlo.partition_id : tensor<ui32>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = stablehlo.compare EQ, %id, %n : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %1 = stablehlo.not %0 : tensor<i1>
  %2 = stablehlo.not %1 : tensor<i1>
  %3 = stablehlo.select %2, %x, %zero : tensor<i1>, tensor<4xf32>
  %4 = "stablehlo.all_reduce"(%3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, use_global_device_ids}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %4 : tensor<4xf32>
}
