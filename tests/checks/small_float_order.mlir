// NaNs and zeros of 8-bit floats in order, and conversions to the type that has neither zero nor sign. The NaN of f8..FNUZ has the bits
// of a negative zero: it is a negative one, the least of all. Elements are compared as bits.
// RUN: spmd-run %s
// RUN: spmd-run %s --backend=reference

func.func @main() {
  %codes = stablehlo.constant dense<[0, 128, 1, 129, 255, 127, 48]> : tensor<7xui8>
  %x = stablehlo.bitcast_convert %codes : (tensor<7xui8>) -> tensor<7xf8E4M3FNUZ>
  %values, %indices = chlo.top_k(%x, k = 7) : tensor<7xf8E4M3FNUZ> -> (tensor<7xf8E4M3FNUZ>, tensor<7xi32>)
  check.expect_eq_const %indices, dense<[5, 6, 2, 0, 3, 4, 1]> : tensor<7xi32>
  %sorted = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%l: tensor<f8E4M3FNUZ>, %r: tensor<f8E4M3FNUZ>):
    %less = stablehlo.compare LT, %l, %r, TOTALORDER : (tensor<f8E4M3FNUZ>, tensor<f8E4M3FNUZ>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<7xf8E4M3FNUZ>) -> tensor<7xf8E4M3FNUZ>
  %sortedCodes = stablehlo.bitcast_convert %sorted : (tensor<7xf8E4M3FNUZ>) -> tensor<7xui8>
  check.expect_eq_const %sortedCodes, dense<[128, 255, 129, 0, 1, 48, 127]> : tensor<7xui8>

  // -NaN < -inf < -0 < +0 < inf < NaN where there are all of them.
  %others = stablehlo.constant dense<[252, 128, 0, 124, 126, 254]> : tensor<6xui8>
  %y = stablehlo.bitcast_convert %others : (tensor<6xui8>) -> tensor<6xf8E5M2>
  %tops, %where = chlo.top_k(%y, k = 6) : tensor<6xf8E5M2> -> (tensor<6xf8E5M2>, tensor<6xi32>)
  check.expect_eq_const %where, dense<[4, 3, 2, 1, 0, 5]> : tensor<6xi32>
  %scales = stablehlo.constant dense<[0, 255, 127, 254]> : tensor<4xui8>
  %z = stablehlo.bitcast_convert %scales : (tensor<4xui8>) -> tensor<4xf8E8M0FNU>
  %most, %at = chlo.top_k(%z, k = 4) : tensor<4xf8E8M0FNU> -> (tensor<4xf8E8M0FNU>, tensor<4xi32>)
  check.expect_eq_const %at, dense<[1, 3, 2, 0]> : tensor<4xi32>

  // 255 is the NaN; 2^-127 has the code 0; halves of a step go up, as the odd neighbour of a tie is the smaller one.
  %reals = stablehlo.constant dense<[0.0, -0.0, -1.0, 0x7FC00000, 0x7F800000, 1.0, 1.5, 1.49, 0x00400000, 0x00200000, 0x005FFFFF, 0x00600000, 0x7F3FFFFF, 0x7F400000]> : tensor<14xf32>
  %powers = stablehlo.convert %reals : (tensor<14xf32>) -> tensor<14xf8E8M0FNU>
  %powerCodes = stablehlo.bitcast_convert %powers : (tensor<14xf8E8M0FNU>) -> tensor<14xui8>
  check.expect_eq_const %powerCodes, dense<[255, 255, 255, 255, 255, 127, 128, 127, 0, 0, 0, 1, 254, 255]> : tensor<14xui8>
  %back = stablehlo.convert %powers : (tensor<14xf8E8M0FNU>) -> tensor<14xf32>
  %isNaN = stablehlo.compare NE, %back, %back : (tensor<14xf32>, tensor<14xf32>) -> tensor<14xi1>
  check.expect_eq_const %isNaN, dense<[true, true, true, true, true, false, false, false, false, false, false, false, false, true]> : tensor<14xi1>
  %numbers = stablehlo.constant dense<[0, -3, 3, 805306368, 805306367]> : tensor<5xi32>
  %ofNumbers = stablehlo.convert %numbers : (tensor<5xi32>) -> tensor<5xf8E8M0FNU>
  %numberCodes = stablehlo.bitcast_convert %ofNumbers : (tensor<5xf8E8M0FNU>) -> tensor<5xui8>
  check.expect_eq_const %numberCodes, dense<[255, 255, 129, 157, 156]> : tensor<5xui8>

  // A number beside a tie is rounded once, not to f32 first.
  %wide = stablehlo.constant dense<[1.0625000000000002, 1.0624999999999998, 1.0625]> : tensor<3xf64>
  %narrow = stablehlo.convert %wide : (tensor<3xf64>) -> tensor<3xf8E4M3FN>
  %narrowCodes = stablehlo.bitcast_convert %narrow : (tensor<3xf8E4M3FN>) -> tensor<3xui8>
  check.expect_eq_const %narrowCodes, dense<[57, 56, 56]> : tensor<3xui8>
  %beside = stablehlo.constant dense<[4629700416936869889, 4629700416936869887, -4629700416936869889, 16842753]> : tensor<4xi64>
  %halves = stablehlo.convert %beside : (tensor<4xi64>) -> tensor<4xbf16>
  %halfCodes = stablehlo.bitcast_convert %halves : (tensor<4xbf16>) -> tensor<4xui16>
  check.expect_eq_const %halfCodes, dense<[24193, 24192, 56961, 19329]> : tensor<4xui16>
  return
}
