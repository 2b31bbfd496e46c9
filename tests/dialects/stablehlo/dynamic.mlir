// RUN: spmd-opt %s | spmd-opt | FileCheck %s

// CHECK-LABEL: @computed_shapes
func.func @computed_shapes(%x: tensor<?xf32>, %s: tensor<2xi32>, %v: tensor<f32>, %p: tensor<1xi32>) {
  // CHECK: stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [1] {known_expanding_dimensions = array<i64>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] {known_expanding_dimensions = array<i64>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  // CHECK: stablehlo.dynamic_iota %arg1, dim = 0 : (tensor<2xi32>) -> tensor<?x5xi64>
  %1 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi32>) -> tensor<?x5xi64>
  // CHECK: stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  %2 = stablehlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  // CHECK: stablehlo.dynamic_pad %arg0, %arg2, %arg3, %arg3, %arg3 : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %3 = stablehlo.dynamic_pad %x, %v, %p, %p, %p : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// CHECK-LABEL: @sizes
func.func @sizes(%x: tensor<3x8xf32>, %n: tensor<i32>) {
  // CHECK: stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<3x8xf32>) -> tensor<i32>
  %0 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<3x8xf32>) -> tensor<i32>
  // CHECK: stablehlo.set_dimension_size %arg0, %arg1, dim = 0 : (tensor<3x8xf32>, tensor<i32>) -> tensor<?x8xf32, #stablehlo.bounds<3, ?>>
  %1 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<3x8xf32>, tensor<i32>) -> tensor<?x8xf32, #stablehlo.bounds<3, ?>>
  return
}
