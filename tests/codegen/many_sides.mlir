// So many right-hand sides that equal parts of them do not come out even: no tile is empty.
// RUN: spmd-run %s --random-args=1 --check-against-sequential --threads=2

func.func @main(%a: tensor<2x2xf32>, %b: tensor<2x9505xf32>, %c: tensor<9505x2xf32>) -> (tensor<2x9505xf32>, tensor<9505x2xf32>) {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x2xf32>, tensor<2x9505xf32>) -> tensor<2x9505xf32>
  %1 = "stablehlo.triangular_solve"(%a, %c) <{left_side = false, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x2xf32>, tensor<9505x2xf32>) -> tensor<9505x2xf32>
  return %0, %1 : tensor<2x9505xf32>, tensor<9505x2xf32>
}
