// RUN: spmd-run %s --random-args=1 --check-against-sequential
// RUN: spmd-run %s --random-args=2 --check-against-sequential

// The condition runs once more than the body. What it computes may not lie where a carried value waits that neither the
// condition nor the body reads: after the last turn that value is the result.
func.func @main(%x: tensor<4xi8>, %n: tensor<i32>) -> tensor<4xi8> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %last = stablehlo.clamp %zero, %n, %three : tensor<i32>
  %start = stablehlo.reverse %x, dims = [0] : tensor<4xi8>
  %loop:2 = stablehlo.while(%i = %zero, %y = %start) : tensor<i32>, tensor<4xi8>
  cond {
    %more = stablehlo.compare LT, %i, %last : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %start : tensor<i32>, tensor<4xi8>
  }
  %r = stablehlo.reverse %loop#1, dims = [0] : tensor<4xi8>
  return %r : tensor<4xi8>
}
