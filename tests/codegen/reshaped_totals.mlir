// The total of a row, wanted through reshapes that leave its index in another form. It is not computed again in the later walk over the
// row: the operand's place holds a result by then.
// RUN: spmd-run %s --random-args=1 --check-against-sequential --no-cache

func.func @main(%x: tensor<4x8x64xf32> {tf.aliasing_output = 0 : i32}) -> (tensor<4x8x64xf32>, tensor<4x4x2x64xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<4x8x64xf32>, tensor<f32>) -> tensor<4x8xf32>
  %cosine = stablehlo.cosine %x : tensor<4x8x64xf32>
  %apart = stablehlo.reshape %cosine : (tensor<4x8x64xf32>) -> tensor<4x4x2x64xf32>
  %most = stablehlo.reduce(%apart init: %zero) applies stablehlo.maximum across dimensions = [3] : (tensor<4x4x2x64xf32>, tensor<f32>) -> tensor<4x4x2xf32>
  %sums = stablehlo.reshape %sum : (tensor<4x8xf32>) -> tensor<4x4x2xf32>
  %both = stablehlo.add %sums, %most : tensor<4x4x2xf32>
  %all = stablehlo.broadcast_in_dim %both, dims = [0, 1, 2] : (tensor<4x4x2xf32>) -> tensor<4x4x2x64xf32>
  %out = stablehlo.add %apart, %all : tensor<4x4x2x64xf32>
  return %cosine, %out : tensor<4x8x64xf32>, tensor<4x4x2x64xf32>
}
