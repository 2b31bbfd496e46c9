// Windows over two operands whose dims do not divide: both grow alike, though they are placed apart.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<6x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %i: tensor<6x3xi32>) -> (tensor<6x3xf32>, tensor<6x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = "stablehlo.reduce_window"(%a, %i, %ninf, %zero) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>}> ({
  ^bb0(%l: tensor<f32>, %p: tensor<i32>, %r: tensor<f32>, %q: tensor<i32>):
    %c = stablehlo.compare GE, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %c, %l, %r : tensor<i1>, tensor<f32>
    %w = stablehlo.select %c, %p, %q : tensor<i1>, tensor<i32>
    stablehlo.return %v, %w : tensor<f32>, tensor<i32>
  }) : (tensor<6x3xf32>, tensor<6x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<6x3xf32>, tensor<6x3xi32>)
  return %0#0, %0#1 : tensor<6x3xf32>, tensor<6x3xi32>
}
