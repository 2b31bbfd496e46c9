// A prefix scan in rows of odd length, walked over twice. The second walk stores a large result and carries the scan on in the same order:
// no element of a row lies above the row's largest.
// RUN: env SPMD_FOLD=1 spmd-run %s --random-args=1 --no-cache --machine=last-cache=32MiB

func.func @main(%angles: tensor<1600x4097xf32>) -> tensor<1600x4097xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %far = stablehlo.constant dense<100.0> : tensor<1600x4097xf32>
  %turns = stablehlo.multiply %angles, %far : tensor<1600x4097xf32>
  %cosines = stablehlo.cosine %turns : tensor<1600x4097xf32>
  %x = stablehlo.optimization_barrier %cosines : tensor<1600x4097xf32>
  %scan = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[0, 0], [4096, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 4097>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<1600x4097xf32>, tensor<f32>) -> tensor<1600x4097xf32>
  %largest = stablehlo.reduce(%scan init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<1600x4097xf32>, tensor<f32>) -> tensor<1600xf32>
  %mosts = stablehlo.broadcast_in_dim %largest, dims = [0] : (tensor<1600xf32>) -> tensor<1600x4097xf32>
  %below = stablehlo.subtract %scan, %mosts : tensor<1600x4097xf32>
  %kept = stablehlo.optimization_barrier %below : tensor<1600x4097xf32>
  %most = stablehlo.reduce(%kept init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<1600x4097xf32>, tensor<f32>) -> tensor<1600xf32>
  check.expect_eq_const %most, dense<0.0> : tensor<1600xf32>
  return %x : tensor<1600x4097xf32>
}
