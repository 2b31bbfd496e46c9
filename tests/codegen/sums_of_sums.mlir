// A long sum over what another sum made, which is computed where it is needed: over a middle dim, over few rows, over windows.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
module {
  func.func public @main(%x: tensor<512x16x64xf32>, %y: tensor<16x20000xf32>, %z: tensor<16385x3xf32>) -> (
      tensor<f32>, tensor<f32>, tensor<70000xf32>, tensor<f32>, tensor<f32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>

    // jnp.sum(x.sum(1) ** 2)
    %middle = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<512x16x64xf32>, tensor<f32>) -> tensor<512x64xf32>
    %middle2 = stablehlo.multiply %middle, %middle : tensor<512x64xf32>
    %a = stablehlo.reduce(%middle2 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<512x64xf32>, tensor<f32>) -> tensor<f32>

    // Sixteen rows are too few for partial results of columns.
    %columns = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<16x20000xf32>, tensor<f32>) -> tensor<20000xf32>
    %columns2 = stablehlo.multiply %columns, %columns : tensor<20000xf32>
    %b = stablehlo.reduce(%columns2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<20000xf32>, tensor<f32>) -> tensor<f32>
    // The largest value of the kernel is one that waits for the sum.
    %c = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f32>) -> tensor<70000xf32>

    %windows = "stablehlo.reduce_window"(%z, %zero) <{window_dimensions = array<i64: 1, 3>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<16385x3xf32>, tensor<f32>) -> tensor<16385x1xf32>
    %windows2 = stablehlo.multiply %windows, %windows : tensor<16385x1xf32>
    %d = stablehlo.reduce(%windows2 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<16385x1xf32>, tensor<f32>) -> tensor<f32>

    %largest = stablehlo.reduce(%middle2 init: %zero) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<512x64xf32>, tensor<f32>) -> tensor<f32>
    return %a, %b, %c, %d, %largest : tensor<f32>, tensor<f32>, tensor<70000xf32>, tensor<f32>, tensor<f32>
  }
}
