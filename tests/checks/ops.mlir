// Ops whose generated form is not the obvious one, held against numbers that are plain to see.
// RUN: spmd-run %s
// RUN: spmd-run %s --backend=reference

func.func @main() {
  // A comparator with constants, one of them also outside: it is compiled apart from its surroundings.
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %x = stablehlo.constant dense<[3.0, -0.0, 0x7FC00000, -1.0, 0.0, 2.0]> : tensor<6xf32>
  %sorted = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %c = stablehlo.constant dense<0.0> : tensor<f32>
    %isZero = stablehlo.compare EQ, %l, %c, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %d = stablehlo.constant dense<0.0> : tensor<f32>
    %a = stablehlo.select %isZero, %d, %l : tensor<i1>, tensor<f32>
    %less = stablehlo.compare LT, %a, %r, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<6xf32>) -> tensor<6xf32>
  check.expect_almost_eq_const %sorted, dense<[-1.0, 0.0, 0.0, 2.0, 3.0, 0x7FC00000]> : tensor<6xf32>
  %sum = stablehlo.reduce(%x init: %zero) across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
   reducer(%l: tensor<f32>, %r: tensor<f32>)  {
    %c = stablehlo.constant dense<0.0> : tensor<f32>
    %n = stablehlo.compare NE, %r, %r, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %k = stablehlo.select %n, %c, %r : tensor<i1>, tensor<f32>
    %s = stablehlo.add %l, %k : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }
  check.expect_eq_const %sum, dense<4.0> : tensor<f32>

  // Equal elements stay in order; NaN is above infinity, +0 above -0.
  %values, %indices = chlo.top_k(%x, k = 5) : tensor<6xf32> -> (tensor<5xf32>, tensor<5xi32>)
  check.expect_eq_const %indices, dense<[2, 0, 5, 4, 1]> : tensor<5xi32>
  %words = stablehlo.constant dense<[[1, 255, 7, 255], [0, 0, 3, 3]]> : tensor<2x4xui8>
  %most, %where = chlo.top_k(%words, k = 2) : tensor<2x4xui8> -> (tensor<2x2xui8>, tensor<2x2xi32>)
  check.expect_eq_const %most, dense<[[255, 255], [3, 3]]> : tensor<2x2xui8>
  check.expect_eq_const %where, dense<[[1, 3], [2, 3]]> : tensor<2x2xi32>

  // The next number of the element's own type.
  %from = stablehlo.constant dense<[1.0, 0.0, -1.0, 0x7F800000, 2.0]> : tensor<5xf32>
  %to = stablehlo.constant dense<[2.0, -1.0, 0.0, 0.0, 2.0]> : tensor<5xf32>
  %next = chlo.next_after %from, %to : tensor<5xf32>, tensor<5xf32> -> tensor<5xf32>
  check.expect_eq_const %next, dense<[0x3F800001, 0x80000001, 0xBF7FFFFF, 0x7F7FFFFF, 0x40000000]> : tensor<5xf32>
  %half = stablehlo.constant dense<1.0> : tensor<1xbf16>
  %two = stablehlo.constant dense<2.0> : tensor<1xbf16>
  %nextHalf = chlo.next_after %half, %two : tensor<1xbf16>, tensor<1xbf16> -> tensor<1xbf16>
  check.expect_eq_const %nextHalf, dense<0x3F81> : tensor<1xbf16>

  // Numbers of double precision where the element has it.
  %p = stablehlo.constant dense<[0.5, -0.999, 0.999999999]> : tensor<3xf64>
  %q = chlo.erf_inv %p : tensor<3xf64> -> tensor<3xf64>
  %back = chlo.erf %q : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq %back, %p, tolerance = 1.0e-15 : tensor<3xf64>
  %g = stablehlo.constant dense<[1.0, 5.0, 0.5]> : tensor<3xf32>
  %lg = chlo.lgamma %g : tensor<3xf32> -> tensor<3xf32>
  %logs = stablehlo.constant dense<[0.0, 3.17805386, 0.572364926]> : tensor<3xf32>
  check.expect_close %lg, %logs, max_ulp_difference = 3 : tensor<3xf32>, tensor<3xf32>
  %ec = chlo.erfc %g : tensor<3xf32> -> tensor<3xf32>
  check.expect_almost_eq_const %ec, dense<[0.1572992, 1.537459e-12, 0.4795001]> : tensor<3xf32>, tolerance = 1.0e-6

  // Integers of 64 bits that differ in their last bit.
  %big = stablehlo.constant dense<[9007199254740993, 9007199254740992, 9007199254740994, 9007199254740993]> : tensor<4xui64>
  %source = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %none = stablehlo.constant dense<0> : tensor<ui64>
  %chosen = "stablehlo.select_and_scatter"(%big, %source, %none) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%l: tensor<ui64>, %r: tensor<ui64>):
    %ge = stablehlo.compare GE, %l, %r, UNSIGNED : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
    stablehlo.return %ge : tensor<i1>
  }, {
  ^bb0(%l: tensor<ui64>, %r: tensor<ui64>):
    %s = stablehlo.add %l, %r : tensor<ui64>
    stablehlo.return %s : tensor<ui64>
  }) : (tensor<4xui64>, tensor<2xui64>, tensor<ui64>) -> tensor<4xui64>
  check.expect_eq_const %chosen, dense<[1, 0, 2, 0]> : tensor<4xui64>

  // Nothing to compute.
  %empty = stablehlo.slice %x [2:2] : (tensor<6xf32>) -> tensor<0xf32>
  %still = stablehlo.add %empty, %empty : tensor<0xf32>
  %all = stablehlo.concatenate %still, %g, dim = 0 : (tensor<0xf32>, tensor<3xf32>) -> tensor<3xf32>
  check.expect_eq_const %all, dense<[1.0, 5.0, 0.5]> : tensor<3xf32>
  return
}
