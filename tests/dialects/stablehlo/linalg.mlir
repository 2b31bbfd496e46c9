// RUN: spmd-opt %s | spmd-opt | FileCheck %s

// CHECK-LABEL: @triangular
func.func @triangular(%a: tensor<8x5x5xf64>, %b: tensor<8x5x3xf64>) {
  // CHECK: stablehlo.cholesky %arg0, lower = true : tensor<8x5x5xf64>
  %0 = stablehlo.cholesky %a, lower = true : tensor<8x5x5xf64>
  // CHECK: stablehlo.cholesky %arg0 : tensor<8x5x5xf64>
  %1 = stablehlo.cholesky %a, lower = false : tensor<8x5x5xf64>
  // CHECK: "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = true}>
  %2 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = true}> : (tensor<8x5x5xf64>, tensor<8x5x3xf64>) -> tensor<8x5x3xf64>
  return
}

// CHECK-LABEL: @fourier
func.func @fourier(%x: tensor<3x8xf32>, %c: tensor<3x8xcomplex<f32>>, %h: tensor<3x5xcomplex<f32>>) {
  // CHECK: stablehlo.fft %arg0, type = RFFT, length = [8] : (tensor<3x8xf32>) -> tensor<3x5xcomplex<f32>>
  %0 = stablehlo.fft %x, type = RFFT, length = [8] : (tensor<3x8xf32>) -> tensor<3x5xcomplex<f32>>
  // CHECK: stablehlo.fft %arg2, type = IRFFT, length = [8] : (tensor<3x5xcomplex<f32>>) -> tensor<3x8xf32>
  %1 = stablehlo.fft %h, type =  IRFFT, length = [8] : (tensor<3x5xcomplex<f32>>) -> tensor<3x8xf32>
  // CHECK: stablehlo.fft %arg1, type = FFT, length = [3, 8]
  %2 = stablehlo.fft %c, type = FFT, length = [3, 8] : (tensor<3x8xcomplex<f32>>) -> tensor<3x8xcomplex<f32>>
  // CHECK: stablehlo.fft %arg1, type = IFFT, length = [8]
  %3 = stablehlo.fft %c, type = IFFT, length = [8] : (tensor<3x8xcomplex<f32>>) -> tensor<3x8xcomplex<f32>>
  return
}

// CHECK-LABEL: @batch_norm
func.func @batch_norm(%x: tensor<2x3x4xf32>, %f: tensor<4xf32>) {
  // CHECK: "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg1, %arg1, %arg1) <{epsilon = 5.000000e-01 : f32, feature_index = 2 : i64}>
  %0 = "stablehlo.batch_norm_inference"(%x, %f, %f, %f, %f) <{epsilon = 0.5 : f32, feature_index = 2 : i64}> : (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x3x4xf32>
  // CHECK: %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"
  %1:3 = "stablehlo.batch_norm_training"(%x, %f, %f) <{epsilon = 0.5 : f32, feature_index = 2 : i64}> : (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>)
  // CHECK: %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"
  %2:3 = "stablehlo.batch_norm_grad"(%x, %f, %f, %f, %x) <{epsilon = 0.5 : f32, feature_index = 2 : i64}> : (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}
