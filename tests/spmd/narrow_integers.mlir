// Integers of 2 and 4 bits in kernels, loops, library routines and constants: arithmetic wraps, and nothing reads the bits above.
// RUN: spmd-run %s
// RUN: spmd-run %s --backend=reference

func.func @main() {
  %a = stablehlo.constant dense<[-8, -7, -1, 0, 3, 7]> : tensor<6xi4>
  %b = stablehlo.constant dense<[-1, 7, -1, 5, 3, 2]> : tensor<6xi4>
  %sum = stablehlo.add %a, %b : tensor<6xi4>
  check.expect_eq_const %sum, dense<[7, 0, -2, 5, 6, -7]> : tensor<6xi4>
  %product = stablehlo.multiply %a, %b : tensor<6xi4>
  check.expect_eq_const %product, dense<[-8, -1, 1, 0, -7, -2]> : tensor<6xi4>
  // JAX has neither of these two on four bits.
  %size = stablehlo.abs %a : tensor<6xi4>
  check.expect_eq_const %size, dense<[-8, 7, 1, 0, 3, 7]> : tensor<6xi4>
  %sign = stablehlo.sign %a : tensor<6xi4>
  check.expect_eq_const %sign, dense<[-1, -1, -1, 0, 1, 1]> : tensor<6xi4>
  %wide = stablehlo.convert %sum : (tensor<6xi4>) -> tensor<6xi32>
  check.expect_eq_const %wide, dense<[7, 0, -2, 5, 6, -7]> : tensor<6xi32>
  %real = stablehlo.convert %a : (tensor<6xi4>) -> tensor<6xf32>
  check.expect_eq_const %real, dense<[-8.0, -7.0, -1.0, 0.0, 3.0, 7.0]> : tensor<6xf32>
  %far = stablehlo.constant dense<[-100.0, -2.5, 6.9, 100.0]> : tensor<4xf32>
  %near = stablehlo.convert %far : (tensor<4xf32>) -> tensor<4xi4>
  check.expect_eq_const %near, dense<[-8, -2, 6, 7]> : tensor<4xi4>
  %sorted = "stablehlo.sort"(%b) <{dimension = 0 : i64}> ({
  ^bb0(%l: tensor<i4>, %r: tensor<i4>):
    %less = stablehlo.compare LT, %l, %r : (tensor<i4>, tensor<i4>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<6xi4>) -> tensor<6xi4>
  check.expect_eq_const %sorted, dense<[-1, -1, 2, 3, 5, 7]> : tensor<6xi4>
  %top, %where = chlo.top_k(%a, k = 2) : tensor<6xi4> -> (tensor<2xi4>, tensor<2xi32>)
  check.expect_eq_const %where, dense<[5, 4]> : tensor<2xi32>
  %dot = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<6xi4>, tensor<6xi4>) -> tensor<i32>
  check.expect_eq_const %dot, dense<-17> : tensor<i32>

  // Without sign; shifts and counts know the width.
  %u = stablehlo.constant dense<[0, 1, 8, 15]> : tensor<4xui4>
  %one = stablehlo.constant dense<1> : tensor<4xui4>
  %more = stablehlo.add %u, %one : tensor<4xui4>
  check.expect_eq_const %more, dense<[1, 2, 9, 0]> : tensor<4xui4>
  %zeros = stablehlo.count_leading_zeros %u : tensor<4xui4>
  check.expect_eq_const %zeros, dense<[4, 3, 0, 0]> : tensor<4xui4>
  %bits = stablehlo.popcnt %u : tensor<4xui4>
  check.expect_eq_const %bits, dense<[0, 1, 1, 4]> : tensor<4xui4>
  %four = stablehlo.constant dense<[1, 3, 4, 1]> : tensor<4xui4>
  %left = stablehlo.shift_left %u, %four : tensor<4xui4>
  check.expect_eq_const %left, dense<[0, 8, 0, 14]> : tensor<4xui4>
  %octet = stablehlo.constant dense<[18, 255]> : tensor<2xui8>
  %halves = stablehlo.bitcast_convert %octet : (tensor<2xui8>) -> tensor<2x2xui4>
  check.expect_eq_const %halves, dense<[[2, 1], [15, 15]]> : tensor<2x2xui4>

  // Carried by a loop, added up, scattered.
  %zero = stablehlo.constant dense<0> : tensor<i2>
  %tiny = stablehlo.constant dense<[1, -2, 1, 1, -1]> : tensor<5xi2>
  %total = stablehlo.reduce(%tiny init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<5xi2>, tensor<i2>) -> tensor<i2>
  check.expect_eq_const %total, dense<0> : tensor<i2>
  %least = stablehlo.reduce(%tiny init: %zero) applies stablehlo.minimum across dimensions = [0] : (tensor<5xi2>, tensor<i2>) -> tensor<i2>
  check.expect_eq_const %least, dense<-2> : tensor<i2>
  %first = stablehlo.constant dense<0> : tensor<i32>
  %step = stablehlo.constant dense<1> : tensor<i32>
  %trips = stablehlo.constant dense<5> : tensor<i32>
  %k, %grown = stablehlo.while(%arg0 = %first, %arg1 = %a) : tensor<i32>, tensor<6xi4>
  cond {
    %c = stablehlo.compare LT, %arg0, %trips : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %arg0, %step : tensor<i32>
    %doubled = stablehlo.add %arg1, %b : tensor<6xi4>
    stablehlo.return %next, %doubled : tensor<i32>, tensor<6xi4>
  }
  check.expect_eq_const %grown, dense<[3, -4, -6, -7, 2, 1]> : tensor<6xi4>
  return
}
