// Hyperbolic functions between the largest number of which e^x is finite and that of which they are.
// RUN: spmd-run %s
// RUN: spmd-run %s --backend=reference

func.func @main() {
  %x = stablehlo.constant dense<[88.8, 89.0, -89.2, 89.4]> : tensor<4xf32>
  %sinh = chlo.sinh %x : tensor<4xf32> -> tensor<4xf32>
  %cosh = chlo.cosh %x : tensor<4xf32> -> tensor<4xf32>
  %sines = stablehlo.constant dense<[1.8378976510455432e+38, 2.2448064095871728e+38, -2.741804372869718e+38, 3.348862753200706e+38]> : tensor<4xf32>
  %cosines = stablehlo.constant dense<[1.8378976510455432e+38, 2.2448064095871728e+38, 2.741804372869718e+38, 3.348862753200706e+38]> : tensor<4xf32>
  check.expect_close %sinh, %sines, max_ulp_difference = 1 : tensor<4xf32>, tensor<4xf32>
  check.expect_close %cosh, %cosines, max_ulp_difference = 1 : tensor<4xf32>, tensor<4xf32>
  return
}
