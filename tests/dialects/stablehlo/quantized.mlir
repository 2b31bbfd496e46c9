// RUN: spmd-opt %s | spmd-opt | FileCheck %s

// CHECK-LABEL: @there_and_back
func.func @there_and_back(%x: tensor<6xf32>) -> tensor<6xf32> {
  // CHECK: stablehlo.uniform_quantize %arg0 : (tensor<6xf32>) -> tensor<6x!quant.uniform<i8:f32, 2.500000e-01:-4>>
  %0 = stablehlo.uniform_quantize %x : (tensor<6xf32>) -> tensor<6x!quant.uniform<i8:f32, 0.25:-4>>
  // CHECK: stablehlo.uniform_quantize %{{.*}} : (tensor<6x!quant.uniform<i8:f32, 2.500000e-01:-4>>) -> tensor<6x!quant.uniform<i4:f32, 1.000000e+00>>
  %1 = stablehlo.uniform_quantize %0 : (tensor<6x!quant.uniform<i8:f32, 0.25:-4>>) -> tensor<6x!quant.uniform<i4:f32, 1.0>>
  // CHECK: stablehlo.uniform_dequantize %{{.*}} : (tensor<6x!quant.uniform<i4:f32, 1.000000e+00>>) -> tensor<6xf32>
  %2 = stablehlo.uniform_dequantize %1 : (tensor<6x!quant.uniform<i4:f32, 1.0>>) -> tensor<6xf32>
  return %2 : tensor<6xf32>
}

// CHECK-LABEL: @per_axis
func.func @per_axis(%x: tensor<2x3xf32>) {
  // CHECK: stablehlo.uniform_quantize %arg0 : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01:1}>>
  %0 = stablehlo.uniform_quantize %x : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32:0, {0.5, 0.25:1}>>
  return
}
