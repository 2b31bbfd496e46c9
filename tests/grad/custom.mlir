// RUN: spmd-opt %s --split-input-file --verify-diagnostics --spmd-grad="function=f" | FileCheck %s

// The user's gradient gets the arguments, then the cotangents of results, and returns those of differentiable arguments.
func.func @f(%x: tensor<4xf32>, %i: tensor<4xi32>) -> tensor<4xf32> {
  %0 = call @clipped(%x, %i) : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @clipped(%x: tensor<4xf32>, %i: tensor<4xi32>) -> tensor<4xf32> attributes {spmd.vjp = @clipped_vjp} {
  return %x : tensor<4xf32>
}
func.func private @clipped_vjp(%x: tensor<4xf32>, %i: tensor<4xi32>, %ct: tensor<4xf32>) -> tensor<4xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %minus = stablehlo.constant dense<-1.0> : tensor<f32>
  %0 = stablehlo.clamp %minus, %ct, %one : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK-LABEL: @f_grad(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<4xf32>, %[[I:[a-z0-9]+]]: tensor<4xi32>, %[[CT:[a-z0-9]+]]: tensor<4xf32>)
// CHECK-NEXT:  %[[Y:.*]] = call @clipped(%[[X]], %[[I]])
// CHECK-NEXT:  %[[G:.*]] = call @clipped_vjp(%[[X]], %[[I]], %[[CT]])
// CHECK-NEXT:  return %[[Y]], %[[G]]

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @g(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// expected-error@+1 {{names '@missing' as its gradient, which is no function}}
func.func private @g(%x: tensor<4xf32>) -> tensor<4xf32> attributes {spmd.vjp = @missing} {
  return %x : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @g(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// expected-error@+1 {{names '@vjp' as its gradient, whose type has to be '(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>'}}
func.func private @g(%x: tensor<4xf32>) -> tensor<4xf32> attributes {spmd.vjp = @vjp} {
  return %x : tensor<4xf32>
}
// expected-note@+1 {{its type is '(tensor<4xf32>) -> tensor<4xf32>'}}
func.func private @vjp(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
