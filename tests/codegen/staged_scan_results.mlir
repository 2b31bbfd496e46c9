// A prefix scan of two results, one of which the row stages. The later walk over the row reads that one and carries nothing on: the
// operand's place holds the other result by then.
// RUN: spmd-run %s --random-args=1 --check-against-sequential --no-cache

func.func @main(%x: tensor<8x64xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<8x64xf32>) -> (tensor<8x64xf32>, tensor<8x64xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.cosine %y : tensor<8x64xf32>
  %s:2 = "stablehlo.reduce_window"(%x, %p, %zero, %zero) <{padding = dense<[[0, 0], [63, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
      %g = stablehlo.compare GT, %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %1 = stablehlo.select %g, %a, %c : tensor<i1>, tensor<f32>
      %2 = stablehlo.select %g, %b, %d : tensor<i1>, tensor<f32>
      stablehlo.return %1, %2 : tensor<f32>, tensor<f32>
    }) : (tensor<8x64xf32>, tensor<8x64xf32>, tensor<f32>, tensor<f32>) -> (tensor<8x64xf32>, tensor<8x64xf32>)
  %r = stablehlo.reduce(%s#1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x64xf32>, tensor<f32>) -> tensor<8xf32>
  %rb = stablehlo.broadcast_in_dim %r, dims = [0] : (tensor<8xf32>) -> tensor<8x64xf32>
  %o1 = stablehlo.subtract %s#1, %rb : tensor<8x64xf32>
  return %s#0, %o1 : tensor<8x64xf32>, tensor<8x64xf32>
}
