// A carry that adds up partial sums and a product of two variables, which is no sum and must be added once.
// RUN: spmd-run %s --check-against-sequential
sdy.mesh @mesh = <["b"=2]>
func.func @main(%x: tensor<2xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>}, %s: tensor<f64>) -> tensor<f64> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %0:2 = stablehlo.while(%i = %c, %t = %z) : tensor<i32>, tensor<f64>
  cond {
    %n = stablehlo.constant dense<2> : tensor<i32>
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %a = stablehlo.multiply %s, %s : tensor<f64>
    %t1 = stablehlo.add %t, %a : tensor<f64>
    %q = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2xf64>, tensor<f64>) -> tensor<f64>
    %t2 = stablehlo.add %t1, %q : tensor<f64>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %t2 : tensor<i32>, tensor<f64>
  }
  return %0#1 : tensor<f64>
}
