// RUN: spmd-run %s --random-args=1 --check-against-sequential

// Reductions never see padding, whatever it holds: 1 / 0 here.
sdy.mesh @m = <["a"=4, "b"=3]>
func.func @main(%x: tensor<6x7xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}, %n: tensor<6xi32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, %k: tensor<6xi32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, %e: tensor<3xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}]>})
  -> (tensor<f32>, tensor<7xf32>, tensor<6xi32>, tensor<i32>, tensor<6xf32>, tensor<i1>, tensor<f32>, tensor<42xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, tensor<f32>, tensor<i32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %zi = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1.0> : tensor<6x7xf32>
  %inv = stablehlo.divide %one, %x : tensor<6x7xf32>
  %0 = stablehlo.reduce(%inv init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x7xf32>, tensor<f32>) -> tensor<f32>
  %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %1 = stablehlo.reduce(%inv init: %ninf) applies stablehlo.maximum across dimensions = [0] : (tensor<6x7xf32>, tensor<f32>) -> tensor<7xf32>
  %2 = stablehlo.divide %n, %k : tensor<6xi32>
  %3 = stablehlo.reduce(%2 init: %zi) applies stablehlo.add across dimensions = [0] : (tensor<6xi32>, tensor<i32>) -> tensor<i32>
  %4 = stablehlo.reduce(%x init: %z) applies stablehlo.multiply across dimensions = [1] : (tensor<6x7xf32>, tensor<f32>) -> tensor<6xf32>
  %t = stablehlo.constant dense<true> : tensor<i1>
  %pos = stablehlo.compare NE, %x, %inv : (tensor<6x7xf32>, tensor<6x7xf32>) -> tensor<6x7xi1>
  %5 = stablehlo.reduce(%pos init: %t) applies stablehlo.and across dimensions = [0, 1] : (tensor<6x7xi1>, tensor<i1>) -> tensor<i1>
  %6 = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  %7 = stablehlo.reshape %x : (tensor<6x7xf32>) -> tensor<42xf32>
  %8 = stablehlo.dot_general %inv, %inv, contracting_dims = [0, 1] x [0, 1] : (tensor<6x7xf32>, tensor<6x7xf32>) -> tensor<f32>
  %it = stablehlo.iota dim = 0 : tensor<6xi32>
  %9:2 = stablehlo.reduce(%n init: %zi), (%it init: %zi) across dimensions = [0] : (tensor<6xi32>, tensor<6xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    reducer(%a: tensor<i32>, %b: tensor<i32>) (%c: tensor<i32>, %d: tensor<i32>) {
    %g = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v = stablehlo.select %g, %a, %b : tensor<i1>, tensor<i32>
    %w = stablehlo.select %g, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %v, %w : tensor<i32>, tensor<i32>
  }
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9#1 : tensor<f32>, tensor<7xf32>, tensor<6xi32>, tensor<i32>, tensor<6xf32>, tensor<i1>, tensor<f32>, tensor<42xf32>, tensor<f32>, tensor<i32>
}
