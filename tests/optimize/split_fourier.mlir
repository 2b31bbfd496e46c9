// Fourier transforms work on real and imaginary parts; a few long lines become two transforms of many short ones.
// RUN: spmd-opt %s --split-input-file --spmd-split-elements | FileCheck %s

// CHECK-LABEL: @main(
// CHECK: spmd.fourier(%{{.*}}, %{{.*}}) dim = 1 length = 1000 inverse : (tensor<40x1000xf32>, tensor<40x1000xf32>) -> (tensor<40x1000xf32>, tensor<40x1000xf32>)
func.func @main(%x: tensor<40x1000xcomplex<f32>>) -> tensor<40x1000xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = IFFT, length = [1000] : (tensor<40x1000xcomplex<f32>>) -> tensor<40x1000xcomplex<f32>>
  return %0 : tensor<40x1000xcomplex<f32>>
}

// -----

// CHECK-LABEL: @main(
// CHECK: %[[HALF:.*]]:2 = spmd.fourier(%arg0) dim = 1 length = 9 : (tensor<20x9xf64>) -> (tensor<20x5xf64>, tensor<20x5xf64>)
// CHECK: spmd.fourier(%[[HALF]]#0, %[[HALF]]#1) dim = 1 length = 9 inverse : (tensor<20x5xf64>, tensor<20x5xf64>) -> tensor<20x9xf64>
func.func @main(%x: tensor<20x9xf64>) -> tensor<20x9xf64> {
  %0 = stablehlo.fft %x, type = RFFT, length = [9] : (tensor<20x9xf64>) -> tensor<20x5xcomplex<f64>>
  %1 = stablehlo.fft %0, type = IRFFT, length = [9] : (tensor<20x5xcomplex<f64>>) -> tensor<20x9xf64>
  return %1 : tensor<20x9xf64>
}

// -----

// The factor near the square root: 1440 = 36 * 40. The transform over j1 leaves values at [.., j2, k1], the other one at [.., k2, k1].
// CHECK-LABEL: @main(
// CHECK: %[[FIRST:.*]]:2 = spmd.fourier(%{{.*}}, %{{.*}}) dim = 1 length = 36 turned : (tensor<2x36x40xf32>, tensor<2x36x40xf32>) -> (tensor<2x40x36xf32>, tensor<2x40x36xf32>)
// CHECK: spmd.fourier(%[[FIRST]]#0, %[[FIRST]]#1) dim = 1 length = 40 : (tensor<2x40x36xf32>, tensor<2x40x36xf32>) -> (tensor<2x40x36xf32>, tensor<2x40x36xf32>)
func.func @main(%x: tensor<2x1440xcomplex<f32>>) -> tensor<2x1440xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = FFT, length = [1440] : (tensor<2x1440xcomplex<f32>>) -> tensor<2x1440xcomplex<f32>>
  return %0 : tensor<2x1440xcomplex<f32>>
}

// -----

// A prime has no factor: one transform.
// CHECK-LABEL: @main(
// CHECK: spmd.fourier({{.*}}) dim = 0 length = 5003 :
// CHECK-NOT: spmd.fourier
func.func @main(%x: tensor<5003xf32>) -> tensor<2502xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = RFFT, length = [5003] : (tensor<5003xf32>) -> tensor<2502xcomplex<f32>>
  return %0 : tensor<2502xcomplex<f32>>
}
