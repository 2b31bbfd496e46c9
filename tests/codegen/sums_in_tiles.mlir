// A sum that is computed where a tiled kernel needs it reads with a stride, and from another place in each step of its own loop.
// RUN: spmd-run %s
// RUN: spmd-run %s --backend=reference
module {
  func.func public @main() {
    %n = call @numbers() : () -> tensor<34x24xf32>
    %half = stablehlo.constant dense<0.5> : tensor<34x24xf32>
    %scaled = stablehlo.multiply %n, %half : tensor<34x24xf32>
    %parts = stablehlo.reshape %scaled : (tensor<34x24xf32>) -> tensor<2x17x24xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %sums = stablehlo.reduce(%parts init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2x17x24xf32>, tensor<f32>) -> tensor<17x24xf32>
    %turned = stablehlo.transpose %sums, dims = [1, 0] : (tensor<17x24xf32>) -> tensor<24x17xf32>
    %x = call @columns() : () -> tensor<24x17xf32>
    %y = stablehlo.add %turned, %x : tensor<24x17xf32>
    // Row i, column j: (24 j + i + 24 (j + 17) + i) / 2 + j = 25 j + i + 204.
    %i = stablehlo.iota dim = 0 : tensor<24x17xf32>
    %j = stablehlo.iota dim = 1 : tensor<24x17xf32>
    %c25 = stablehlo.constant dense<25.0> : tensor<24x17xf32>
    %c204 = stablehlo.constant dense<204.0> : tensor<24x17xf32>
    %a = stablehlo.multiply %j, %c25 : tensor<24x17xf32>
    %b = stablehlo.add %a, %i : tensor<24x17xf32>
    %want = stablehlo.add %b, %c204 : tensor<24x17xf32>
    check.expect_eq %y, %want : tensor<24x17xf32>
    return
  }
  func.func private @numbers() -> tensor<34x24xf32> {
    %i = stablehlo.iota dim = 0 : tensor<816xf32>
    %n = stablehlo.reshape %i : (tensor<816xf32>) -> tensor<34x24xf32>
    %m, %k = stablehlo.optimization_barrier %n, %n : tensor<34x24xf32>, tensor<34x24xf32>
    return %m : tensor<34x24xf32>
  }
  func.func private @columns() -> tensor<24x17xf32> {
    %j = stablehlo.iota dim = 1 : tensor<24x17xf32>
    %m, %k = stablehlo.optimization_barrier %j, %j : tensor<24x17xf32>, tensor<24x17xf32>
    return %m : tensor<24x17xf32>
  }
}
