// RUN: spmd-run --check-against-sequential --random-args=1 %s
// What a constraint leaves open may be cut into uneven shards by the ops around it: slices, pads, windows, concatenations, convolutions; in
// loops and at the border of manual computations, too. The partitioner gets what it can do.
sdy.mesh @mesh = <["a"=2, "b"=3]>
func.func @main(%x: tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b"}]>}, %k: tensor<3x1x1xf32>)
    -> (tensor<8x4xf32>, tensor<8x14xf32>, tensor<8x10xf32>, tensor<8x16xf32>, tensor<8x10x1xf32>, tensor<8x4xf32>) {
  %0 = stablehlo.slice %x [0:8, 0:4] : (tensor<8x12xf32>) -> tensor<8x4xf32>
  %c = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %1:2 = stablehlo.while(%i = %zero, %v = %0) : tensor<i32>, tensor<8x4xf32>
  cond {
    %2 = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %2 = stablehlo.add %i, %one : tensor<i32>
    %3 = stablehlo.tanh %v : tensor<8x4xf32>
    %4 = sdy.sharding_constraint %3 <@mesh, [{}, {?}]> : tensor<8x4xf32>
    %5 = stablehlo.slice %x [0:8, 3:7] : (tensor<8x12xf32>) -> tensor<8x4xf32>
    %6 = stablehlo.add %4, %5 : tensor<8x4xf32>
    stablehlo.return %2, %6 : tensor<i32>, tensor<8x4xf32>
  }
  %f = stablehlo.constant dense<1.0> : tensor<f32>
  %7 = stablehlo.pad %x, %f, low = [0, 1], high = [0, 1], interior = [0, 0] : (tensor<8x12xf32>, tensor<f32>) -> tensor<8x14xf32>
  %8 = sdy.sharding_constraint %7 <@mesh, [{?}, {?}]> : tensor<8x14xf32>
  %9 = "stablehlo.reduce_window"(%x, %f) <{window_dimensions = array<i64: 1, 3>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<8x12xf32>, tensor<f32>) -> tensor<8x10xf32>
  %10 = sdy.sharding_constraint %9 <@mesh, [{}, {?}]> : tensor<8x10xf32>
  %11 = stablehlo.concatenate %x, %0, dim = 1 : (tensor<8x12xf32>, tensor<8x4xf32>) -> tensor<8x16xf32>
  %12 = sdy.sharding_constraint %11 <@mesh, [{}, {?}]> : tensor<8x16xf32>
  %13 = stablehlo.reshape %x : (tensor<8x12xf32>) -> tensor<8x12x1xf32>
  %14 = stablehlo.convolution(%13, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x12x1xf32>, tensor<3x1x1xf32>) -> tensor<8x10x1xf32>
  %15 = sdy.sharding_constraint %14 <@mesh, [{}, {?}, {}]> : tensor<8x10x1xf32>
  %16 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"a"}, {?}]>] out_shardings=[<@mesh, [{"a"}, {?}]>] manual_axes={"a"} (%part: tensor<4x4xf32>) {
    %17 = sdy.sharding_constraint %part <@mesh, [{}, {?}]> : tensor<4x4xf32>
    %18 = stablehlo.tanh %17 : tensor<4x4xf32>
    sdy.return %18 : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %1#1, %8, %10, %12, %15, %16 : tensor<8x4xf32>, tensor<8x14xf32>, tensor<8x10xf32>, tensor<8x16xf32>, tensor<8x10x1xf32>, tensor<8x4xf32>
}
