// RUN: spmd-opt %s --split-input-file --spmd-grad="function=f" | FileCheck %s

// The result is used, the operand is not kept. The loss has a cotangent of one.
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.exponential %x : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: @f_grad(
// CHECK-SAME:    %[[X:.*]]: tensor<f32>) -> (tensor<f32>, tensor<f32>)
// CHECK-NEXT:  %[[Y:.*]] = stablehlo.exponential %[[X]]
// CHECK-NEXT:  %[[ONE:.*]] = stablehlo.constant dense<1.0
// CHECK-NEXT:  %[[G:.*]] = stablehlo.multiply %[[ONE]], %[[Y]]
// CHECK-NEXT:  return %[[Y]], %[[G]]

// -----

// A result that is no scalar has its cotangent as an argument. Both uses of %x add up.
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.multiply %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK-LABEL: @f_grad(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>, %[[CT:.*]]: tensor<4xf32>)
// CHECK-NEXT:  %[[Y:.*]] = stablehlo.multiply %[[X]], %[[X]]
// CHECK-NEXT:  %[[L:.*]] = stablehlo.multiply %[[CT]], %[[X]]
// CHECK-NEXT:  %[[R:.*]] = stablehlo.multiply %[[X]], %[[CT]]
// CHECK-NEXT:  %[[G:.*]] = stablehlo.add %[[L]], %[[R]]
// CHECK-NEXT:  return %[[Y]], %[[G]]

// -----

// Zeros are no ops: nothing is left of the branch through floor, and integers have no gradient.
func.func @f(%x: tensor<4xf32>, %i: tensor<4xi32>) -> tensor<4xf32> {
  %0 = stablehlo.floor %x : tensor<4xf32>
  %1 = stablehlo.cosine %0 : tensor<4xf32>
  %2 = stablehlo.convert %i : (tensor<4xi32>) -> tensor<4xf32>
  %3 = stablehlo.add %1, %2 : tensor<4xf32>
  %4 = stablehlo.subtract %3, %x : tensor<4xf32>
  return %4 : tensor<4xf32>
}
// CHECK-LABEL: @f_grad(
// CHECK-SAME:    %{{.*}}, %[[CT:[a-z0-9]+]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
// CHECK:       %[[Y:.*]] = stablehlo.subtract
// CHECK-NEXT:  %[[G:.*]] = stablehlo.negate %[[CT]]
// CHECK-NEXT:  return %[[Y]], %[[G]]

// -----

// A scalar operand gets the sum.
func.func @f(%p: tensor<i1>, %x: tensor<4xbf16>, %low: tensor<bf16>) -> tensor<4xbf16> {
  %high = stablehlo.constant dense<1.0> : tensor<bf16>
  %0 = stablehlo.clamp %low, %x, %high : (tensor<bf16>, tensor<4xbf16>, tensor<bf16>) -> tensor<4xbf16>
  return %0 : tensor<4xbf16>
}
// CHECK-LABEL: @f_grad(
// CHECK:       %[[OF_LOW:.*]] = stablehlo.reduce({{.*}}applies stablehlo.add across dimensions = [0]
// CHECK:       return %{{.*}}, %{{.*}}, %[[OF_LOW]] : tensor<4xbf16>, tensor<4xbf16>, tensor<bf16>

// -----

// Cotangents have the locations of the forward ops, and shardings of arguments.
sdy.mesh @mesh = <["x"=2]>
func.func @f(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>, tf.aliasing_output = 0 : i32})
    -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %0 = sdy.sharding_constraint %x <@mesh, [{"x"}]> : tensor<4xf32>
  %1 = stablehlo.sine %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
// CHECK-LABEL: @f_grad(
// CHECK-SAME:    %{{.*}}: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
// CHECK-SAME:    %{{.*}}: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})
// CHECK-SAME:    -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
// CHECK:       %[[M:.*]] = stablehlo.multiply
// CHECK-NEXT:  %[[G:.*]] = sdy.sharding_constraint %[[M]] <@mesh, [{"x"}]>
// CHECK-NEXT:  return %{{.*}}, %[[G]]
