// Index vectors without components: each of the three windows is the whole input.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
func.func @main(%x: tensor<4xf32>, %i: tensor<3x0xi32>, %u: tensor<3x4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) : (tensor<4xf32>, tensor<3x0xi32>, tensor<3x4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
