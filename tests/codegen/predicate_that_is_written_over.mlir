// An open loop that is one kernel is called for 256 trips at a time. The index of a trip lies where its predicate was, and is zero in the
// last one.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
func.func public @main(%arg0: tensor<17xi32>, %arg1: tensor<i32>) -> (tensor<17xi32>, tensor<i32>) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %least = stablehlo.constant dense<300> : tensor<i32>
  %n = stablehlo.maximum %arg1, %least : tensor<i32>
  %0:3 = stablehlo.while(%iterArg = %n, %iterArg_0 = %arg0, %iterArg_1 = %c) : tensor<i32>, tensor<17xi32>, tensor<i32>
  cond {
    %1 = stablehlo.compare LT, %iterArg_1, %iterArg, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_2 = stablehlo.constant dense<17> : tensor<i64>
    %1 = func.call @remainder(%iterArg_1, %c_2) : (tensor<i32>, tensor<i64>) -> tensor<i32>
    %c_3 = stablehlo.constant dense<17> : tensor<i64>
    %2 = func.call @remainder(%iterArg_1, %c_3) : (tensor<i32>, tensor<i64>) -> tensor<i32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %3 = stablehlo.compare LT, %2, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_5 = stablehlo.constant dense<17> : tensor<i32>
    %4 = stablehlo.add %2, %c_5 : tensor<i32>
    %5 = stablehlo.select %3, %4, %2 : tensor<i1>, tensor<i32>
    %6 = stablehlo.dynamic_slice %iterArg_0, %5, sizes = [1] : (tensor<17xi32>, tensor<i32>) -> tensor<1xi32>
    %7 = stablehlo.reshape %6 : (tensor<1xi32>) -> tensor<i32>
    %c_6 = stablehlo.constant dense<1> : tensor<i32>
    %8 = stablehlo.add %7, %c_6 : tensor<i32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %1, %c_7, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_8 = stablehlo.constant dense<17> : tensor<i32>
    %10 = stablehlo.add %1, %c_8 : tensor<i32>
    %11 = stablehlo.select %9, %10, %1 : tensor<i1>, tensor<i32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %13 = "stablehlo.scatter"(%iterArg_0, %12, %8) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      stablehlo.return %arg3 : tensor<i32>
    }) : (tensor<17xi32>, tensor<1xi32>, tensor<i32>) -> tensor<17xi32>
    %c_9 = stablehlo.constant dense<1> : tensor<i32>
    %14 = stablehlo.add %iterArg_1, %c_9 : tensor<i32>
    stablehlo.return %iterArg, %13, %14 : tensor<i32>, tensor<17xi32>, tensor<i32>
  }
  return %0#1, %0#2 : tensor<17xi32>, tensor<i32>
}
func.func private @remainder(%arg0: tensor<i32>, %arg1: tensor<i64>) -> tensor<i32> {
  %0 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<i32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_0 = stablehlo.constant dense<1> : tensor<i32>
  %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
  %3 = stablehlo.remainder %arg0, %2 : tensor<i32>
  %c_1 = stablehlo.constant dense<0> : tensor<i32>
  %4 = stablehlo.compare NE, %3, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_2 = stablehlo.constant dense<0> : tensor<i32>
  %5 = stablehlo.compare LT, %3, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_3 = stablehlo.constant dense<0> : tensor<i32>
  %6 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %7 = stablehlo.compare NE, %5, %6, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
  %8 = stablehlo.and %7, %4 : tensor<i1>
  %9 = stablehlo.add %3, %2 : tensor<i32>
  %10 = stablehlo.select %8, %9, %3 : tensor<i1>, tensor<i32>
  return %10 : tensor<i32>
}
func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
  return %0 : tensor<i32>
}
