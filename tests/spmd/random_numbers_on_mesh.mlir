// Devices draw the numbers that one device draws: split, in loops, in manual computations, of all kinds of elements.
// RUN: spmd-run %s --check-against-sequential
// RUN: spmd-run %s --random-args=1 --save=%t.npz
// RUN: spmd-run %s --random-args=1 --save=%t.again.npz && cmp %t.npz %t.again.npz

sdy.mesh @mesh = <["x"=2, "y"=2]>

func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<8x4xf32>, tensor<8x4xf64>, tensor<8x4xbf16>, tensor<8x4xi64>, tensor<8x4xui8>, tensor<8x4xf32>) {
  %shape = stablehlo.constant dense<[8, 4]> : tensor<2xi64>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %u = stablehlo.rng %zero, %one, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<8x4xf32>
  %sum = stablehlo.add %u, %a : tensor<8x4xf32>
  %zero64 = stablehlo.constant dense<0.0> : tensor<f64>
  %one64 = stablehlo.constant dense<1.0> : tensor<f64>
  %n = stablehlo.rng %zero64, %one64, %shape, distribution = NORMAL {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}]>]>} : (tensor<f64>, tensor<f64>, tensor<2xi64>) -> tensor<8x4xf64>
  %zero16 = stablehlo.constant dense<0.0> : tensor<bf16>
  %one16 = stablehlo.constant dense<1.0> : tensor<bf16>
  %h = stablehlo.rng %zero16, %one16, %shape, distribution = UNIFORM : (tensor<bf16>, tensor<bf16>, tensor<2xi64>) -> tensor<8x4xbf16>
  %low = stablehlo.constant dense<-9000000000> : tensor<i64>
  %high = stablehlo.constant dense<9000000000> : tensor<i64>
  %i = stablehlo.rng %low, %high, %shape, distribution = UNIFORM {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", "y"}, {}]>]>} : (tensor<i64>, tensor<i64>, tensor<2xi64>) -> tensor<8x4xi64>
  %lowByte = stablehlo.constant dense<3> : tensor<ui8>
  %highByte = stablehlo.constant dense<250> : tensor<ui8>
  %b = stablehlo.rng %lowByte, %highByte, %shape, distribution = UNIFORM : (tensor<ui8>, tensor<ui8>, tensor<2xi64>) -> tensor<8x4xui8>

  // In a loop, a manual computation that draws for its part: each device the same numbers.
  %first = stablehlo.constant dense<0> : tensor<i32>
  %step = stablehlo.constant dense<1> : tensor<i32>
  %trips = stablehlo.constant dense<3> : tensor<i32>
  %k, %total = stablehlo.while(%arg0 = %first, %arg1 = %sum) : tensor<i32>, tensor<8x4xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{"x"}, {"y"}]>]>}
  cond {
    %c = stablehlo.compare LT, %arg0, %trips : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %more = sdy.manual_computation(%arg1) in_shardings = [<@mesh, [{"x"}, {"y"}]>] out_shardings = [<@mesh, [{"x"}, {"y"}]>] manual_axes = {"x", "y"} (%part: tensor<4x2xf32>) {
      %begin = stablehlo.constant dense<1.0> : tensor<f32>
      %end = stablehlo.constant dense<2.0> : tensor<f32>
      %partShape = stablehlo.constant dense<[4, 2]> : tensor<2xi64>
      %drawn = stablehlo.rng %begin, %end, %partShape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<4x2xf32>
      %added = stablehlo.add %part, %drawn : tensor<4x2xf32>
      sdy.return %added : tensor<4x2xf32>
    } : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %next = stablehlo.add %arg0, %step : tensor<i32>
    stablehlo.return %next, %more : tensor<i32>, tensor<8x4xf32>
  }
  return %sum, %n, %h, %i, %b, %total : tensor<8x4xf32>, tensor<8x4xf64>, tensor<8x4xbf16>, tensor<8x4xi64>, tensor<8x4xui8>, tensor<8x4xf32>
}
