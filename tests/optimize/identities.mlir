// RUN: spmd-opt %s --spmd-simplify | FileCheck %s

// CHECK-LABEL: @gelu_is_a_logistic_function(
func.func @gelu_is_a_logistic_function(%x: tensor<8xf32>) -> tensor<8xf32> {
  %half = stablehlo.constant dense<0.5> : tensor<8xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %k = stablehlo.constant dense<0.797884583> : tensor<f32>
  %ones = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %ks = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<f32>) -> tensor<8xf32>
  // CHECK: %[[K:.*]] = stablehlo.broadcast_in_dim
  // CHECK: %[[TWICE:.*]] = stablehlo.add %[[K]], %[[K]]
  // CHECK: %[[U:.*]] = stablehlo.multiply %[[TWICE]], %arg0
  // CHECK: stablehlo.logistic %[[U]]
  %u = stablehlo.multiply %ks, %x : tensor<8xf32>
  %t = stablehlo.tanh %u : tensor<8xf32>
  %s = stablehlo.add %ones, %t : tensor<8xf32>
  %c = stablehlo.multiply %half, %s : tensor<8xf32>
  return %c : tensor<8xf32>
}

// a (x + b x^3) as x (a + a b x^2).
// CHECK-LABEL: @as_jax_writes_gelu(
func.func @as_jax_writes_gelu(%x: tensor<8xf32>) -> tensor<8xf32> {
  %half = stablehlo.constant dense<0.5> : tensor<8xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %a = stablehlo.constant dense<0.797884583> : tensor<8xf32>
  %b = stablehlo.constant dense<4.471500e-02> : tensor<8xf32>
  // CHECK-DAG: %[[B:.*]] = stablehlo.constant dense<4.471500e-02>
  // CHECK-DAG: %[[A:.*]] = stablehlo.constant dense<0.797884583>
  // CHECK: %[[SQUARE:.*]] = stablehlo.multiply %arg0, %arg0
  // CHECK-NEXT: %[[TWICE:.*]] = stablehlo.add %[[A]], %[[A]]
  // CHECK-NEXT: %[[AB:.*]] = stablehlo.multiply %[[TWICE]], %[[B]]
  // CHECK-NEXT: %[[TERM:.*]] = stablehlo.multiply %[[AB]], %[[SQUARE]]
  // CHECK-NEXT: %[[SUM:.*]] = stablehlo.add %[[TWICE]], %[[TERM]]
  // CHECK-NEXT: %[[U:.*]] = stablehlo.multiply %arg0, %[[SUM]]
  // CHECK-NEXT: stablehlo.logistic %[[U]]
  %square = stablehlo.multiply %x, %x : tensor<8xf32>
  %cube = stablehlo.multiply %square, %x : tensor<8xf32>
  %term = stablehlo.multiply %b, %cube : tensor<8xf32>
  %sum = stablehlo.add %x, %term : tensor<8xf32>
  %u = stablehlo.multiply %a, %sum : tensor<8xf32>
  %t = stablehlo.tanh %u : tensor<8xf32>
  %s = stablehlo.add %one, %t : tensor<8xf32>
  %c = stablehlo.multiply %half, %s : tensor<8xf32>
  return %c : tensor<8xf32>
}

// With a negative b infinities would differ.
// CHECK-LABEL: @a_negative_factor_of_the_cube_stays(
// CHECK: %[[SQUARE:.*]] = stablehlo.multiply %arg0, %arg0
// CHECK-NEXT: stablehlo.multiply %[[SQUARE]], %arg0
func.func @a_negative_factor_of_the_cube_stays(%x: tensor<8xf32>) -> tensor<8xf32> {
  %half = stablehlo.constant dense<0.5> : tensor<8xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %a = stablehlo.constant dense<0.797884583> : tensor<8xf32>
  %b = stablehlo.constant dense<-4.471500e-02> : tensor<8xf32>
  %square = stablehlo.multiply %x, %x : tensor<8xf32>
  %cube = stablehlo.multiply %square, %x : tensor<8xf32>
  %term = stablehlo.multiply %b, %cube : tensor<8xf32>
  %sum = stablehlo.add %x, %term : tensor<8xf32>
  %u = stablehlo.multiply %a, %sum : tensor<8xf32>
  %t = stablehlo.tanh %u : tensor<8xf32>
  %s = stablehlo.add %one, %t : tensor<8xf32>
  %c = stablehlo.multiply %half, %s : tensor<8xf32>
  return %c : tensor<8xf32>
}

// A conversion to the same type, as JAX leaves them, hides nothing.
// CHECK-LABEL: @behind_a_conversion(
// CHECK-NOT: stablehlo.tanh
// CHECK: stablehlo.logistic
func.func @behind_a_conversion(%x: tensor<8xf32>) -> tensor<8xf32> {
  %half = stablehlo.constant dense<0.5> : tensor<8xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %t = stablehlo.tanh %x : tensor<8xf32>
  %same = stablehlo.convert %t : tensor<8xf32>
  %s = stablehlo.add %one, %same : tensor<8xf32>
  %c = stablehlo.multiply %half, %s : tensor<8xf32>
  return %c : tensor<8xf32>
}

// Its derivative reads the tanh, too.
// CHECK-LABEL: @tanh_with_another_reader_stays(
// CHECK: stablehlo.tanh
// CHECK-NOT: stablehlo.logistic
func.func @tanh_with_another_reader_stays(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %half = stablehlo.constant dense<0.5> : tensor<8xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %t = stablehlo.tanh %x : tensor<8xf32>
  %s = stablehlo.add %one, %t : tensor<8xf32>
  %c = stablehlo.multiply %half, %s : tensor<8xf32>
  return %c, %t : tensor<8xf32>, tensor<8xf32>
}

// What the program says of a memory or a layout changes no value; what a call computes stays.
// CHECK-LABEL: @annotations(
func.func @annotations(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<4xf32>) {
  // CHECK-NEXT: %[[PART:.*]] = stablehlo.custom_call @SPMDFullToShardShape(%arg0)
  // CHECK-NEXT: %[[SUM:.*]] = stablehlo.add %arg0, %arg0
  // CHECK-NEXT: return %[[SUM]], %[[PART]]
  %0 = stablehlo.custom_call @annotate_device_placement(%x) {has_side_effect = true, mhlo.frontend_attributes = {_xla_buffer_placement = "pinned_host"}} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.custom_call @LayoutConstraint(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = stablehlo.custom_call @SPMDFullToShardShape(%x) : (tensor<8xf32>) -> tensor<4xf32>
  %3 = stablehlo.add %0, %1 : tensor<8xf32>
  return %3, %2 : tensor<8xf32>, tensor<4xf32>
}

// A choice between a value and itself.
// CHECK-LABEL: @choices_of_one(
func.func @choices_of_one(%p: tensor<8xi1>, %x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK-NEXT: %[[OTHER:.*]] = stablehlo.select %arg0, %arg1, %arg2
  // CHECK-NEXT: return %arg1, %[[OTHER]]
  %still = stablehlo.convert %x {spmd.stop_gradient = ""} : (tensor<8xf32>) -> tensor<8xf32>
  %0 = stablehlo.select %p, %x, %still : tensor<8xi1>, tensor<8xf32>
  %1 = stablehlo.select %p, %x, %y : tensor<8xi1>, tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
