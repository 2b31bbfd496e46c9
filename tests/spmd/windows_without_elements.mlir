// Windows of a dim without elements, which see their padding alone, and a dim without windows: neither is split.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<0x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<0x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %zero = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %zero) <{padding = dense<[[2, 3], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 1>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %m = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<0x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %1 = "stablehlo.reduce_window"(%b, %zero) <{window_dimensions = array<i64: 9, 1>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %m = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<8x4xf32>, tensor<f32>) -> tensor<0x4xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<0x4xf32>
}
