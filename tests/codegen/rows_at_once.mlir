// Short rows whose passes wait for each other are done four at a time, each a pass behind the one before it; 23 rows leave three,
// 30 of 3 dims two. Results per element and per row, rows of two parts, a prefix scan in the last pass; masked ones are NaN as a whole
// where nothing is left of the row.
// RUN: spmd-run %s --random-args=3 --check-against-sequential
// RUN: env SPMD_MAX_ISA=avx2 spmd-run %s --random-args=4 --check-against-sequential
module {
  func.func public @main(%x: tensor<23x100xf32>, %y: tensor<5x6x256xf32>) -> (tensor<23x100xf32>, tensor<23xf32>, tensor<23x100xf32>, tensor<5x6x256xf32>, tensor<23x100xf32>) {
    %softmax, %sum = func.call @softmax(%x) : (tensor<23x100xf32>) -> (tensor<23x100xf32>, tensor<23xf32>)

    %left = stablehlo.slice %x [0:23, 0:37] : (tensor<23x100xf32>) -> tensor<23x37xf32>
    %right = stablehlo.slice %x [0:23, 20:83] : (tensor<23x100xf32>) -> tensor<23x63xf32>
    %negative = stablehlo.negate %right : tensor<23x63xf32>
    %parts = stablehlo.concatenate %left, %negative, dim = 1 : (tensor<23x37xf32>, tensor<23x63xf32>) -> tensor<23x100xf32>
    %row = stablehlo.iota dim = 0 : tensor<23x100xi32>
    %column = stablehlo.iota dim = 1 : tensor<23x100xi32>
    %nine = stablehlo.constant dense<9> : tensor<23x100xi32>
    %from = stablehlo.multiply %row, %nine : tensor<23x100xi32>
    %kept = stablehlo.compare GE, %column, %from : (tensor<23x100xi32>, tensor<23x100xi32>) -> tensor<23x100xi1>
    %none = stablehlo.constant dense<0xFF800000> : tensor<23x100xf32>
    %masked = stablehlo.select %kept, %parts, %none : tensor<23x100xi1>, tensor<23x100xf32>
    %attention, %ignored = func.call @softmax(%masked) : (tensor<23x100xf32>) -> (tensor<23x100xf32>, tensor<23xf32>)

    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %bzero = stablehlo.constant dense<0.0> : tensor<f32>
    %max = stablehlo.reduce(%y init: %lowest) applies stablehlo.maximum across dimensions = [2] : (tensor<5x6x256xf32>, tensor<f32>) -> tensor<5x6xf32>
    %maxes = stablehlo.broadcast_in_dim %max, dims = [0, 1] : (tensor<5x6xf32>) -> tensor<5x6x256xf32>
    %below = stablehlo.subtract %y, %maxes : tensor<5x6x256xf32>
    %power = stablehlo.exponential %below : tensor<5x6x256xf32>
    %total = stablehlo.reduce(%power init: %bzero) applies stablehlo.add across dimensions = [2] : (tensor<5x6x256xf32>, tensor<f32>) -> tensor<5x6xf32>
    %totals = stablehlo.broadcast_in_dim %total, dims = [0, 1] : (tensor<5x6xf32>) -> tensor<5x6x256xf32>
    %half = stablehlo.divide %power, %totals : tensor<5x6x256xf32>

    %distribution = "stablehlo.reduce_window"(%softmax, %zero) <{window_dimensions = array<i64: 1, 100>,
        padding = dense<[[0, 0], [99, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<23x100xf32>, tensor<f32>) -> tensor<23x100xf32>
    return %softmax, %sum, %attention, %half, %distribution : tensor<23x100xf32>, tensor<23xf32>, tensor<23x100xf32>, tensor<5x6x256xf32>, tensor<23x100xf32>
  }
  func.func private @softmax(%x: tensor<23x100xf32>) -> (tensor<23x100xf32>, tensor<23xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %max = stablehlo.reduce(%x init: %lowest) applies stablehlo.maximum across dimensions = [1] : (tensor<23x100xf32>, tensor<f32>) -> tensor<23xf32>
    %maxes = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<23xf32>) -> tensor<23x100xf32>
    %below = stablehlo.subtract %x, %maxes : tensor<23x100xf32>
    %power = stablehlo.exponential %below : tensor<23x100xf32>
    %sum = stablehlo.reduce(%power init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<23x100xf32>, tensor<f32>) -> tensor<23xf32>
    %sums = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<23xf32>) -> tensor<23x100xf32>
    %0 = stablehlo.divide %power, %sums : tensor<23x100xf32>
    return %0, %sum : tensor<23x100xf32>, tensor<23xf32>
  }
}
