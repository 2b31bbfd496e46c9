// RUN: spmd-opt %s --split-input-file --spmd-grad="function=f" | FileCheck %s

// [b, m, k] x [b, k, n]: each operand gets the matmul of the cotangent with the other one.
func.func @f(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) -> tensor<2x3x5xf32> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGHEST, DEFAULT]
      : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return %0 : tensor<2x3x5xf32>
}
// CHECK-LABEL: @f_grad(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<2x3x4xf32>, %[[Y:[a-z0-9]+]]: tensor<2x4x5xf32>, %[[CT:[a-z0-9]+]]: tensor<2x3x5xf32>)
// CHECK:       %[[OF_X:.*]] = stablehlo.dot_general %[[CT]], %[[Y]], batching_dims = [0] x [0], contracting_dims = [2] x [2], precision
// CHECK:       %[[DOT:.*]] = stablehlo.dot_general %[[CT]], %[[X]], batching_dims = [0] x [0], contracting_dims = [1] x [1], precision
// CHECK-NEXT:  %[[OF_Y:.*]] = stablehlo.transpose %[[DOT]], dims = [0, 2, 1]
// CHECK-NEXT:  return %{{.*}}, %[[OF_X]], %[[OF_Y]]

// -----

// Strides become dilations: the kernel moves over the cotangent, the cotangent over the image.
func.func @f(%x: tensor<1x2x9xf32>, %k: tensor<3x2x3xf32>) -> tensor<1x3x4xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0],
      window = {stride = [2], pad = [[0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<1x2x9xf32>, tensor<3x2x3xf32>) -> tensor<1x3x4xf32>
  return %0 : tensor<1x3x4xf32>
}
// CHECK-LABEL: @f_grad(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<1x2x9xf32>, %[[K:[a-z0-9]+]]: tensor<3x2x3xf32>, %[[CT:[a-z0-9]+]]: tensor<1x3x4xf32>)
// CHECK:       %[[MIRRORED:.*]] = stablehlo.reverse %[[K]], dims = [2]
// CHECK-NEXT:  stablehlo.convolution(%[[CT]], %[[MIRRORED]]) dim_numbers = [b, f, 0]x[i, o, 0]->[b, f, 0]
// CHECK-SAME:    lhs_dilate = [2]
// CHECK:       stablehlo.convolution(%[[X]], %[[CT]]) dim_numbers = [f, b, 0]x[i, o, 0]->[f, b, 0]
// CHECK-SAME:    rhs_dilate = [2]
