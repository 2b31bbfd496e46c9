// RUN: spmd-opt %s --split-input-file --spmd-batch="function=f size=8 in=1 out=1" | FileCheck %s

// The batch is carried along where it is.
func.func @f(%x: tensor<4x6xf32>) -> tensor<6x2xf32> {
  %0 = stablehlo.slice %x [1:3, 0:6] : (tensor<4x6xf32>) -> tensor<2x6xf32>
  %1 = stablehlo.reverse %0, dims = [1] : tensor<2x6xf32>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<2x6xf32>) -> tensor<6x2xf32>
  return %2 : tensor<6x2xf32>
}
// CHECK-LABEL: func.func @f_batched(
// CHECK-SAME:    %[[X:.*]]: tensor<4x8x6xf32>) -> tensor<6x8x2xf32>
// CHECK-NEXT:  %[[S:.*]] = stablehlo.slice %[[X]] [1:3, 0:8, 0:6] : (tensor<4x8x6xf32>) -> tensor<2x8x6xf32>
// CHECK-NEXT:  %[[R:.*]] = stablehlo.reverse %[[S]], dims = [2] : tensor<2x8x6xf32>
// CHECK-NEXT:  %[[T:.*]] = stablehlo.transpose %[[R]], dims = [1, 2, 0] : (tensor<2x8x6xf32>) -> tensor<8x6x2xf32>
// CHECK-NEXT:  %[[O:.*]] = stablehlo.transpose %[[T]], dims = [1, 0, 2] : (tensor<8x6x2xf32>) -> tensor<6x8x2xf32>
// CHECK-NEXT:  return %[[O]]

// -----

// A reshape keeps it between dims that do not change.
func.func @f(%x: tensor<4x6xf32>) -> tensor<4x2x3xf32> {
  %0 = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<4x2x3xf32>
  return %0 : tensor<4x2x3xf32>
}
// CHECK-LABEL: func.func @f_batched(
// CHECK-NEXT:  stablehlo.reshape %{{.*}} : (tensor<4x8x6xf32>) -> tensor<4x8x2x3xf32>

// -----

func.func @f(%x: tensor<4x6xf32>) -> tensor<24xf32> {
  %0 = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<24xf32>
  return %0 : tensor<24xf32>
}
// CHECK-LABEL: func.func @f_batched(
// CHECK-NEXT:  %[[T:.*]] = stablehlo.transpose %{{.*}}, dims = [1, 0, 2] : (tensor<4x8x6xf32>) -> tensor<8x4x6xf32>
// CHECK-NEXT:  stablehlo.reshape %[[T]] : (tensor<8x4x6xf32>) -> tensor<8x24xf32>
