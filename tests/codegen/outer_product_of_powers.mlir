// An expensive value that depends on one dim only is computed along that dim, not for every element. So a kernel whose loops over all
// elements would compute it too often has rows, though it reads nothing from memory. Such a kernel was refused before.
// RUN: spmd-run %s --check-against-sequential
module {
  func.func public @main() -> (tensor<128x128xf32>, tensor<128xf32>) {
    %0 = stablehlo.iota dim = 0 : tensor<128xf32>
    %two = stablehlo.constant dense<1.01> : tensor<f32>
    %base = stablehlo.broadcast_in_dim %two, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %power = stablehlo.power %base, %0 : tensor<128xf32>
    %row = stablehlo.broadcast_in_dim %power, dims = [1] : (tensor<128xf32>) -> tensor<128x128xf32>
    %column = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<128xf32>) -> tensor<128x128xf32>
    %table = stablehlo.multiply %column, %row : tensor<128x128xf32>
    %three = stablehlo.constant dense<3.0> : tensor<128xf32>
    %line = stablehlo.multiply %0, %three : tensor<128xf32>
    return %table, %line : tensor<128x128xf32>, tensor<128xf32>
  }
}
