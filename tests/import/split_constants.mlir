// RUN: spmd-opt %s --sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK-LABEL: @each_user_has_its_own
func.func @each_user_has_its_own(%a: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: %[[C0:.*]] = sdy.constant dense<1.0
  // CHECK-NEXT: %[[C1:.*]] = sdy.constant dense<1.0
  // CHECK-NEXT: %[[X:.*]] = stablehlo.add %{{.*}}, %[[C0]]
  // CHECK-NEXT: stablehlo.add %[[X]], %[[C1]]
  %c = stablehlo.constant dense<1.0> : tensor<8xf32>
  %0 = stablehlo.add %a, %c : tensor<8xf32>
  %1 = stablehlo.add %0, %c : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: @expressions_are_copied_but_their_scalars_are_shared
func.func @expressions_are_copied_but_their_scalars_are_shared(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK-NEXT: %[[C:.*]] = sdy.constant dense<1.0{{.*}} tensor<f32>
  // CHECK-NEXT: %[[I0:.*]] = stablehlo.iota
  // CHECK-NEXT: %[[I1:.*]] = stablehlo.iota
  // CHECK-NEXT: %[[B0:.*]] = stablehlo.broadcast_in_dim %[[C]]
  // CHECK-NEXT: %[[B1:.*]] = stablehlo.broadcast_in_dim %[[C]]
  // CHECK-NEXT: %[[E0:.*]] = stablehlo.add %[[I0]], %[[B0]]
  // CHECK-NEXT: %[[E1:.*]] = stablehlo.add %[[I1]], %[[B1]]
  // CHECK-NEXT: %[[X:.*]] = stablehlo.add %{{.*}}, %[[E0]]
  // CHECK-NEXT: return %[[X]], %[[E1]]
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  %i = stablehlo.iota dim = 0 : tensor<8xf32>
  %b = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %e = stablehlo.add %i, %b : tensor<8xf32>
  %0 = stablehlo.add %a, %e : tensor<8xf32>
  return %0, %e : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: @broadcasts_of_a_scalar_are_copied
func.func @broadcasts_of_a_scalar_are_copied(%s: tensor<f32>) -> tensor<8xf32> {
  // CHECK-NEXT: %[[B0:.*]] = stablehlo.broadcast_in_dim %arg0
  // CHECK-NEXT: %[[B1:.*]] = stablehlo.broadcast_in_dim %arg0
  // CHECK-NEXT: stablehlo.multiply %[[B0]], %[[B1]]
  %b = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %0 = stablehlo.multiply %b, %b : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// A call that only computes constants is one: each user gets a function of its own.
// CHECK-LABEL: @constant_calls_are_copied
func.func @constant_calls_are_copied(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK-NEXT: %[[A:.*]] = call @counted_0()
  // CHECK-NEXT: %[[B:.*]] = call @counted_1()
  // CHECK-NEXT: stablehlo.add %arg0, %[[A]]
  // CHECK-NEXT: stablehlo.multiply %arg0, %[[B]]
  %0 = call @counted() : () -> tensor<8xf32>
  %1 = stablehlo.add %x, %0 : tensor<8xf32>
  %2 = stablehlo.multiply %x, %0 : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}
func.func private @counted() -> tensor<8xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Every copy is in the groups that the constant was in.
// CHECK-LABEL: @copies_join_the_groups
func.func @copies_join_the_groups(%x: tensor<8xf32>, %s: tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK-NEXT: %[[A:.*]] = sdy.constant
  // CHECK-NEXT: sdy.sharding_group %[[A]] group_id=1
  // CHECK-NEXT: sdy.sharding_group %[[A]] group_id=2
  // CHECK-NEXT: %[[B:.*]] = sdy.constant
  // CHECK-NEXT: sdy.sharding_group %[[B]] group_id=1
  // CHECK-NEXT: sdy.sharding_group %[[B]] group_id=2
  %0 = stablehlo.constant dense<2.0> : tensor<8xf32>
  sdy.sharding_group %0 group_id=1 : tensor<8xf32>
  sdy.sharding_group %0 group_id=2 : tensor<8xf32>
  // CHECK-NEXT: %[[C:.*]] = stablehlo.broadcast_in_dim
  // CHECK-NEXT: sdy.sharding_group %[[C]] group_id=3
  // CHECK-NEXT: %[[D:.*]] = stablehlo.broadcast_in_dim
  // CHECK-NEXT: sdy.sharding_group %[[D]] group_id=3
  %1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<8xf32>
  sdy.sharding_group %1 group_id=3 : tensor<8xf32>
  // CHECK-NEXT: %[[E:.*]] = stablehlo.add %arg0, %[[A]]
  // CHECK-NEXT: %[[F:.*]] = stablehlo.add %[[E]], %[[B]]
  // CHECK-NEXT: stablehlo.add %[[F]], %[[C]]
  %2 = stablehlo.add %x, %0 : tensor<8xf32>
  %3 = stablehlo.add %2, %0 : tensor<8xf32>
  %4 = stablehlo.add %3, %1 : tensor<8xf32>
  %5 = stablehlo.multiply %4, %1 : tensor<8xf32>
  return %4, %5 : tensor<8xf32>, tensor<8xf32>
}

// sdy.constant has the type of its elements as they are stored.
// CHECK-LABEL: @quantized_constants_stay
func.func @quantized_constants_stay() -> tensor<2x!quant.uniform<i8:f32, 5.0e-01>> {
  // CHECK-NEXT: stablehlo.constant() <{value = dense<1> : tensor<2xi8>}>
  %0 = stablehlo.constant() <{value = dense<1> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 5.0e-01>>
  return %0 : tensor<2x!quant.uniform<i8:f32, 5.0e-01>>
}

sdy.mesh @barriers = <["x"=2]>

// A barrier and a reshard of a constant expression are part of it: no sharding flows from user to user through them.
// CHECK-LABEL: @barriers_and_reshards
func.func @barriers_and_reshards(%a: tensor<8xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  // CHECK-COUNT-2: sdy.propagation_barrier
  // CHECK-COUNT-2: sdy.reshard
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %d = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %p = sdy.propagation_barrier %d allowed_direction=FORWARD : tensor<8xf32>
  %r = sdy.reshard %d <@barriers, [{?}]> : tensor<8xf32>
  %0 = stablehlo.add %a, %p : tensor<8xf32>
  %1 = stablehlo.multiply %b, %p : tensor<8xf32>
  %2 = stablehlo.add %a, %r : tensor<8xf32>
  %3 = stablehlo.multiply %b, %r : tensor<8xf32>
  return %0, %1, %2, %3 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
