// A prefix scan and a reduction of it in one kernel, in rows of which one element is left over behind the last whole step.
// RUN: spmd-run %s --random-args=1 --check-against-sequential --no-cache

func.func @main(%arg2: tensor<4x33xf32>, %arg6: tensor<3x41xf32>) -> (tensor<4x33xf32>, tensor<3x41xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = "stablehlo.reduce_window"(%arg2, %cst) <{padding = dense<[[0, 0], [32, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 33>}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %4 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) : (tensor<4x33xf32>, tensor<f32>) -> tensor<4x33xf32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.minimum across dimensions = [1] : (tensor<4x33xf32>, tensor<f32>) -> tensor<4xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4xf32>) -> tensor<4x33xf32>
    %3 = stablehlo.subtract %0, %2 : tensor<4x33xf32>
    %5 = "stablehlo.reduce_window"(%arg6, %cst) <{padding = dense<[[0, 0], [40, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 41>}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %9 = stablehlo.maximum %arg4, %arg5 : tensor<f32>
      stablehlo.return %9 : tensor<f32>
    }) : (tensor<3x41xf32>, tensor<f32>) -> tensor<3x41xf32>
    %6 = stablehlo.reduce(%5 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<3x41xf32>, tensor<f32>) -> tensor<3xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<3xf32>) -> tensor<3x41xf32>
    %8 = stablehlo.multiply %5, %7 : tensor<3x41xf32>
    return %3, %8 : tensor<4x33xf32>, tensor<3x41xf32>
}
