// RUN: spmd-opt %s --spmd-batch="function=f size=8" --spmd-grad="function=f_batched" | FileCheck %s

// The gradient of a batched scan: rows of buffers are written without reading them before, as in the gradient of the scan itself.
func.func @f(%xs: tensor<5x4xf32>) -> tensor<5x4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %buffer = stablehlo.constant dense<0.0> : tensor<5x4xf32>
  %0:3 = stablehlo.while(%i = %zero, %rows = %xs, %ys = %buffer) : tensor<i32>, tensor<5x4xf32>, tensor<5x4xf32>
  cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %z = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.dynamic_slice %rows, %i, %z, sizes = [1, 4] : (tensor<5x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %3 = stablehlo.reshape %2 : (tensor<1x4xf32>) -> tensor<4xf32>
    %4 = stablehlo.sine %3 : tensor<4xf32>
    %5 = stablehlo.reshape %4 : (tensor<4xf32>) -> tensor<1x4xf32>
    %6 = stablehlo.dynamic_update_slice %ys, %5, %i, %z : (tensor<5x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<5x4xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %rows, %6 : tensor<i32>, tensor<5x4xf32>, tensor<5x4xf32>
  }
  return %0#2 : tensor<5x4xf32>
}
// CHECK-LABEL: func.func @f_batched_grad(
// CHECK:       stablehlo.while({{.*}}) : tensor<i32>, tensor<5x8x4xf32>, tensor<5x8x4xf32>
// CHECK:       stablehlo.sine %{{.*}} : tensor<8x4xf32>
// CHECK:       stablehlo.while({{.*}}) : tensor<i32>, tensor<5x8x4xf32>, tensor<5x8x4xf32>
// CHECK:       stablehlo.cosine %{{.*}} : tensor<8x4xf32>
// CHECK:       stablehlo.dynamic_update_slice %{{.*}} : (tensor<5x8x4xf32>, tensor<1x8x4xf32>
// CHECK-NOT:   stablehlo.add {{.*}} : tensor<1x8x4xf32>
