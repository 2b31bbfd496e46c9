// Complex numbers whose parts go different ways: a scatter, a sort, a window or a loop makes both, and one of them is read.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
// RUN: spmd-run %s --random-args=1 --check-against-sequential --mesh=x=1

sdy.mesh @mesh = <["x"=4]>

func.func @main(%z: tensor<8x4xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %i: tensor<3x1xi32>, %u: tensor<3x4xcomplex<f32>>) -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>,
                tensor<4xf32>, tensor<8x4xf32>, tensor<7x4xf32>, tensor<4x4xf32>, tensor<8x4xf32>, tensor<8x4xcomplex<f32>>) {
  %sum = "stablehlo.scatter"(%z, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    %r = stablehlo.add %a, %b : tensor<complex<f32>>
    stablehlo.return %r : tensor<complex<f32>>
  }) : (tensor<8x4xcomplex<f32>>, tensor<3x1xi32>, tensor<3x4xcomplex<f32>>) -> tensor<8x4xcomplex<f32>>
  %0 = stablehlo.real %sum : (tensor<8x4xcomplex<f32>>) -> tensor<8x4xf32>
  %set = "stablehlo.scatter"(%z, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    stablehlo.return %b : tensor<complex<f32>>
  }) : (tensor<8x4xcomplex<f32>>, tensor<3x1xi32>, tensor<3x4xcomplex<f32>>) -> tensor<8x4xcomplex<f32>>
  %1 = stablehlo.imag %set : (tensor<8x4xcomplex<f32>>) -> tensor<8x4xf32>
  %product = "stablehlo.scatter"(%z, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    %r = stablehlo.multiply %a, %b : tensor<complex<f32>>
    stablehlo.return %r : tensor<complex<f32>>
  }) : (tensor<8x4xcomplex<f32>>, tensor<3x1xi32>, tensor<3x4xcomplex<f32>>) -> tensor<8x4xcomplex<f32>>
  %2 = stablehlo.real %product : (tensor<8x4xcomplex<f32>>) -> tensor<8x4xf32>
  // What is read is read beside what it is made of.
  %own = "stablehlo.scatter"(%sum, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    %c = stablehlo.divide %a, %b : tensor<complex<f32>>
    %r = stablehlo.add %c, %b : tensor<complex<f32>>
    stablehlo.return %r : tensor<complex<f32>>
  }) : (tensor<8x4xcomplex<f32>>, tensor<3x1xi32>, tensor<3x4xcomplex<f32>>) -> tensor<8x4xcomplex<f32>>
  %ownRe = stablehlo.real %own : (tensor<8x4xcomplex<f32>>) -> tensor<8x4xf32>
  %3 = stablehlo.subtract %ownRe, %0 : tensor<8x4xf32>
  %sum_im = stablehlo.imag %sum : (tensor<8x4xcomplex<f32>>) -> tensor<8x4xf32>
  %4 = stablehlo.tanh %sum_im : tensor<8x4xf32>

  %start = stablehlo.constant dense<(1.0, 0.0)> : tensor<complex<f32>>
  %factors = stablehlo.reduce(%z init: %start) applies stablehlo.multiply across dimensions = [0] : (tensor<8x4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<4xcomplex<f32>>
  %5 = stablehlo.imag %factors : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %keys = stablehlo.imag %z : (tensor<8x4xcomplex<f32>>) -> tensor<8x4xf32>
  %sorted:2 = "stablehlo.sort"(%keys, %z) <{dimension = 0 : i64}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>, %lz: tensor<complex<f32>>, %rz: tensor<complex<f32>>):
    %less = stablehlo.compare LT, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<8x4xf32>, tensor<8x4xcomplex<f32>>) -> (tensor<8x4xf32>, tensor<8x4xcomplex<f32>>)
  %6 = stablehlo.real %sorted#1 : (tensor<8x4xcomplex<f32>>) -> tensor<8x4xf32>
  %pairs = "stablehlo.reduce_window"(%z, %start) <{window_dimensions = array<i64: 2, 1>}> ({
  ^bb0(%l: tensor<complex<f32>>, %r: tensor<complex<f32>>):
    %r2 = stablehlo.multiply %l, %r : tensor<complex<f32>>
    stablehlo.return %r2 : tensor<complex<f32>>
  }) : (tensor<8x4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<7x4xcomplex<f32>>
  %7 = stablehlo.real %pairs : (tensor<7x4xcomplex<f32>>) -> tensor<7x4xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %window = stablehlo.dynamic_slice %z, %three, %zero, sizes = [4, 4] : (tensor<8x4xcomplex<f32>>, tensor<i32>, tensor<i32>) -> tensor<4x4xcomplex<f32>>
  %8 = stablehlo.imag %window : (tensor<4x4xcomplex<f32>>) -> tensor<4x4xf32>
  %updated = stablehlo.dynamic_update_slice %z, %window, %one, %zero : (tensor<8x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>, tensor<i32>, tensor<i32>) -> tensor<8x4xcomplex<f32>>
  %9 = stablehlo.real %updated : (tensor<8x4xcomplex<f32>>) -> tensor<8x4xf32>
  %loop:2 = stablehlo.while(%k = %zero, %w = %z) : tensor<i32>, tensor<8x4xcomplex<f32>>
    cond {
    %go = stablehlo.compare LT, %k, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %next = stablehlo.add %k, %one : tensor<i32>
    %re = stablehlo.real %w : (tensor<8x4xcomplex<f32>>) -> tensor<8x4xf32>
    %im = stablehlo.imag %w : (tensor<8x4xcomplex<f32>>) -> tensor<8x4xf32>
    %turned = stablehlo.complex %im, %re : tensor<8x4xcomplex<f32>>
    %scattered = "stablehlo.scatter"(%turned, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
      %r = stablehlo.multiply %a, %b : tensor<complex<f32>>
      stablehlo.return %r : tensor<complex<f32>>
    }) : (tensor<8x4xcomplex<f32>>, tensor<3x1xi32>, tensor<3x4xcomplex<f32>>) -> tensor<8x4xcomplex<f32>>
    stablehlo.return %next, %scattered : tensor<i32>, tensor<8x4xcomplex<f32>>
  }
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %loop#1 : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<4xf32>, tensor<8x4xf32>, tensor<7x4xf32>, tensor<4x4xf32>, tensor<8x4xf32>, tensor<8x4xcomplex<f32>>
}
