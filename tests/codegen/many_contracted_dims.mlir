// Matmuls whose dims do not merge, more of them than a plan has room for by itself: rhs has the contracted dims in reverse order.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
func.func @main(%x0: tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x3xf32>, %y0: tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x4xf32>,
    %x1: tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x3xcomplex<f32>>, %y1: tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x4xcomplex<f32>>,
    %x2: tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x3xf64>, %y2: tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x4xf64>)
    -> (tensor<3x4xf32>, tensor<3x4xcomplex<f32>>, tensor<3x4xf64>) {
  %0 = stablehlo.dot_general %x0, %y0, contracting_dims = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] x [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0] : (tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x3xf32>, tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x4xf32>) -> tensor<3x4xf32>
  %1 = stablehlo.dot_general %x1, %y1, contracting_dims = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] x [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0] : (tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x3xcomplex<f32>>, tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
  %2 = stablehlo.dot_general %x2, %y2, contracting_dims = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] x [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0] : (tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x3xf64>, tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x4xf64>) -> tensor<3x4xf64>
  return %0, %1, %2 : tensor<3x4xf32>, tensor<3x4xcomplex<f32>>, tensor<3x4xf64>
}
