// A reduction's body is associative but need not commute: elements are combined in their order, however many lanes there are. Of two
// NaNs argmax takes the first; functions composed in another order are other functions; the last of all numbers is the last.
// RUN: spmd-run %s
// RUN: spmd-run %s --backend=reference
module {
  func.func public @main() {
    // 64 numbers, NaN at 23, 37 and 59: halves of a vector of 32 lanes meet in the order 59, 23, and then 37.
    %i = stablehlo.iota dim = 0 : tensor<64xi32>
    %f = stablehlo.convert %i : (tensor<64xi32>) -> tensor<64xf32>
    %x = call @with_nans(%i, %f) : (tensor<64xi32>, tensor<64xf32>) -> tensor<64xf32>
    %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %m:2 = stablehlo.reduce(%x init: %lowest), (%i init: %c0) across dimensions = [0] : (tensor<64xf32>, tensor<64xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
     reducer(%a: tensor<f32>, %b: tensor<f32>) (%p: tensor<i32>, %q: tensor<i32>) {
      %gt = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %nan = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %left = stablehlo.or %gt, %nan : tensor<i1>
      %eq = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %lt = stablehlo.compare LT, %p, %q, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %tie = stablehlo.and %eq, %lt : tensor<i1>
      %first = stablehlo.or %left, %tie : tensor<i1>
      %v = stablehlo.select %left, %a, %b : tensor<i1>, tensor<f32>
      %w = stablehlo.select %first, %p, %q : tensor<i1>, tensor<i32>
      stablehlo.return %v, %w : tensor<f32>, tensor<i32>
    }
    check.expect_eq_const %m#1, dense<23> : tensor<i32>

    // The last number that is no NaN: 63, its own position.
    %nothing = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %last = stablehlo.reduce(%x init: %nothing) across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
     reducer(%a: tensor<f32>, %b: tensor<f32>) {
      %none = stablehlo.compare NE, %b, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %v = stablehlo.select %none, %a, %b : tensor<i1>, tensor<f32>
      stablehlo.return %v : tensor<f32>
    }
    check.expect_almost_eq_const %last, dense<63.0> : tensor<f32>, tolerance = 0.0

    // x -> 3 x + i modulo 2^32, one after the other over each row of 2 x 45: by Horner's rule.
    %three = stablehlo.constant dense<3> : tensor<2x45xi32>
    %n = stablehlo.iota dim = 1 : tensor<2x45xi32>
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %h:2 = stablehlo.reduce(%three init: %c1), (%n init: %c0) across dimensions = [1] : (tensor<2x45xi32>, tensor<2x45xi32>, tensor<i32>, tensor<i32>) -> (tensor<2xi32>, tensor<2xi32>)
     reducer(%a: tensor<i32>, %b: tensor<i32>) (%p: tensor<i32>, %q: tensor<i32>) {
      %scale = stablehlo.multiply %a, %b : tensor<i32>
      %moved = stablehlo.multiply %p, %b : tensor<i32>
      %sum = stablehlo.add %moved, %q : tensor<i32>
      stablehlo.return %scale, %sum : tensor<i32>, tensor<i32>
    }
    check.expect_eq_const %h#0, dense<155801427> : tensor<2xi32>
    check.expect_eq_const %h#1, dense<1112692158> : tensor<2xi32>
    // Four results at once.
    %i50 = stablehlo.iota dim = 1 : tensor<33x50xi32>
    %two = stablehlo.constant dense<2> : tensor<33x50xi32>
    %n50, %c2 = stablehlo.optimization_barrier %i50, %two : tensor<33x50xi32>, tensor<33x50xi32>
    %k:4 = stablehlo.reduce(%n50 init: %c0), (%n50 init: %c0), (%n50 init: %c0), (%c2 init: %c1) across dimensions = [1]
       : (tensor<33x50xi32>, tensor<33x50xi32>, tensor<33x50xi32>, tensor<33x50xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<33xi32>, tensor<33xi32>, tensor<33xi32>, tensor<33xi32>)
     reducer(%a0: tensor<i32>, %b0: tensor<i32>) (%a1: tensor<i32>, %b1: tensor<i32>) (%a2: tensor<i32>, %b2: tensor<i32>) (%a3: tensor<i32>, %b3: tensor<i32>) {
      %r0 = stablehlo.add %a0, %b0 : tensor<i32>
      %r1 = stablehlo.maximum %a1, %b1 : tensor<i32>
      %r2 = stablehlo.or %a2, %b2 : tensor<i32>
      %r3 = stablehlo.minimum %a3, %b3 : tensor<i32>
      stablehlo.return %r0, %r1, %r2, %r3 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
    }
    check.expect_eq_const %k#0, dense<1225> : tensor<33xi32>
    check.expect_eq_const %k#1, dense<49> : tensor<33xi32>
    check.expect_eq_const %k#2, dense<63> : tensor<33xi32>
    check.expect_eq_const %k#3, dense<1> : tensor<33xi32>
    return
  }
  func.func private @with_nans(%i: tensor<64xi32>, %f: tensor<64xf32>) -> tensor<64xf32> {
    %nan = stablehlo.constant dense<0x7FC00000> : tensor<64xf32>
    %c23 = stablehlo.constant dense<23> : tensor<64xi32>
    %c37 = stablehlo.constant dense<37> : tensor<64xi32>
    %c59 = stablehlo.constant dense<59> : tensor<64xi32>
    %is23 = stablehlo.compare EQ, %i, %c23 : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi1>
    %is37 = stablehlo.compare EQ, %i, %c37 : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi1>
    %is59 = stablehlo.compare EQ, %i, %c59 : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi1>
    %a = stablehlo.or %is23, %is37 : tensor<64xi1>
    %any = stablehlo.or %a, %is59 : tensor<64xi1>
    %x = stablehlo.select %any, %nan, %f : tensor<64xi1>, tensor<64xf32>
    return %x : tensor<64xf32>
  }
}
