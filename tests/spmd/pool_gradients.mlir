// Gradients of pooling with windows that overlap, along split dims: each device selects in the windows that reach its elements. Numbers of
// one device; many equal elements, so that the order of a window decides.
// RUN: spmd-run %s --random-args=1 --check-against-sequential --mesh=x=2
// RUN: spmd-run %s --random-args=2 --check-against-sequential --mesh=x=3
// RUN: spmd-run %s --random-args=3 --check-against-sequential --mesh=x=4
// RUN: spmd-run %s --random-args=4 --check-against-sequential --mesh=x=8
// RUN: spmd-run %s --random-args=5 --check-against-sequential --mesh=x=4,y=2
// RUN: spmd-run %s --random-args=6 --check-against-sequential --mesh=x=2,y=3
// RUN: env SPMD_VERIFY_PARTITION=1 spmd-run %s --random-args=7 --check-against-sequential --mesh=x=2,y=2
module {
  sdy.mesh @mesh = <["x"=4, "y"=1]>
  func.func public @main(%image: tensor<2x16x12x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>},
                         %half: tensor<2x8x6x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>},
                         %same: tensor<2x16x12x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>},
                         %line: tensor<16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
                         %far: tensor<16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %start: tensor<f32>) ->
      (tensor<2x16x12x3xf32>, tensor<2x16x12x3xf32>, tensor<16xi32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %rough = stablehlo.floor %image : tensor<2x16x12x3xf32>
    // 3 x 3 by 2, padded at one end
    %0 = "stablehlo.select_and_scatter"(%rough, %half, %start) <{window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>, padding = dense<[[0, 0], [0, 1], [1, 0], [0, 0]]> : tensor<4x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) : (tensor<2x16x12x3xf32>, tensor<2x8x6x3xf32>, tensor<f32>) -> tensor<2x16x12x3xf32>
    %r0 = sdy.sharding_constraint %0 <@mesh, [{}, {"x"}, {"y"}, {}]> : tensor<2x16x12x3xf32>
    // 3 x 3 by 1 of the same size, the smallest ones
    %1 = "stablehlo.select_and_scatter"(%rough, %same, %start) <{window_dimensions = array<i64: 1, 3, 3, 1>, padding = dense<[[0, 0], [1, 1], [1, 1], [0, 0]]> : tensor<4x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare LE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) : (tensor<2x16x12x3xf32>, tensor<2x16x12x3xf32>, tensor<f32>) -> tensor<2x16x12x3xf32>
    %r1 = sdy.sharding_constraint %1 <@mesh, [{}, {"x"}, {"y"}, {}]> : tensor<2x16x12x3xf32>
    // windows longer than a shard
    %2 = "stablehlo.select_and_scatter"(%line, %far, %zero) <{window_dimensions = array<i64: 9>, padding = dense<[[5, 3]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }, {
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %c : tensor<i32>
    }) : (tensor<16xi32>, tensor<16xi32>, tensor<i32>) -> tensor<16xi32>
    %r2 = sdy.sharding_constraint %2 <@mesh, [{"x"}]> : tensor<16xi32>
    return %r0, %r1, %r2 : tensor<2x16x12x3xf32>, tensor<2x16x12x3xf32>, tensor<16xi32>
  }
}
