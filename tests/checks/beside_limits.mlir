// Inverse error functions beside 1, and logistic functions of f64 where e^-x is infinite.
// RUN: spmd-run %s
// RUN: spmd-run %s --backend=reference

func.func @main() {
  %x = stablehlo.constant dense<[0.9998273253440857, -0.9998273253440857, 0.5]> : tensor<3xf32>
  %inverse = chlo.erf_inv %x : tensor<3xf32> -> tensor<3xf32>
  %expected = stablehlo.constant dense<[2.65586849612, -2.65586849612, 0.476936276204]> : tensor<3xf32>
  check.expect_close %inverse, %expected, max_ulp_difference = 3 : tensor<3xf32>, tensor<3xf32>
  %y = stablehlo.constant dense<[0.999999992904183, -0.999999992904183]> : tensor<2xf64>
  %inverses = chlo.erf_inv %y : tensor<2xf64> -> tensor<2xf64>
  %doubles = stablehlo.constant dense<[4.09318730514094866, -4.09318730514094866]> : tensor<2xf64>
  check.expect_close %inverses, %doubles, max_ulp_difference = 4 : tensor<2xf64>, tensor<2xf64>
  %left = stablehlo.constant dense<[-710.0, -720.0]> : tensor<2xf64>
  %logistic = stablehlo.logistic %left : tensor<2xf64>
  %small = stablehlo.constant dense<[4.47628622567512996e-309, 2.03223080242429315e-313]> : tensor<2xf64>
  check.expect_close %logistic, %small, max_ulp_difference = 1 : tensor<2xf64>, tensor<2xf64>
  return
}
