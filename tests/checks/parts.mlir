// Complex and quantized tensors through control flow, reductions, products and the border of main.
// RUN: spmd-run %s
// RUN: spmd-run %s --backend=reference

func.func @main() -> tensor<2xcomplex<f32>> {
  %z = stablehlo.constant dense<[(1.0, 2.0), (0.0, -1.0)]> : tensor<2xcomplex<f32>>
  %i = stablehlo.constant dense<(0.0, 1.0)> : tensor<complex<f32>>
  %zero = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %start = stablehlo.constant dense<0> : tensor<i32>

  // z i i i = -i z; the counter moves from place 1 to 2.
  %turned, %n = stablehlo.while(%a = %z, %k = %start) : tensor<2xcomplex<f32>>, tensor<i32>
  cond {
    %more = stablehlo.compare LT, %k, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %is = stablehlo.broadcast_in_dim %i, dims = [] : (tensor<complex<f32>>) -> tensor<2xcomplex<f32>>
    %b = stablehlo.multiply %a, %is : tensor<2xcomplex<f32>>
    %next = stablehlo.add %k, %one : tensor<i32>
    stablehlo.return %b, %next : tensor<2xcomplex<f32>>, tensor<i32>
  }
  check.expect_eq_const %turned, dense<[(2.0, -1.0), (-1.0, 0.0)]> : tensor<2xcomplex<f32>>
  check.expect_eq_const %n, dense<3> : tensor<i32>

  %one = stablehlo.constant dense<(1.0, 0.0)> : tensor<complex<f32>>
  %product = stablehlo.reduce(%z init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  check.expect_eq_const %product, dense<(2.0, -1.0)> : tensor<complex<f32>>
  %square = stablehlo.dot_general %z, %z, contracting_dims = [0] x [0] : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<complex<f32>>
  check.expect_eq_const %square, dense<(-4.0, 4.0)> : tensor<complex<f32>>
  %wide = stablehlo.pad %z, %zero, low = [1], high = [0], interior = [0] : (tensor<2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3xcomplex<f32>>
  %parts = stablehlo.imag %wide : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  check.expect_eq_const %parts, dense<[0.0, 2.0, -1.0]> : tensor<3xf32>
  %size = stablehlo.abs %turned : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  check.expect_almost_eq_const %size, dense<[2.23606798, 1.0]> : tensor<2xf32>

  // Square roots on both sides of the cut, and quotients whose squares overflow.
  %left = stablehlo.constant dense<[(-4.0, 0.0), (-4.0, -0.0)]> : tensor<2xcomplex<f32>>
  %roots = stablehlo.sqrt %left : tensor<2xcomplex<f32>>
  check.expect_eq_const %roots, dense<[(0.0, 2.0), (0.0, -2.0)]> : tensor<2xcomplex<f32>>
  %large = stablehlo.constant dense<[(1.0e30, 1.0e30), (2.0e30, 0.0)]> : tensor<2xcomplex<f32>>
  %ratio = stablehlo.divide %large, %large : tensor<2xcomplex<f32>>
  check.expect_eq_const %ratio, dense<(1.0, 0.0)> : tensor<2xcomplex<f32>>

  // (stored - 1) / 2: sums of stored numbers mean sums of what they stand for.
  %x = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:1>>
  %twice = stablehlo.add %q, %q : tensor<2x!quant.uniform<i8:f32, 0.5:1>>
  %back = stablehlo.uniform_dequantize %twice : (tensor<2x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<2xf32>
  check.expect_eq_const %back, dense<[3.0, -4.0]> : tensor<2xf32>
  return %turned : tensor<2xcomplex<f32>>
}
