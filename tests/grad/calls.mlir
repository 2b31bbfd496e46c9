// RUN: spmd-opt %s --spmd-grad="function=f" | FileCheck %s
// RUN: spmd-opt %s --spmd-grad="function=f as=f" | FileCheck %s --check-prefix=REPLACED

// REPLACED-COUNT-1: func.func @f(
// REPLACED-NOT: func.func @f(

// Two calls share the functions of both directions. The second one hands on the cotangent that %x has so far.
func.func @f(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = call @layer(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = call @layer(%0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
func.func private @layer(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = call @matmul(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.tanh %0 : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
// Short functions without calls are inlined.
func.func private @matmul(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
// CHECK-LABEL: @f_grad(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<4x4xf32>, %[[CT:[a-z0-9]+]]: tensor<4x4xf32>)
// CHECK-NEXT:  %[[A:.*]] = call @layer_fwd(%[[X]])
// CHECK-NEXT:  %[[B:.*]] = call @layer_fwd(%[[A]])
// CHECK-NEXT:  %[[GB:.*]] = call @layer_bwd(%[[B]], %[[A]], %[[CT]])
// CHECK-NEXT:  %[[GA:.*]] = call @layer_bwd(%[[A]], %[[X]], %[[GB]])
// CHECK-NEXT:  return %[[B]], %[[GA]]
// CHECK:       func.func private @layer_bwd(
// CHECK:       func.func private @layer_fwd(
// CHECK-NEXT:  %[[D:.*]] = stablehlo.dot_general
// CHECK-NEXT:  %[[T:.*]] = stablehlo.tanh %[[D]]
// CHECK-NEXT:  return %[[T]]
