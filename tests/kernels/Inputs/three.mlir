// Three kernels of different kinds, on integers, so that the order of sums does not show.
func.func @main(%x: tensor<64x256xi32>, %y: tensor<256x64xi32>) -> (tensor<64x256xi32>, tensor<64xi32>, tensor<256xi32>) {
  // Elementwise, with a transposed operand.
  %t = stablehlo.transpose %y, dims = [1, 0] : (tensor<256x64xi32>) -> tensor<64x256xi32>
  %p = stablehlo.multiply %x, %t : tensor<64x256xi32>
  %q = stablehlo.subtract %p, %x : tensor<64x256xi32>
  %0 = stablehlo.optimization_barrier %q : tensor<64x256xi32>
  // Along rows.
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x256xi32>, tensor<i32>) -> tensor<64xi32>
  %2 = stablehlo.optimization_barrier %1 : tensor<64xi32>
  // Along columns, with partial results.
  %3 = stablehlo.reduce(%0 init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<64x256xi32>, tensor<i32>) -> tensor<256xi32>
  return %0, %2, %3 : tensor<64x256xi32>, tensor<64xi32>, tensor<256xi32>
}
