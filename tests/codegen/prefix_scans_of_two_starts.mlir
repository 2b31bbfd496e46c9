// Two programs differ only in the initial value of their sums: one is a prefix scan that is fused with its expensive operand, the other
// computes windows and leaves the operand outside. The plan of one must not be used for the other.
// RUN: env SPMD_FOLD=1 spmd-run %s --random-args=3 --check-against-sequential
module {
  func.func public @main(%x: tensor<5x60xf32>, %y: tensor<5x60xf32>) -> (tensor<5x60xf32>, tensor<5x60xf32>) {
    %half = stablehlo.constant dense<0.5> : tensor<f32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %a = stablehlo.tanh %x : tensor<5x60xf32>
    %0 = "stablehlo.reduce_window"(%a, %half) <{window_dimensions = array<i64: 1, 60>, padding = dense<[[0, 0], [59, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<5x60xf32>, tensor<f32>) -> tensor<5x60xf32>
    %b = stablehlo.tanh %y : tensor<5x60xf32>
    %1 = "stablehlo.reduce_window"(%b, %zero) <{window_dimensions = array<i64: 1, 60>, padding = dense<[[0, 0], [59, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<5x60xf32>, tensor<f32>) -> tensor<5x60xf32>
    return %0, %1 : tensor<5x60xf32>, tensor<5x60xf32>
  }
}
