// RUN: spmd-opt %s --sdy-constant-or-scalar-merger | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: @equal_constants(
func.func @equal_constants(%x: tensor<8xf32>, %s: tensor<f32>) -> tensor<8xf32> {
  // CHECK-NEXT: %[[C:.*]] = sdy.constant dense<1.0
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1
  // CHECK-NEXT: %[[Y:.*]] = stablehlo.add %[[C]], %[[C]]
  // CHECK-NEXT: stablehlo.multiply %[[B]], %[[B]]
  %c = sdy.constant dense<1.0> : tensor<8xf32>
  %d = sdy.constant dense<1.0> : tensor<8xf32>
  %b = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %e = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %0 = stablehlo.add %c, %d : tensor<8xf32>
  %1 = stablehlo.multiply %b, %e : tensor<8xf32>
  %2 = stablehlo.add %0, %1 : tensor<8xf32>
  return %2 : tensor<8xf32>
}

// Other shardings, other values and other types are other constants. A broadcast of more than a scalar is work: it stays.
// CHECK-LABEL: @different(
// CHECK-COUNT-4: stablehlo.constant
// CHECK-COUNT-2: stablehlo.broadcast_in_dim
// CHECK: return
func.func @different(%r: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xi32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  %0 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} dense<1.0> : tensor<8xf32>
  %1 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}]>]>} dense<1.0> : tensor<8xf32>
  %2 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} dense<2.0> : tensor<8xf32>
  %3 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} dense<1> : tensor<8xi32>
  %4 = stablehlo.broadcast_in_dim %r, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
  %5 = stablehlo.broadcast_in_dim %r, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xi32>, tensor<4x8xf32>, tensor<4x8xf32>
}

// A body keeps its own copy of a constant outside; within the body equal ones are merged.
// CHECK-LABEL: @blocks_apart(
func.func @blocks_apart(%x: tensor<8xf32>, %p: tensor<i1>) -> tensor<8xf32> {
  // CHECK-NEXT: %[[C:.*]] = stablehlo.constant
  // CHECK-NEXT: stablehlo.if
  // CHECK-NEXT: %[[D:.*]] = stablehlo.constant
  // CHECK-NEXT: stablehlo.add %[[D]], %[[D]]
  // CHECK: stablehlo.return %[[C]]
  %c = stablehlo.constant dense<1.0> : tensor<8xf32>
  %0 = "stablehlo.if"(%p) ({
    %d = stablehlo.constant dense<1.0> : tensor<8xf32>
    %e = stablehlo.constant dense<1.0> : tensor<8xf32>
    %1 = stablehlo.add %d, %e : tensor<8xf32>
    stablehlo.return %1 : tensor<8xf32>
  }, {
    stablehlo.return %c : tensor<8xf32>
  }) : (tensor<i1>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
