// RUN: spmd-opt %s --spmd-grad="function=f" --spmd-grad="function=f_grad wrt=0 as=f_second" | FileCheck %s
// RUN: spmd-opt %s --spmd-grad="function=f" --spmd-grad="function=f_grad wrt=0 as=main" --symbol-dce | spmd-run - --random-args=1 --check-against-sequential

// The gradient of the gradient takes the cotangents of the loss and of the gradient.
func.func private @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.sine %x : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: @f_second(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<f32>, %[[CT:[a-z0-9]+]]: tensor<f32>, %[[CTG:[a-z0-9]+]]: tensor<f32>)
// CHECK-SAME:    -> (tensor<f32>, tensor<f32>, tensor<f32>)
// CHECK:       stablehlo.sine %[[X]]
// CHECK:       stablehlo.cosine %[[X]]
