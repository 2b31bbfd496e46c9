// RUN: spmd-opt %s --split-input-file --spmd-batch="function=f size=8 in=0,none" | FileCheck %s

// The batch is one more dim, and a value that all entries share is copied where an op needs one shape.
func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.sine %y : tensor<4xf32>
  %1 = stablehlo.add %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
// CHECK-LABEL: func.func @f_batched(
// CHECK-SAME:    %[[X:.*]]: tensor<8x4xf32>, %[[Y:.*]]: tensor<4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:  %[[S:.*]] = stablehlo.sine %[[Y]] : tensor<4xf32>
// CHECK-NEXT:  %[[W:.*]] = stablehlo.broadcast_in_dim %[[S]], dims = [1] : (tensor<4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:  %[[A:.*]] = stablehlo.add %[[X]], %[[W]] : tensor<8x4xf32>
// CHECK-NEXT:  return %[[A]]

// -----

// Constants of one number and broadcasts become larger ones.
func.func @f(%x: tensor<4xf32>, %y: tensor<f32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<2.0> : tensor<4xf32>
  %0 = stablehlo.broadcast_in_dim %y, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.multiply %x, %c : tensor<4xf32>
  %2 = stablehlo.multiply %1, %0 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
// CHECK-LABEL: func.func @f_batched(
// CHECK-DAG:   stablehlo.constant dense<2.000000e+00> : tensor<8x4xf32>
// CHECK-DAG:   stablehlo.broadcast_in_dim %{{.*}}, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
// CHECK-NOT:   dims = [1]

// -----

// A scalar stays beside larger operands, unless it differs by entry.
func.func @f(%p: tensor<i1>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %q = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.select %p, %x, %x : tensor<i1>, tensor<4xf32>
  %1 = stablehlo.select %q, %0, %x : tensor<i1>, tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
// CHECK-LABEL: func.func @f_batched(
// CHECK-SAME:    %[[P:.*]]: tensor<8xi1>
// CHECK:       %[[W:.*]] = stablehlo.broadcast_in_dim %[[P]], dims = [0] : (tensor<8xi1>) -> tensor<8x4xi1>
// CHECK:       stablehlo.select %[[W]], %{{.*}} : tensor<8x4xi1>, tensor<8x4xf32>
// CHECK:       stablehlo.select %{{.*}} : tensor<i1>, tensor<8x4xf32>

// -----

// Shardings of ops get an open dim.
sdy.mesh @mesh = <["x"=2]>
func.func @f(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %y: tensor<4xf32>)
    -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.sine %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<4xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{}]> : tensor<4xf32>
  return %1 : tensor<4xf32>
}
// CHECK-LABEL: func.func @f_batched(
// CHECK-SAME:    tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"x"}]>}
// CHECK-SAME:    -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"x"}]>})
// CHECK:       stablehlo.sine %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"x"}]>]>}
// CHECK:       sdy.sharding_constraint %{{.*}} <@mesh, [{?}, {}]> : tensor<8x4xf32>
