// Ops that combine along split dims: candidates, totals and parts are sent in place of the dims. Numbers of one device, on meshes that divide
// the dims and on meshes that do not.
// RUN: spmd-run %s --random-args=1 --check-against-sequential --mesh=x=2
// RUN: spmd-run %s --random-args=2 --check-against-sequential --mesh=x=3
// RUN: spmd-run %s --random-args=3 --check-against-sequential --mesh=x=4
// RUN: spmd-run %s --random-args=4 --check-against-sequential --mesh=x=5
// RUN: spmd-run %s --random-args=5 --check-against-sequential --mesh=x=7
// RUN: spmd-run %s --random-args=6 --check-against-sequential --mesh=x=8
// RUN: spmd-run %s --random-args=7 --check-against-sequential --mesh=x=4,y=2
// RUN: spmd-run %s --random-args=8 --check-against-sequential --mesh=x=2,y=3
module {
  sdy.mesh @mesh = <["x"=4, "y"=1]>
  func.func public @main(%a: tensor<6x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>},
                         %n: tensor<32x6xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
                         %h: tensor<32x3xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                         %i: tensor<i32>, %j: tensor<i8>) ->
      (tensor<6xi32>, tensor<i32>, tensor<6xf32>, tensor<3xf32>, tensor<6xf32>, tensor<32x6xi32>, tensor<6x32xf32>, tensor<32x3xbf16>,
       tensor<6x3xf32>, tensor<6x3xi32>, tensor<6x20xi32>, tensor<6x32xf32>, tensor<6x1xf32>, tensor<6x5xf32>, tensor<2x30xf32>,
       tensor<32x6xi32>, tensor<3xi1>) {
    %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %zerob = stablehlo.constant dense<0.0> : tensor<bf16>
    %zeroi = stablehlo.constant dense<0> : tensor<i32>
    %two = stablehlo.constant dense<2.0> : tensor<f32>
    %least = stablehlo.constant dense<-2147483648> : tensor<i32>
    // an argmax, and one over both dims
    %at = stablehlo.iota dim = 1 : tensor<6x32xi32>
    %0:2 = stablehlo.reduce(%a init: %ninf), (%at init: %zeroi) across dimensions = [1] : (tensor<6x32xf32>, tensor<6x32xi32>, tensor<f32>, tensor<i32>) -> (tensor<6xf32>, tensor<6xi32>)
     reducer(%x: tensor<f32>, %y: tensor<f32>) (%p: tensor<i32>, %q: tensor<i32>) {
      %gt = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %nan = stablehlo.compare NE, %x, %x : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %better = stablehlo.or %gt, %nan : tensor<i1>
      %eq = stablehlo.compare EQ, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %first = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %tie = stablehlo.and %eq, %first : tensor<i1>
      %keep = stablehlo.or %better, %tie : tensor<i1>
      %v = stablehlo.select %better, %x, %y : tensor<i1>, tensor<f32>
      %w = stablehlo.select %keep, %p, %q : tensor<i1>, tensor<i32>
      stablehlo.return %v, %w : tensor<f32>, tensor<i32>
    }
    %row = stablehlo.iota dim = 0 : tensor<32x6xi32>
    %1:2 = stablehlo.reduce(%n init: %least), (%row init: %zeroi) across dimensions = [0, 1] : (tensor<32x6xi32>, tensor<32x6xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
     reducer(%x: tensor<i32>, %y: tensor<i32>) (%p: tensor<i32>, %q: tensor<i32>) {
      %ge = stablehlo.compare GE, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %v = stablehlo.select %ge, %x, %y : tensor<i1>, tensor<i32>
      %w = stablehlo.select %ge, %p, %q : tensor<i1>, tensor<i32>
      stablehlo.return %v, %w : tensor<i32>, tensor<i32>
    }
    // a product from 2, and two sums at once
    %share = stablehlo.logistic %a : tensor<6x32xf32>
    %halves = stablehlo.constant dense<0.5> : tensor<6x32xf32>
    %half = stablehlo.add %share, %halves : tensor<6x32xf32>
    %2 = stablehlo.reduce(%half init: %two) applies stablehlo.multiply across dimensions = [1] : (tensor<6x32xf32>, tensor<f32>) -> tensor<6xf32>
    %hf = stablehlo.convert %h : (tensor<32x3xbf16>) -> tensor<32x3xf32>
    %hi = stablehlo.convert %h : (tensor<32x3xbf16>) -> tensor<32x3xi32>
    %3:2 = stablehlo.reduce(%hf init: %two), (%hi init: %zeroi) across dimensions = [0] : (tensor<32x3xf32>, tensor<32x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
     reducer(%x: tensor<f32>, %y: tensor<f32>) (%p: tensor<i32>, %q: tensor<i32>) {
      %v = stablehlo.add %x, %y : tensor<f32>
      %w = stablehlo.add %p, %q : tensor<i32>
      stablehlo.return %v, %w : tensor<f32>, tensor<i32>
    }
    // the maps (x, y) -> a x + b one after another: associative, not commutative
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %4:2 = stablehlo.reduce(%a init: %one), (%half init: %zero) across dimensions = [1] : (tensor<6x32xf32>, tensor<6x32xf32>, tensor<f32>, tensor<f32>) -> (tensor<6xf32>, tensor<6xf32>)
     reducer(%x: tensor<f32>, %y: tensor<f32>) (%p: tensor<f32>, %q: tensor<f32>) {
      %v = stablehlo.multiply %x, %y : tensor<f32>
      %py = stablehlo.multiply %p, %y : tensor<f32>
      %w = stablehlo.add %py, %q : tensor<f32>
      stablehlo.return %v, %w : tensor<f32>, tensor<f32>
    }
    // prefix sums and maxima
    %5 = "stablehlo.reduce_window"(%n, %zeroi) <{padding = dense<[[31, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 32, 1>}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %v = stablehlo.add %x, %y : tensor<i32>
      stablehlo.return %v : tensor<i32>
    }) : (tensor<32x6xi32>, tensor<i32>) -> tensor<32x6xi32>
    %r5 = sdy.sharding_constraint %5 <@mesh, [{"x"}, {"y"}]> : tensor<32x6xi32>
    %6 = "stablehlo.reduce_window"(%a, %ninf) <{padding = dense<[[0, 0], [0, 31]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 32>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %v = stablehlo.maximum %x, %y : tensor<f32>
      stablehlo.return %v : tensor<f32>
    }) : (tensor<6x32xf32>, tensor<f32>) -> tensor<6x32xf32>
    %r6 = sdy.sharding_constraint %6 <@mesh, [{"y"}, {"x"}]> : tensor<6x32xf32>
    %7 = "stablehlo.reduce_window"(%h, %zerob) <{padding = dense<[[0, 31], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 32, 1>}> ({
    ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
      %v = stablehlo.add %x, %y : tensor<bf16>
      stablehlo.return %v : tensor<bf16>
    }) : (tensor<32x3xbf16>, tensor<bf16>) -> tensor<32x3xbf16>
    %r7 = sdy.sharding_constraint %7 <@mesh, [{"x"}, {}]> : tensor<32x3xbf16>
    // the greatest three, with many equal ones; and more than a shard holds
    %coarse = stablehlo.floor %a : tensor<6x32xf32>
    %8:2 = chlo.top_k(%coarse, k = 3) : tensor<6x32xf32> -> (tensor<6x3xf32>, tensor<6x3xi32>)
    %9:2 = chlo.top_k(%a, k = 20) : tensor<6x32xf32> -> (tensor<6x20xf32>, tensor<6x20xi32>)
    // sorted rows: exchanged for rows of the other dim
    %10 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %v = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %v : tensor<i1>
    }) : (tensor<6x32xf32>) -> tensor<6x32xf32>
    // slices at positions of the data: one element, five and, along both dims, more than a shard holds
    %11 = stablehlo.dynamic_slice %a, %zeroi, %i, sizes = [6, 1] : (tensor<6x32xf32>, tensor<i32>, tensor<i32>) -> tensor<6x1xf32>
    %ji = stablehlo.convert %j : (tensor<i8>) -> tensor<i32>
    %12 = stablehlo.dynamic_slice %a, %i, %ji, sizes = [6, 5] : (tensor<6x32xf32>, tensor<i32>, tensor<i32>) -> tensor<6x5xf32>
    %13 = stablehlo.dynamic_slice %a, %j, %j, sizes = [2, 30] : (tensor<6x32xf32>, tensor<i8>, tensor<i8>) -> tensor<2x30xf32>
    // rows in turn, in a loop
    %rows = stablehlo.constant dense<32> : tensor<i32>
    %plus = stablehlo.constant dense<1> : tensor<i32>
    %seven = stablehlo.constant dense<7> : tensor<i32>
    %14:2 = stablehlo.while(%k = %zeroi, %out = %n) : tensor<i32>, tensor<32x6xi32>
    cond {
      %c = stablehlo.compare LT, %k, %rows : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %k7 = stablehlo.multiply %k, %seven : tensor<i32>
      %from = stablehlo.remainder %k7, %rows : tensor<i32>
      %line = stablehlo.dynamic_slice %n, %from, %zeroi, sizes = [1, 6] : (tensor<32x6xi32>, tensor<i32>, tensor<i32>) -> tensor<1x6xi32>
      %set = stablehlo.dynamic_update_slice %out, %line, %k, %zeroi : (tensor<32x6xi32>, tensor<1x6xi32>, tensor<i32>, tensor<i32>) -> tensor<32x6xi32>
      %next = stablehlo.add %k, %plus : tensor<i32>
      stablehlo.return %next, %set : tensor<i32>, tensor<32x6xi32>
    }
    // an xor of bits
    %false = stablehlo.constant dense<false> : tensor<i1>
    %zeros = stablehlo.constant dense<0.0> : tensor<32x3xbf16>
    %bits = stablehlo.compare GT, %h, %zeros : (tensor<32x3xbf16>, tensor<32x3xbf16>) -> tensor<32x3xi1>
    %15 = stablehlo.reduce(%bits init: %false) applies stablehlo.xor across dimensions = [0] : (tensor<32x3xi1>, tensor<i1>) -> tensor<3xi1>
    return %0#1, %1#1, %2, %3#0, %4#1, %r5, %r6, %r7, %8#0, %8#1, %9#1, %10, %11, %12, %13, %14#1, %15 : tensor<6xi32>, tensor<i32>, tensor<6xf32>, tensor<3xf32>, tensor<6xf32>, tensor<32x6xi32>, tensor<6x32xf32>, tensor<32x3xbf16>, tensor<6x3xf32>, tensor<6x3xi32>, tensor<6x20xi32>, tensor<6x32xf32>, tensor<6x1xf32>, tensor<6x5xf32>, tensor<2x30xf32>, tensor<32x6xi32>, tensor<3xi1>
  }
}
