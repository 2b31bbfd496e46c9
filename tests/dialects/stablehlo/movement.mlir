// RUN: spmd-opt %s | spmd-opt | FileCheck %s
// RUN: spmd-opt %s --mlir-print-op-generic | spmd-opt | FileCheck %s

// CHECK-LABEL: @constants(
func.func @constants() {
  // CHECK: %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK: %c = stablehlo.constant {spmd.note = "x"} dense<[1, 2]> : tensor<2xui32>
  %1 = stablehlo.constant {spmd.note = "x"} dense<[1, 2]> : tensor<2xui32>
  // CHECK: stablehlo.constant dense<(1.000000e+00,-2.000000e+00)> : tensor<3xcomplex<f32>>
  %2 = stablehlo.constant dense<(1.0, -2.0)> : tensor<3xcomplex<f32>>
  // CHECK: stablehlo.constant() <{value = dense<1> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  %3 = stablehlo.constant() <{value = dense<1> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// CHECK-LABEL: @made_from_nothing(
func.func @made_from_nothing() {
  // CHECK: stablehlo.iota dim = 1 : tensor<2x7xf32>
  %0 = stablehlo.iota dim = 1 : tensor<2x7xf32>
  return
}

// CHECK-LABEL: @broadcasts(
func.func @broadcasts(%x: tensor<3xf32>, %s: tensor<f32>, %m: tensor<1x3xf32>) {
  // CHECK: stablehlo.broadcast_in_dim %{{.*}}, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: stablehlo.broadcast_in_dim %{{.*}}, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  // CHECK: stablehlo.broadcast_in_dim %{{.*}}, dims = [1, 0] : (tensor<1x3xf32>) -> tensor<3x5xf32>
  %2 = stablehlo.broadcast_in_dim %m, dims = [1, 0] : (tensor<1x3xf32>) -> tensor<3x5xf32>
  // CHECK: stablehlo.broadcast %{{.*}}, sizes = [4] : (tensor<3xf32>) -> tensor<4x3xf32>
  %3 = stablehlo.broadcast %x, sizes = [4] : (tensor<3xf32>) -> tensor<4x3xf32>
  return
}

// CHECK-LABEL: @rearranged(
func.func @rearranged(%x: tensor<4x2x3xf32>, %d: tensor<?x3xf32, #stablehlo.bounds<8, ?>>) {
  // CHECK: stablehlo.reshape %{{.*}} : (tensor<4x2x3xf32>) -> tensor<24xf32>
  %0 = stablehlo.reshape %x : (tensor<4x2x3xf32>) -> tensor<24xf32>
  // CHECK: stablehlo.transpose %{{.*}}, dims = [0, 2, 1] : (tensor<4x2x3xf32>) -> tensor<4x3x2xf32>
  %1 = stablehlo.transpose %x, dims = [0, 2, 1] : (tensor<4x2x3xf32>) -> tensor<4x3x2xf32>
  // CHECK: stablehlo.transpose %{{.*}}, dims = [1, 0] : {{.*}} -> tensor<3x?xf32, #stablehlo.bounds<?, 8>>
  %2 = stablehlo.transpose %d, dims = [1, 0]
    : (tensor<?x3xf32, #stablehlo.bounds<8, ?>>) -> tensor<3x?xf32, #stablehlo.bounds<?, 8>>
  // CHECK: stablehlo.reverse %{{.*}}, dims = [0, 2] : tensor<4x2x3xf32>
  %3 = stablehlo.reverse %x, dims = [0, 2] : tensor<4x2x3xf32>
  return
}

// CHECK-LABEL: @cut_and_joined(
func.func @cut_and_joined(%x: tensor<6x5xf32>, %y: tensor<?x5xf32, #stablehlo.bounds<4, ?>>, %v: tensor<4xf32>,
                          %s: tensor<f32>) {
  // CHECK: stablehlo.slice %{{.*}} [0:6:2, 1:5] : (tensor<6x5xf32>) -> tensor<3x4xf32>
  %0 = stablehlo.slice %x [0:6:2, 1:5] : (tensor<6x5xf32>) -> tensor<3x4xf32>
  // CHECK: stablehlo.concatenate %{{.*}}, %{{.*}}, dim = 0 : {{.*}} -> tensor<?x5xf32, #stablehlo.bounds<10, ?>>
  %1 = stablehlo.concatenate %x, %y, dim = 0
    : (tensor<6x5xf32>, tensor<?x5xf32, #stablehlo.bounds<4, ?>>) -> tensor<?x5xf32, #stablehlo.bounds<10, ?>>
  // CHECK: stablehlo.pad %{{.*}}, %{{.*}}, low = [1], high = [-1], interior = [2] : (tensor<4xf32>, tensor<f32>) -> tensor<10xf32>
  %2 = stablehlo.pad %v, %s, low = [1], high = [-1], interior = [2] : (tensor<4xf32>, tensor<f32>) -> tensor<10xf32>
  // CHECK: stablehlo.slice %{{.*}} [] : (tensor<f32>) -> tensor<f32>
  %3 = stablehlo.slice %s [] : (tensor<f32>) -> tensor<f32>
  return
}
