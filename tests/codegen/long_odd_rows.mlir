// Rows of 1,572,865 numbers, an odd count above 2^20, with non-temporal stores: no row but the first begins at a multiple of a vector.
// The reduction keeps the rows as they are.
// RUN: spmd-run %s --random-args=1 --no-cache --machine=last-cache=32MiB --check-against-sequential

func.func @main(%x: tensor<5x1572865xf32>) -> (tensor<5x1572865xf32>, tensor<5xf32>) {
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %y = stablehlo.negate %x : tensor<5x1572865xf32>
  %most = stablehlo.reduce(%y init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<5x1572865xf32>, tensor<f32>) -> tensor<5xf32>
  return %y, %most : tensor<5x1572865xf32>, tensor<5xf32>
}
