// RUN: spmd-run --check-against-sequential --random-args=5 %s

// A reduction over a dim of one element (with a body that is not one op, so that it stays) between two over rows of 32:
// it must not run once per column.
func.func @main(%x: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x32xf32>, tensor<f32>) -> tensor<8xf32>
  %column = stablehlo.reshape %sum : (tensor<8xf32>) -> tensor<8x1xf32>
  %one = stablehlo.reduce(%column init: %zero) across dimensions = [1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8xf32>
   reducer(%a: tensor<f32>, %b: tensor<f32>)  {
    %s = stablehlo.add %a, %b : tensor<f32>
    %t = stablehlo.maximum %s, %s : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }
  %wide = stablehlo.broadcast_in_dim %one, dims = [0] : (tensor<8xf32>) -> tensor<8x32xf32>
  %0 = stablehlo.add %x, %wide : tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}
