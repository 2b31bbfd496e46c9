// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Paddings of split dims: rows move to other shards, and what comes from no row is filled.
// RUN: spmd-opt %s --sdy-resolve-permutation-factors | FileCheck %s

sdy.mesh @m = <["x"=4, "y"=2]>

// Zeros come from devices without a left neighbour anyway: no mask.
// CHECK-LABEL: @shifted_zeros
func.func @shifted_zeros(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> tensor<8xf32> {
  // CHECK-NEXT: %[[ZERO:.*]] = stablehlo.constant dense<0.000000e+00>
  // CHECK-NEXT: sdy.manual_computation(%arg0, %[[ZERO]]) in_shardings=[<@m, [{"x"}]>, <@m, []>] {{.*}} manual_axes={"x"} (%[[A:.*]]: tensor<2xf32>, %{{.*}}: tensor<f32>)
  // CHECK-NEXT: %[[LAST:.*]] = stablehlo.slice %[[A]] [1:2]
  // CHECK-NEXT: %[[SENT:.*]] = "stablehlo.collective_permute"(%[[LAST]])
  // CHECK-NEXT: %[[OWN:.*]] = stablehlo.slice %[[A]] [0:1]
  // CHECK-NEXT: %[[C:.*]] = stablehlo.concatenate %[[SENT]], %[[OWN]], dim = 0
  // CHECK-NEXT: sdy.return %[[C]]
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %a, %zero, low = [1], high = [-1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Any other value takes the place of the zeros that the first device gets.
// CHECK-LABEL: @shifted_values
func.func @shifted_values(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}, %v: tensor<f32>) -> tensor<8xf32> {
  // CHECK: %[[C:.*]] = stablehlo.concatenate
  // CHECK-NEXT: %[[ROW:.*]] = stablehlo.iota dim = 0
  // CHECK: %[[TABLE:.*]] = stablehlo.constant dense<[-1, -1, 1, 1, 3, 3, 5, 5]>
  // CHECK: %[[GE:.*]] = stablehlo.compare GE
  // CHECK: %[[LE:.*]] = stablehlo.compare LE
  // CHECK: %[[IS:.*]] = stablehlo.and %[[GE]], %[[LE]]
  // CHECK: %[[V:.*]] = stablehlo.broadcast_in_dim %{{.*}}, dims = []
  // CHECK: stablehlo.select %[[IS]], %[[C]], %[[V]]
  %0 = stablehlo.pad %a, %v, low = [1], high = [-1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Padding behind the last row that leaves the shards as they are: nothing moves.
// CHECK-LABEL: @padding_inside_of_the_last_shard
// CHECK-NEXT: stablehlo.pad %arg0
// CHECK-NEXT: return
func.func @padding_inside_of_the_last_shard(%a: tensor<5xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}, %v: tensor<f32>) -> tensor<8xf32> {
  %0 = stablehlo.pad %a, %v, low = [0], high = [3], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<5xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Rows spread out: [a b | c d] -> [a . b . | c . d .], each shard by itself.
// CHECK-LABEL: @padding_between_rows
func.func @padding_between_rows(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}, %v: tensor<f32>) -> tensor<16xf32> {
  // CHECK-NOT: collective_permute
  // CHECK: stablehlo.pad %{{.*}}, %{{.*}}, low = [0], high = [1], interior = [1] {{.*}} : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK-NEXT: sdy.return
  %0 = stablehlo.pad %a, %v, low = [0], high = [1], interior = [1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<8xf32>, tensor<f32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// The whole dim is padded behind the exchange; the operand is filled up with the padding value.
// CHECK-LABEL: @whole_dims_behind_the_exchange
func.func @whole_dims_behind_the_exchange(%a: tensor<7x3xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}, %v: tensor<f32>) -> tensor<8x5xf32> {
  // CHECK-NEXT: %[[P:.*]] = stablehlo.pad %arg0, %arg1, low = [0, 0], high = [1, 0]
  // CHECK-NEXT: sdy.manual_computation(%[[P]], %arg1)
  // CHECK: stablehlo.select
  // CHECK-NEXT: stablehlo.pad %{{.*}}, %{{.*}}, low = [0, 1], high = [0, 1], interior = [0, 0] {{.*}} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x5xf32>
  // CHECK-NEXT: sdy.return
  %0 = stablehlo.pad %a, %v, low = [1, 1], high = [0, 1], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>} : (tensor<7x3xf32>, tensor<f32>) -> tensor<8x5xf32>
  return %0 : tensor<8x5xf32>
}

// Far from the operand, shards are filled afterwards instead of cutting long padding.
// CHECK-LABEL: @long_padding
// CHECK: stablehlo.dynamic_slice %{{.*}}, %{{.*}}, sizes = [4]
// CHECK: stablehlo.select
func.func @long_padding(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}]>}) -> tensor<32xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %a, %zero, low = [0], high = [24], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x", "y"}]>]>} : (tensor<8xf32>, tensor<f32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}
