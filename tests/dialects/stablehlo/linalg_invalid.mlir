// RUN: spmd-opt %s -split-input-file -verify-diagnostics

// expected-note @+1 {{operand is 'tensor<2x2xf32>'}}
func.func @cholesky_c1(%a: tensor<2x2xf32>) {
  // expected-error @+1 {{gives 'tensor<2x2xf32>', but its result is written as 'tensor<2x3xf32>'}}
  %0 = stablehlo.cholesky %a : (tensor<2x2xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected-note @+1 {{a is 'tensor<2xf32>'}}
func.func @cholesky_c2(%a: tensor<2xf32>) {
  // expected-error @+1 {{has matrices of type 'tensor<2xf32>'; the rank must be 2 or more}}
  %0 = stablehlo.cholesky %a : tensor<2xf32>
  return
}

// -----

// expected-note @+1 {{a is 'tensor<2x3xf32>'}}
func.func @cholesky_c3(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{has matrices of 2 rows and 3 columns; they must be square}}
  %0 = stablehlo.cholesky %a : tensor<2x3xf32>
  return
}

// -----

// expected-note @+2 {{a is 'tensor<2x2xf32>'}}
// expected-note @+1 {{b is 'tensor<2x3xf64>'}}
func.func @triangular_solve_c1(%a: tensor<2x2xf32>, %b: tensor<2x3xf64>) {
  // expected-error @+1 {{solves with a of type 'tensor<2x2xf32>' and b of type 'tensor<2x3xf64>'; the element types must be equal}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<2x2xf32>, tensor<2x3xf64>) -> tensor<2x3xf64>
  return
}

// -----

// expected-note @+2 {{a is 'tensor<2x2xf32>'}}
// expected-note @+1 {{b is 'tensor<4x2x3xf32>'}}
func.func @triangular_solve_c2(%a: tensor<2x2xf32>, %b: tensor<4x2x3xf32>) {
  // expected-error @+1 {{has a of rank 2 and b of rank 3; they must be equal}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<2x2xf32>, tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  return
}

// -----

// expected-note @+2 {{a is 'tensor<4x2x2xf32>'}}
// expected-note @+1 {{b is 'tensor<5x2x3xf32>'}}
func.func @triangular_solve_c3(%a: tensor<4x2x2xf32>, %b: tensor<5x2x3xf32>) {
  // expected-error @+1 {{has batch dim 0 of size 4 in a and 5 in b; they must be equal}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<4x2x2xf32>, tensor<5x2x3xf32>) -> tensor<5x2x3xf32>
  return
}

// -----

// expected-note @+2 {{a is 'tensor<2x2xf32>'}}
// expected-note @+1 {{b is 'tensor<2x3xf32>'}}
func.func @triangular_solve_c3_sizes(%a: tensor<2x2xf32>, %b: tensor<2x3xf32>) {
  // expected-error @+1 {{multiplies a of size 2 with dim 1 of b of size 3; they must be equal}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @triangular_solve_transpose(%a: tensor<2x2xf32>, %b: tensor<2x3xf32>) {
  // expected-error @+1 {{has transpose_a TRANSPOSE_INVALID; it is NO_TRANSPOSE, TRANSPOSE or ADJOINT}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose TRANSPOSE_INVALID>, unit_diagonal = true}> : (tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<8xcomplex<f32>>'}}
func.func @fft_c1(%x: tensor<8xcomplex<f32>>) {
  // expected-error @+1 {{has 2 lengths for operand 'tensor<8xcomplex<f32>>'; there are 1 to 3, and no more than the operand has dims}}
  %0 = stablehlo.fft %x, type = FFT, length = [8, 8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<8xcomplex<f32>>'}}
func.func @fft_c2_real(%x: tensor<8xcomplex<f32>>) {
  // expected-error @+1 {{RFFT of 'tensor<8xcomplex<f32>>'; its elements must be f32 or f64}}
  %0 = stablehlo.fft %x, type = RFFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<8xf32>'}}
func.func @fft_c2_complex(%x: tensor<8xf32>) {
  // expected-error @+1 {{IFFT of 'tensor<8xf32>'; its elements must be complex}}
  %0 = stablehlo.fft %x, type = IFFT, length = [8] : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<2x2x2x2xcomplex<f32>>'}}
func.func @fft_c3(%x: tensor<2x2x2x2xcomplex<f32>>) {
  // expected-error @+1 {{has 4 lengths}}
  %0 = stablehlo.fft %x, type = FFT, length = [2, 2, 2, 2] : (tensor<2x2x2x2xcomplex<f32>>) -> tensor<2x2x2x2xcomplex<f32>>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<8xf32>'}}
func.func @fft_c4(%x: tensor<8xf32>) {
  // expected-error @+1 {{RFFT with length 6 of dim 0 of size 8; the size must be 6}}
  %0 = stablehlo.fft %x, type = RFFT, length = [6] : (tensor<8xf32>) -> tensor<4xcomplex<f32>>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<5xcomplex<f32>>'}}
func.func @fft_c5(%x: tensor<5xcomplex<f32>>) {
  // expected-error @+1 {{IRFFT with length 6 of dim 0 of size 5; the size must be 4}}
  %0 = stablehlo.fft %x, type = IRFFT, length = [6] : (tensor<5xcomplex<f32>>) -> tensor<6xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<8xf32>'}}
func.func @fft_result(%x: tensor<8xf32>) {
  // expected-error @+1 {{gives 'tensor<5xcomplex<f32>>', but its result is written as 'tensor<8xcomplex<f32>>'}}
  %0 = stablehlo.fft %x, type = RFFT, length = [8] : (tensor<8xf32>) -> tensor<8xcomplex<f32>>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<2x4xf32>'}}
func.func @batch_norm_inference_c1(%x: tensor<2x4xf32>, %v: tensor<4xf32>) {
  // expected-error @+1 {{has feature_index 2; operand 'tensor<2x4xf32>' has dims 0 to 1}}
  %0 = "stablehlo.batch_norm_inference"(%x, %v, %v, %v, %v) <{epsilon = 0.5 : f32, feature_index = 2 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// expected-note @+2 {{operand is 'tensor<2x4xf32>'}}
// expected-note @+1 {{the vector is 'tensor<4xf64>'}}
func.func @batch_norm_inference_c2(%x: tensor<2x4xf32>, %v: tensor<4xf64>) {
  // expected-error @+1 {{normalizes 'tensor<2x4xf32>' with elements of type 'f64'; the element types must be equal}}
  %0 = "stablehlo.batch_norm_inference"(%x, %v, %v, %v, %v) <{epsilon = 0.5 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> tensor<2x4xf32>
  return
}

// -----

// expected-note @+2 {{operand is 'tensor<2x4xf32>'}}
// expected-note @+1 {{the vector is 'tensor<5xf32>'}}
func.func @batch_norm_inference_c3(%x: tensor<2x4xf32>, %v: tensor<5xf32>) {
  // expected-error @+1 {{has 4 features in dim 1 of 'tensor<2x4xf32>' and a vector of type 'tensor<5xf32>'; the numbers must be equal}}
  %0 = "stablehlo.batch_norm_inference"(%x, %v, %v, %v, %v) <{epsilon = 0.5 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) -> tensor<2x4xf32>
  return
}

// -----

// expected-note @+2 {{operand is 'tensor<2x4xf32>'}}
// expected-note @+1 {{the vector is 'tensor<2xf32>'}}
func.func @batch_norm_training_c3(%x: tensor<2x4xf32>, %v: tensor<2xf32>) {
  // expected-error @+1 {{has 4 features in dim 1 of 'tensor<2x4xf32>' and a vector of type 'tensor<2xf32>'; the numbers must be equal}}
  %0:3 = "stablehlo.batch_norm_training"(%x, %v, %v) <{epsilon = 0.5 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

// expected-note @+3 {{operand 0 is 'tensor<4x2xf32>'}}
// expected-note @+2 {{operand 1 is 'tensor<2xf32>'}}
// expected-note @+1 {{operand 2 is 'tensor<2xf32>'}}
func.func @batch_norm_training_c5(%x: tensor<4x2xf32>, %v: tensor<2xf32>) {
  // expected-error @+1 {{gives 'tensor<4x2xf32>', 'tensor<2xf32>', 'tensor<2xf32>', but its result is written as}}
  %0:3 = "stablehlo.batch_norm_training"(%x, %v, %v) <{epsilon = 0.5 : f32, feature_index = 1 : i64}> : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

// expected-note @+2 {{operand is 'tensor<2x4xf32>'}}
// expected-note @+1 {{grad_output is 'tensor<4x2xf32>'}}
func.func @batch_norm_grad_c3(%x: tensor<2x4xf32>, %v: tensor<4xf32>, %g: tensor<4x2xf32>) {
  // expected-error @+1 {{has operand 'tensor<2x4xf32>' and grad_output 'tensor<4x2xf32>'; they must be alike}}
  %0:3 = "stablehlo.batch_norm_grad"(%x, %v, %v, %v, %g) <{epsilon = 0.5 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x2xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}
