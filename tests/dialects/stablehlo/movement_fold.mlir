// RUN: spmd-opt %s --cse | FileCheck %s

// CHECK-LABEL: @equal_constants_are_one(
// CHECK-NEXT: %[[C:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: return %[[C]], %[[C]]
func.func @equal_constants_are_one() -> (tensor<f32>, tensor<f32>) {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.constant dense<0.0> : tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}

// CHECK-LABEL: @unused_values_go(
// CHECK-NEXT: return
func.func @unused_values_go(%x: tensor<4xf32>) {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<4xf32>
  return
}
