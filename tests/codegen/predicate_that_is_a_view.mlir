// As predicate_that_is_written_over.mlir, where the predicate is one element of what the condition writes.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
func.func public @main(%arg0: tensor<40xi8>) -> (tensor<40xi8>, tensor<i32>) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %c) : tensor<40xi8>, tensor<i32>
  cond {
    %c_1 = stablehlo.constant dense<false> : tensor<i1>
    %1 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i1>) -> tensor<9xi1>
    %c_2 = stablehlo.constant dense<300> : tensor<i32>
    %2 = stablehlo.compare LT, %iterArg_0, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.multiply %iterArg_0, %c_3 : tensor<i32>
    %c_4 = stablehlo.constant dense<4> : tensor<i32>
    %5 = stablehlo.add %4, %c_4 : tensor<i32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.compare LT, %5, %c_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_6 = stablehlo.constant dense<9> : tensor<i32>
    %7 = stablehlo.add %5, %c_6 : tensor<i32>
    %8 = stablehlo.select %6, %7, %5 : tensor<i1>, tensor<i32>
    %9 = stablehlo.dynamic_update_slice %1, %3, %8 : (tensor<9xi1>, tensor<1xi1>, tensor<i32>) -> tensor<9xi1>
    %10 = stablehlo.slice %9 [4:5] : (tensor<9xi1>) -> tensor<1xi1>
    %11 = stablehlo.reshape %10 : (tensor<1xi1>) -> tensor<i1>
    stablehlo.return %11 : tensor<i1>
  } do {
    %c_1 = stablehlo.constant dense<17> : tensor<i64>
    %1 = func.call @remainder(%iterArg_0, %c_1) : (tensor<i32>, tensor<i64>) -> tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.compare LT, %1, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_3 = stablehlo.constant dense<40> : tensor<i32>
    %3 = stablehlo.add %1, %c_3 : tensor<i32>
    %4 = stablehlo.select %2, %3, %1 : tensor<i1>, tensor<i32>
    %5 = stablehlo.dynamic_slice %iterArg, %4, sizes = [9] : (tensor<40xi8>, tensor<i32>) -> tensor<9xi8>
    %6 = func.call @cumsum(%5) : (tensor<9xi8>) -> tensor<9xi8>
    %c_4 = stablehlo.constant dense<3> : tensor<i32>
    %7 = stablehlo.multiply %iterArg_0, %c_4 : tensor<i32>
    %c_5 = stablehlo.constant dense<17> : tensor<i64>
    %8 = func.call @remainder(%7, %c_5) : (tensor<i32>, tensor<i64>) -> tensor<i32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %8, %c_6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_7 = stablehlo.constant dense<40> : tensor<i32>
    %10 = stablehlo.add %8, %c_7 : tensor<i32>
    %11 = stablehlo.select %9, %10, %8 : tensor<i1>, tensor<i32>
    %12 = stablehlo.dynamic_update_slice %iterArg, %6, %11 : (tensor<40xi8>, tensor<9xi8>, tensor<i32>) -> tensor<40xi8>
    %c_8 = stablehlo.constant dense<1> : tensor<i32>
    %13 = stablehlo.add %iterArg_0, %c_8 : tensor<i32>
    stablehlo.return %12, %13 : tensor<40xi8>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<40xi8>, tensor<i32>
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
func.func private @cumsum(%arg0: tensor<9xi8>) -> tensor<9xi8> {
  %c = stablehlo.constant dense<0> : tensor<i8>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i8>) -> tensor<i8>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1>, padding = dense<[[8, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 9>, window_strides = array<i64: 1>}> ({
  ^bb0(%arg1: tensor<i8>, %arg2: tensor<i8>):
    %2 = stablehlo.add %arg1, %arg2 : tensor<i8>
    stablehlo.return %2 : tensor<i8>
  }) : (tensor<9xi8>, tensor<i8>) -> tensor<9xi8>
  return %1 : tensor<9xi8>
}
