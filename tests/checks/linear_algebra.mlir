// Factors, solutions of triangular systems, Fourier transforms, batch normalization: held against the interpreter.
// RUN: spmd-run %s --check-against-sequential --random-args=1

func.func @main(%x: tensor<2x5x5xf32>, %b: tensor<2x5x70xf32>, %c: tensor<2x3x5xf64>, %z: tensor<3x360xcomplex<f32>>,
                %r: tensor<6x250xf64>, %p: tensor<131xcomplex<f64>>, %g: tensor<5xf32>)
    -> (tensor<2x5x5xf32>, tensor<2x5x5xf32>, tensor<2x5x70xf32>, tensor<2x5x70xf32>, tensor<2x3x5xf64>, tensor<3x360xcomplex<f32>>,
        tensor<6x126xcomplex<f64>>, tensor<6x250xf64>, tensor<131xcomplex<f64>>, tensor<2x5x5xf32>, tensor<5xf32>, tensor<5xf32>,
        tensor<2x5x5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<2x5x5xf32>) {
  // x x^T + 5 is positive definite.
  %xx = stablehlo.dot_general %x, %x, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x5x5xf32>, tensor<2x5x5xf32>) -> tensor<2x5x5xf32>
  %i = stablehlo.iota dim = 1 : tensor<2x5x5xi32>
  %j = stablehlo.iota dim = 2 : tensor<2x5x5xi32>
  %diagonal = stablehlo.compare EQ, %i, %j : (tensor<2x5x5xi32>, tensor<2x5x5xi32>) -> tensor<2x5x5xi1>
  %five = stablehlo.constant dense<5.0> : tensor<2x5x5xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<2x5x5xf32>
  %shift = stablehlo.select %diagonal, %five, %zero : tensor<2x5x5xi1>, tensor<2x5x5xf32>
  %a = stablehlo.add %xx, %shift : tensor<2x5x5xf32>
  %lower = stablehlo.cholesky %a, lower = true : (tensor<2x5x5xf32>) -> tensor<2x5x5xf32>
  %upper = stablehlo.cholesky %a, lower = false : (tensor<2x5x5xf32>) -> tensor<2x5x5xf32>

  %s0 = "stablehlo.triangular_solve"(%lower, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x5x5xf32>, tensor<2x5x70xf32>) -> tensor<2x5x70xf32>
  %s1 = "stablehlo.triangular_solve"(%lower, %b) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x5x5xf32>, tensor<2x5x70xf32>) -> tensor<2x5x70xf32>
  %wide = stablehlo.convert %upper : (tensor<2x5x5xf32>) -> tensor<2x5x5xf64>
  %s2 = "stablehlo.triangular_solve"(%wide, %c) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x5x5xf64>, tensor<2x3x5xf64>) -> tensor<2x3x5xf64>

  // In two steps, over two dims, and of a prime length.
  %f0 = stablehlo.fft %z, type = FFT, length = [360] : (tensor<3x360xcomplex<f32>>) -> tensor<3x360xcomplex<f32>>
  %f1 = stablehlo.fft %r, type = RFFT, length = [6, 250] : (tensor<6x250xf64>) -> tensor<6x126xcomplex<f64>>
  %f2 = stablehlo.fft %f1, type = IRFFT, length = [6, 250] : (tensor<6x126xcomplex<f64>>) -> tensor<6x250xf64>
  %f3 = stablehlo.fft %p, type = IFFT, length = [131] : (tensor<131xcomplex<f64>>) -> tensor<131xcomplex<f64>>

  %n, %mean, %variance = "stablehlo.batch_norm_training"(%x, %g, %g) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<2x5x5xf32>, tensor<5xf32>, tensor<5xf32>) -> (tensor<2x5x5xf32>, tensor<5xf32>, tensor<5xf32>)
  %dx, %dscale, %doffset = "stablehlo.batch_norm_grad"(%x, %g, %mean, %variance, %n) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<2x5x5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<2x5x5xf32>) -> (tensor<2x5x5xf32>, tensor<5xf32>, tensor<5xf32>)
  %inferred = "stablehlo.batch_norm_inference"(%x, %g, %g, %mean, %variance) <{epsilon = 1.0e-3 : f32, feature_index = 2 : i64}> : (tensor<2x5x5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) -> tensor<2x5x5xf32>
  return %lower, %upper, %s0, %s1, %s2, %f0, %f1, %f2, %f3, %n, %mean, %variance, %dx, %dscale, %doffset, %inferred
    : tensor<2x5x5xf32>, tensor<2x5x5xf32>, tensor<2x5x70xf32>, tensor<2x5x70xf32>, tensor<2x3x5xf64>, tensor<3x360xcomplex<f32>>,
      tensor<6x126xcomplex<f64>>, tensor<6x250xf64>, tensor<131xcomplex<f64>>, tensor<2x5x5xf32>, tensor<5xf32>, tensor<5xf32>,
      tensor<2x5x5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<2x5x5xf32>
}
