// An infinite order is neither even nor a natural number, as in JAX.
// RUN: spmd-run %s
// RUN: spmd-run %s --backend=reference

func.func @main() {
  %order = stablehlo.constant dense<0x7F800000> : tensor<4xf32>
  %x = stablehlo.constant dense<[-2.0, 0.0, 1.5, -1.5]> : tensor<4xf32>
  %zeta = chlo.zeta %order, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %0 = stablehlo.compare NE, %zeta, %zeta : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  check.expect_eq_const %0, dense<[true, true, false, false]> : tensor<4xi1>
  %polygamma = chlo.polygamma %order, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %1 = stablehlo.compare NE, %polygamma, %polygamma : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  check.expect_eq_const %1, dense<true> : tensor<4xi1>
  return
}
