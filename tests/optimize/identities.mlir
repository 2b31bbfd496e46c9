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
