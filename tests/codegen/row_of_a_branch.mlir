// A row that branches return is written before them, whatever reads the row behind them.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
func.func @main(%s0: tensor<16x64xf32>, %u: tensor<16x64xf32>, %q: tensor<16x64xf32>, %a0: tensor<1x64xf32>) -> (tensor<16x64xf32>, tensor<1x64xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %s = %s0, %a = %a0) : tensor<i32>, tensor<16x64xf32>, tensor<1x64xf32>
    cond {
      %p = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %r = stablehlo.dynamic_slice %u, %i, %zero, sizes = [1, 64] : (tensor<16x64xf32>, tensor<i32>, tensor<i32>) -> tensor<1x64xf32>
      %t = stablehlo.tanh %r : tensor<1x64xf32>
      %w = stablehlo.dynamic_update_slice %s, %t, %i, %zero : (tensor<16x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<16x64xf32>
      %c = stablehlo.compare NE, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %n = "stablehlo.if"(%c) ({
        stablehlo.return %w : tensor<16x64xf32>
      }, {
        stablehlo.return %q : tensor<16x64xf32>
      }) : (tensor<i1>) -> tensor<16x64xf32>
      %x = stablehlo.dynamic_slice %n, %two, %zero, sizes = [1, 64] : (tensor<16x64xf32>, tensor<i32>, tensor<i32>) -> tensor<1x64xf32>
      %y = stablehlo.add %x, %t : tensor<1x64xf32>
      %z = stablehlo.add %y, %a : tensor<1x64xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %n, %z : tensor<i32>, tensor<16x64xf32>, tensor<1x64xf32>
    }
  return %0#1, %0#2 : tensor<16x64xf32>, tensor<1x64xf32>
}
