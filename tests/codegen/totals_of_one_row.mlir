// The order of a sum follows from the columns: a row alone has the bits that it has among others. Its total is added up once, in the loop
// over the columns, also where only arithmetic on it is wanted.
// RUN: spmd-run %s --random-args=1 --no-cache

func.func @main(%angles: tensor<1x100xf32>) {
  %far = stablehlo.constant dense<100.0> : tensor<1x100xf32>
  %turns = stablehlo.multiply %angles, %far : tensor<1x100xf32>
  %cosines = stablehlo.cosine %turns : tensor<1x100xf32>
  %x = stablehlo.optimization_barrier %cosines : tensor<1x100xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1x100xf32>, tensor<f32>) -> tensor<1xf32>
  %minus = stablehlo.negate %sum : tensor<1xf32>
  %minuses = stablehlo.broadcast_in_dim %minus, dims = [0] : (tensor<1xf32>) -> tensor<1x100xf32>
  %one = stablehlo.add %x, %minuses : tensor<1x100xf32>
  %twice = stablehlo.concatenate %x, %x, dim = 0 : (tensor<1x100xf32>, tensor<1x100xf32>) -> tensor<2x100xf32>
  %y = stablehlo.optimization_barrier %twice : tensor<2x100xf32>
  %sums = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x100xf32>, tensor<f32>) -> tensor<2xf32>
  %negated = stablehlo.negate %sums : tensor<2xf32>
  %all = stablehlo.broadcast_in_dim %negated, dims = [0] : (tensor<2xf32>) -> tensor<2x100xf32>
  %two = stablehlo.add %y, %all : tensor<2x100xf32>
  %first = stablehlo.slice %two [0:1, 0:100] : (tensor<2x100xf32>) -> tensor<1x100xf32>
  check.expect_eq %one, %first : tensor<1x100xf32>
  return
}
