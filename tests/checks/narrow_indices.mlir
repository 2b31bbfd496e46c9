// Indices of 4 bits are signed where they come from a routine, too, which leaves the low bits of a byte: -3 is no position.
// RUN: spmd-run %s
// RUN: spmd-run %s --backend=reference

func.func @main() {
  %three = stablehlo.constant dense<[-3, -3, 2, 5]> : tensor<4xi4>
  %sorted = "stablehlo.sort"(%three) <{dimension = 0 : i64}> ({
    ^bb0(%l: tensor<i4>, %r: tensor<i4>):
      %c = stablehlo.compare LT, %l, %r : (tensor<i4>, tensor<i4>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<4xi4>) -> tensor<4xi4>
  %at = stablehlo.reshape %sorted : (tensor<4xi4>) -> tensor<4x1xi4>
  %places = stablehlo.iota dim = 0 : tensor<16xi32>

  %gathered = "stablehlo.gather"(%places, %at) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<16xi32>, tensor<4x1xi4>) -> tensor<4xi32>
  check.expect_eq_const %gathered, dense<[0, 0, 2, 5]> : tensor<4xi32>

  %first = stablehlo.slice %sorted [0:1] : (tensor<4xi4>) -> tensor<1xi4>
  %start = stablehlo.reshape %first : (tensor<1xi4>) -> tensor<i4>
  %slice = stablehlo.dynamic_slice %places, %start, sizes = [2] : (tensor<16xi32>, tensor<i4>) -> tensor<2xi32>
  check.expect_eq_const %slice, dense<[0, 1]> : tensor<2xi32>

  %zeros = stablehlo.constant dense<0> : tensor<16xi32>
  %ones = stablehlo.constant dense<1> : tensor<4xi32>
  %counts = "stablehlo.scatter"(%zeros, %at, %ones) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<16xi32>, tensor<4x1xi4>, tensor<4xi32>) -> tensor<16xi32>
  check.expect_eq_const %counts, dense<[0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]> : tensor<16xi32>
  return
}
