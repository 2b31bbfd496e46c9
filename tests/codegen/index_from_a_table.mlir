// A slice whose start is read from a table, x[table[i]]: a slice without a copy reads its start at a fixed place, and the entry of the
// table is at none.
// RUN: spmd-run %s
// RUN: spmd-run %s --backend=reference
module {
  func.func public @main() {
    %x = stablehlo.iota dim = 0 : tensor<6x2xf32>
    %table = stablehlo.constant dense<[4, 0, 3, 1]> : tensor<4xi32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %four = stablehlo.constant dense<4> : tensor<i32>
    %start = stablehlo.constant dense<0.0> : tensor<2x2xf32>
    %i, %sum = stablehlo.while(%a = %zero, %b = %start) : tensor<i32>, tensor<2x2xf32>
      cond {
        %less = stablehlo.compare LT, %a, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %less : tensor<i1>
      } do {
        %entry = stablehlo.dynamic_slice %table, %a, sizes = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
        %at = stablehlo.reshape %entry : (tensor<1xi32>) -> tensor<i32>
        %rows = stablehlo.dynamic_slice %x, %at, %zero, sizes = [2, 2] : (tensor<6x2xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
        // A weight of the step, so that the order of the entries counts.
        %weight = stablehlo.convert %a : (tensor<i32>) -> tensor<f32>
        %weights = stablehlo.broadcast_in_dim %weight, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
        %part = stablehlo.multiply %rows, %weights : tensor<2x2xf32>
        %more = stablehlo.add %b, %part : tensor<2x2xf32>
        %next = stablehlo.add %a, %one : tensor<i32>
        stablehlo.return %next, %more : tensor<i32>, tensor<2x2xf32>
      }
    // 0 * [4, 5] + 1 * [0, 1] + 2 * [3, 4] + 3 * [1, 2]
    check.expect_almost_eq_const %sum, dense<[[9.0, 9.0], [15.0, 15.0]]> : tensor<2x2xf32>, tolerance = 0.0
    %two = stablehlo.constant dense<2> : tensor<i32>
    %third = stablehlo.dynamic_slice %table, %two, sizes = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
    %begin = stablehlo.reshape %third : (tensor<1xi32>) -> tensor<i32>
    %tail = stablehlo.dynamic_slice %x, %begin, %zero, sizes = [2, 2] : (tensor<6x2xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
    check.expect_almost_eq_const %tail, dense<[[3.0, 3.0], [4.0, 4.0]]> : tensor<2x2xf32>, tolerance = 0.0
    return
  }
}
