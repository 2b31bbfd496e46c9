// A predicate that lies where an index says, in what a loop carries and in what its condition computes.
// RUN: spmd-run %s --random-args=1
// RUN: spmd-run %s --random-args=1 --check-against-sequential
func.func public @main(%small: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %limit = stablehlo.constant dense<600> : tensor<i32>
  %n = stablehlo.maximum %small, %limit : tensor<i32>
  %places = stablehlo.iota dim = 0 : tensor<1000xi32>
  %ns = stablehlo.broadcast_in_dim %n, dims = [] : (tensor<i32>) -> tensor<1000xi32>
  %flags = stablehlo.compare LT, %places, %ns : (tensor<1000xi32>, tensor<1000xi32>) -> tensor<1000xi1>
  %i, %f = stablehlo.while(%k = %zero, %v = %flags) : tensor<i32>, tensor<1000xi1>
  cond {
    %row = stablehlo.dynamic_slice %v, %k, sizes = [1] : (tensor<1000xi1>, tensor<i32>) -> tensor<1xi1>
    %p = stablehlo.reshape %row : (tensor<1xi1>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %k1 = stablehlo.add %k, %one : tensor<i32>
    %w = stablehlo.not %v : tensor<1000xi1>
    %x = stablehlo.not %w : tensor<1000xi1>
    stablehlo.return %k1, %x : tensor<i32>, tensor<1000xi1>
  }
  check.expect_eq_const %i, dense<600> : tensor<i32>
  %j = stablehlo.while(%k = %zero) : tensor<i32>
  cond {
    %row = stablehlo.dynamic_slice %flags, %k, sizes = [1] : (tensor<1000xi1>, tensor<i32>) -> tensor<1xi1>
    %p = stablehlo.reshape %row : (tensor<1xi1>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %k1 = stablehlo.add %k, %one : tensor<i32>
    stablehlo.return %k1 : tensor<i32>
  }
  check.expect_eq_const %j, dense<600> : tensor<i32>
  return %i, %j : tensor<i32>, tensor<i32>
}
