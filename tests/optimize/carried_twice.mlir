// RUN: spmd-run %s --random-args=1 --check-against-sequential

// A carried value that never changes, which the body also returns as the next value of another one.
func.func @main(%n: tensor<i32>, %x: tensor<i32>, %y: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %loop:3 = stablehlo.while(%i = %zero, %a = %x, %b = %y) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %a, %a : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %loop#1, %loop#2 : tensor<i32>, tensor<i32>
}
