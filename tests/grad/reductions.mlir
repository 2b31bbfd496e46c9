// RUN: spmd-opt %s --split-input-file --spmd-grad="function=f" | FileCheck %s

// The largest elements share the cotangent.
func.func @f(%x: tensor<3x5xf32>) -> tensor<3xf32> {
  %c = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %c) applies stablehlo.maximum across dimensions = [1] : (tensor<3x5xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
// CHECK-LABEL: @f_grad(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<3x5xf32>, %[[CT:[a-z0-9]+]]: tensor<3xf32>)
// CHECK:       %[[Y:.*]] = stablehlo.reduce
// CHECK-NEXT:  %[[MAX:.*]] = stablehlo.broadcast_in_dim %[[Y]], dims = [0]
// CHECK-NEXT:  %[[IS:.*]] = stablehlo.compare EQ, %[[X]], %[[MAX]]
// CHECK-NEXT:  %[[ONES:.*]] = stablehlo.convert %[[IS]]
// CHECK:       %[[COUNT:.*]] = stablehlo.reduce(%[[ONES]]
// CHECK-NEXT:  %[[SHARE:.*]] = stablehlo.divide %[[CT]], %[[COUNT]]
// CHECK-NEXT:  %[[ALL:.*]] = stablehlo.broadcast_in_dim %[[SHARE]], dims = [0]
// CHECK-NEXT:  %[[G:.*]] = stablehlo.multiply %[[ALL]], %[[ONES]]
// CHECK-NEXT:  return %[[Y]], %[[G]]

// -----

// Windows of a maximum: each hands its cotangent to the element that it chose.
func.func @f(%x: tensor<8xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK-LABEL: @f_grad(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<8xf32>, %[[CT:[a-z0-9]+]]: tensor<4xf32>)
// CHECK:       "stablehlo.select_and_scatter"(%[[X]], %[[CT]], %{{.*}}) <{padding = dense<0> : tensor<1x2xi64>, window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}>
// CHECK:         stablehlo.compare GE

// -----

// A body of several ops is applied to whole tensors, in log steps.
func.func @f(%x: tensor<4xf32>) -> tensor<f32> {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %c) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    reducer(%a: tensor<f32>, %b: tensor<f32>) {
      %1 = stablehlo.multiply %a, %a : tensor<f32>
      %2 = stablehlo.multiply %b, %b : tensor<f32>
      %3 = stablehlo.add %1, %2 : tensor<f32>
      %4 = stablehlo.sqrt %3 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }
  return %0 : tensor<f32>
}
// CHECK-LABEL: @f_grad(
// CHECK-NOT:   reduce
// CHECK:       stablehlo.sqrt %{{.*}} : tensor<2xf32>
// CHECK:       stablehlo.sqrt %{{.*}} : tensor<1xf32>
// CHECK:       stablehlo.sqrt %{{.*}} : tensor<f32>

// -----

// A map is its body on whole tensors.
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>):
    %1 = stablehlo.sine %a : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK-LABEL: @f_grad(
// CHECK:       %[[Y:.*]] = stablehlo.sine %{{.*}} : tensor<4xf32>
// CHECK:       %[[C:.*]] = stablehlo.cosine %{{.*}} : tensor<4xf32>
// CHECK:       stablehlo.multiply %{{.*}}, %[[C]]
