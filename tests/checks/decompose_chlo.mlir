// Functions written out have the values that they are named after.
// RUN: spmd-opt %s --spmd-decompose-chlo -o %t.mlir
// RUN: not grep chlo %t.mlir
// RUN: spmd-run %t.mlir
// RUN: spmd-run %t.mlir --backend=reference

func.func @main() {
  %x = stablehlo.constant dense<[0.5, -0.5]> : tensor<2xf32>
  %sinh = chlo.sinh %x : tensor<2xf32> -> tensor<2xf32>
  %sinh_is = stablehlo.constant dense<[0.5210953, -0.5210953]> : tensor<2xf32>
  check.expect_almost_eq %sinh, %sinh_is : tensor<2xf32>
  %cosh = chlo.cosh %x : tensor<2xf32> -> tensor<2xf32>
  %cosh_is = stablehlo.constant dense<1.127626> : tensor<2xf32>
  check.expect_almost_eq %cosh, %cosh_is : tensor<2xf32>
  %asin = chlo.asin %x : tensor<2xf32> -> tensor<2xf32>
  %asin_is = stablehlo.constant dense<[0.5235988, -0.5235988]> : tensor<2xf32>
  check.expect_almost_eq %asin, %asin_is : tensor<2xf32>
  %acos = chlo.acos %x : tensor<2xf32> -> tensor<2xf32>
  %acos_is = stablehlo.constant dense<[1.0471976, 2.0943951]> : tensor<2xf32>
  check.expect_almost_eq %acos, %acos_is : tensor<2xf32>
  %atan = chlo.atan %x : tensor<2xf32> -> tensor<2xf32>
  %atan_is = stablehlo.constant dense<[0.4636476, -0.4636476]> : tensor<2xf32>
  check.expect_almost_eq %atan, %atan_is : tensor<2xf32>
  %asinh = chlo.asinh %x : tensor<2xf32> -> tensor<2xf32>
  %asinh_is = stablehlo.constant dense<[0.4812118, -0.4812118]> : tensor<2xf32>
  check.expect_almost_eq %asinh, %asinh_is : tensor<2xf32>
  %atanh = chlo.atanh %x : tensor<2xf32> -> tensor<2xf32>
  %atanh_is = stablehlo.constant dense<[0.5493061, -0.5493061]> : tensor<2xf32>
  check.expect_almost_eq %atanh, %atanh_is : tensor<2xf32>
  %erf_inv = chlo.erf_inv %x : tensor<2xf32> -> tensor<2xf32>
  %erf_inv_is = stablehlo.constant dense<[0.4769363, -0.4769363]> : tensor<2xf32>
  check.expect_almost_eq %erf_inv, %erf_inv_is : tensor<2xf32>
  %y = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %acosh = chlo.acosh %y : tensor<2xf32> -> tensor<2xf32>
  %acosh_is = stablehlo.constant dense<[1.316958, 1.762747]> : tensor<2xf32>
  check.expect_almost_eq %acosh, %acosh_is : tensor<2xf32>
  %square = chlo.square %y : tensor<2xf32> -> tensor<2xf32>
  %square_is = stablehlo.constant dense<[4.0, 9.0]> : tensor<2xf32>
  check.expect_eq %square, %square_is : tensor<2xf32>
  return
}
