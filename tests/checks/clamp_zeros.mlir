// clamp is minimum(maximum(x, low), high), for which -0 is below +0: the sign of zero shows in a division by it.
// RUN: spmd-run %s
// RUN: spmd-run %s --backend=reference
module {
  func.func public @main() {
    %low, %x, %high = call @zeros() : () -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
    %clamped = stablehlo.clamp %low, %x, %high : tensor<3xf32>
    %one = stablehlo.constant dense<1.0> : tensor<3xf32>
    %signs = stablehlo.divide %one, %clamped : tensor<3xf32>
    check.expect_eq_const %signs, dense<[0xFF800000, 0x7F800000, 0xFF800000]> : tensor<3xf32>
    return
  }
  func.func private @zeros() -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
    %low = stablehlo.constant dense<[-1.0, 0.0, -0.0]> : tensor<3xf32>
    %x = stablehlo.constant dense<[-0.0, -0.0, 1.0]> : tensor<3xf32>
    %high = stablehlo.constant dense<[0.0, 1.0, -0.0]> : tensor<3xf32>
    return %low, %x, %high : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
  }
}
