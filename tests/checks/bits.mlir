// Casts between bits and wider numbers, and numbers of fewer bits of exponent and mantissa.
// RUN: spmd-run %s
// RUN: spmd-run %s --backend=reference

func.func @main() {
  // The lowest bit stands first.
  %bytes = stablehlo.constant dense<[0, 1, 128, 202]> : tensor<4xui8>
  %bits = stablehlo.bitcast_convert %bytes : (tensor<4xui8>) -> tensor<4x8xi1>
  check.expect_eq_const %bits, dense<[[false, false, false, false, false, false, false, false], [true, false, false, false, false, false, false, false],
                                      [false, false, false, false, false, false, false, true], [false, true, false, true, false, false, true, true]]> : tensor<4x8xi1>
  %back = stablehlo.bitcast_convert %bits : (tensor<4x8xi1>) -> tensor<4xui8>
  check.expect_eq_const %back, dense<[0, 1, 128, 202]> : tensor<4xui8>
  %signed = stablehlo.bitcast_convert %bits : (tensor<4x8xi1>) -> tensor<4xi8>
  check.expect_eq_const %signed, dense<[0, 1, -128, -54]> : tensor<4xi8>
  %real = stablehlo.constant dense<[-1.5, 0x7F800000]> : tensor<2xf32>
  %ofReal = stablehlo.bitcast_convert %real : (tensor<2xf32>) -> tensor<2x32xi1>
  %high = stablehlo.slice %ofReal [0:2, 20:32] : (tensor<2x32xi1>) -> tensor<2x12xi1>
  check.expect_eq_const %high, dense<[[false, false, true, true, true, true, true, true, true, true, false, true],
                                      [false, false, false, true, true, true, true, true, true, true, true, false]]> : tensor<2x12xi1>
  %again = stablehlo.bitcast_convert %ofReal : (tensor<2x32xi1>) -> tensor<2xf32>
  check.expect_eq_const %again, dense<[-1.5, 0x7F800000]> : tensor<2xf32>
  %same = stablehlo.bitcast_convert %bits : (tensor<4x8xi1>) -> tensor<4x8xi1>
  check.expect_eq %same, %bits : tensor<4x8xi1>

  // Infinity where rounding or the exponent's range goes beyond the largest number; NaN stays NaN, and what is too small 0.
  %x = stablehlo.constant dense<[3.4e38, 65519.0, 65520.0, -1.0e30, 1.0e-30, -6.1e-5, 0x7F800000, 0x7FC00000, 1.0009765625, 1.00048828125]> : tensor<10xf32>
  %half = stablehlo.reduce_precision %x, format = e5m10 : tensor<10xf32>
  check.expect_almost_eq_const %half, dense<[0x7F800000, 65504.0, 0x7F800000, 0xFF800000, 0.0, -0.0, 0x7F800000, 0x7FC00000, 1.0009765625, 1.0]> : tensor<10xf32>, tolerance = 0.0
  %none = stablehlo.reduce_precision %x, format = e8m0 : tensor<10xf32>
  check.expect_almost_eq_const %none, dense<[0x7F800000, 65536.0, 65536.0, -1.2676506e30, 7.88860905e-31, -6.10351562e-5, 0x7F800000, 0x7FC00000, 1.0, 1.0]> : tensor<10xf32>, tolerance = 0.0
  %large = stablehlo.constant dense<[1.7e308, -1.7976931348623157e308, 1.0e39, 1.0e-310, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<6xf64>
  %single = stablehlo.reduce_precision %large, format = e8m23 : tensor<6xf64>
  check.expect_almost_eq_const %single, dense<[0x7FF0000000000000, 0xFFF0000000000000, 0x7FF0000000000000, 0.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<6xf64>, tolerance = 0.0
  %rounded = stablehlo.reduce_precision %large, format = e11m3 : tensor<6xf64>
  check.expect_almost_eq_const %rounded, dense<[0x7FEE000000000000, 0xFFF0000000000000, 1.02084710076281539e39, 0.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<6xf64>, tolerance = 0.0
  // Subnormal numbers keep as many bits as there are places left for them.
  %codes = stablehlo.constant dense<[1, 1023, 652, 31743, 64511]> : tensor<5xui16>
  %y = stablehlo.bitcast_convert %codes : (tensor<5xui16>) -> tensor<5xf16>
  %few = stablehlo.reduce_precision %y, format = e5m2 : tensor<5xf16>
  %fewCodes = stablehlo.bitcast_convert %few : (tensor<5xf16>) -> tensor<5xui16>
  check.expect_eq_const %fewCodes, dense<[0, 1024, 768, 31744, 64512]> : tensor<5xui16>
  return
}
