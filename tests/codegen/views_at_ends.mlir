// RUN: split-file %s %t
// RUN: spmd-run %t/loop.mlir --random-args=1 --check-against-sequential
// RUN: spmd-run %t/loop.mlir --random-args=2 --check-against-sequential
// RUN: spmd-run %t/loop.mlir --random-args=3 --check-against-sequential
// RUN: spmd-run %t/branches.mlir --random-args=1 --check-against-sequential

// What a block returns is copied one value after the other. A row that an index picks is read where the index says at that time, so
// that the index may not have been overwritten by then: as the next value of a loop's counter, or by another result of a branch.

//--- loop.mlir
func.func @main(%n: tensor<i32>, %table: tensor<8xi32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %y = %zero) : tensor<i32>, tensor<i32>
  cond {
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %row = stablehlo.dynamic_slice %table, %i, sizes = [1] : (tensor<8xi32>, tensor<i32>) -> tensor<1xi32>
    %value = stablehlo.reshape %row : (tensor<1xi32>) -> tensor<i32>
    stablehlo.return %next, %value : tensor<i32>, tensor<i32>
  }
  return %0#1 : tensor<i32>
}

//--- branches.mlir
func.func @main(%n: tensor<i32>, %x: tensor<i32>) -> tensor<1xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %table = stablehlo.constant dense<[1, 0, 0, 0, 0, 0, 0, 5, 6, 7, 8, 9, 10, 11, 12]> : tensor<15xi32>
  %below = stablehlo.compare GE, %n, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %1:2 = "stablehlo.if"(%below) ({
    %place = stablehlo.add %x, %three : tensor<i32>
    %row = stablehlo.dynamic_slice %table, %place, sizes = [1] : (tensor<15xi32>, tensor<i32>) -> tensor<1xi32>
    %value = stablehlo.reshape %row : (tensor<1xi32>) -> tensor<i32>
    stablehlo.return %zero, %value : tensor<i32>, tensor<i32>
  }, {
    %neg = stablehlo.negate %x : tensor<i32>
    stablehlo.return %neg, %neg : tensor<i32>, tensor<i32>
  }) : (tensor<i1>) -> (tensor<i32>, tensor<i32>)
  %r = stablehlo.reshape %1#1 : (tensor<i32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}
