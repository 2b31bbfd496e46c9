// Sums of complex numbers over split dims: the parts' initial value counts once.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
sdy.mesh @mesh = <["x"=4]>

func.func @main(%z: tensor<8x4xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %i: tensor<8xi32>,
                %start: tensor<complex<f32>>) -> (tensor<4xcomplex<f32>>, tensor<8x4xcomplex<f32>>) {
  %0 = stablehlo.reduce(%z init: %start) applies stablehlo.add across dimensions = [0]
      : (tensor<8x4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<4xcomplex<f32>>
  %1 = "stablehlo.gather"(%z, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
      start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>, indices_are_sorted = false}>
      : (tensor<8x4xcomplex<f32>>, tensor<8xi32>) -> tensor<8x4xcomplex<f32>>
  return %0, %1 : tensor<4xcomplex<f32>>, tensor<8x4xcomplex<f32>>
}
