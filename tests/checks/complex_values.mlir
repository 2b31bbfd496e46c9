// Complex numbers whose parts cancel, overflow or are infinite, held against numbers that are known.
// RUN: spmd-run %s
// RUN: spmd-run %s --backend=reference
// The code for CPUs without a fused multiply-add.
// RUN: env SPMD_MAX_ISA=x86-64 spmd-run %s

func.func @main() {
  // (1 + 2^-12)^2 - (1 + 2^-11) = 2^-24, which the rounding of the square would lose; and in f64 so with 2^-27.
  %a = stablehlo.constant dense<(1.000244140625, 1.00048828125)> : tensor<4xcomplex<f32>>
  %b = stablehlo.constant dense<(1.000244140625, 1.0)> : tensor<4xcomplex<f32>>
  %ab = stablehlo.multiply %a, %b : tensor<4xcomplex<f32>>
  %abRe = stablehlo.real %ab : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  check.expect_eq_const %abRe, dense<5.9604644775390625e-08> : tensor<4xf32>
  %c = stablehlo.constant dense<(1.000000007450580596923828125, 1.00000001490116119384765625)> : tensor<4xcomplex<f64>>
  %d = stablehlo.constant dense<(1.000000007450580596923828125, 1.0)> : tensor<4xcomplex<f64>>
  %cd = stablehlo.multiply %c, %d : tensor<4xcomplex<f64>>
  %cdRe = stablehlo.real %cd : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  check.expect_eq_const %cdRe, dense<5.5511151231257827021181583404541015625e-17> : tensor<4xf64>
  %conj = chlo.conj %d : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  %one = stablehlo.constant dense<(1.0, 0.0)> : tensor<4xcomplex<f64>>
  %inverse = stablehlo.divide %one, %conj : tensor<4xcomplex<f64>>
  %quotient = stablehlo.divide %c, %inverse : tensor<4xcomplex<f64>>
  %im = stablehlo.imag %quotient : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  check.expect_almost_eq_const %im, dense<1.4901161304870167e-08> : tensor<4xf64>, tolerance = 1.0e-15

  // A product of parts in a reduction, and products along rows.
  %factors = stablehlo.constant dense<[(1.000244140625, 1.00048828125), (1.000244140625, 1.0)]> : tensor<2xcomplex<f32>>
  %start = stablehlo.constant dense<(1.0, 0.0)> : tensor<complex<f32>>
  %product = stablehlo.reduce(%factors init: %start) applies stablehlo.multiply across dimensions = [0] : (tensor<2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  %productRe = stablehlo.real %product : (tensor<complex<f32>>) -> tensor<f32>
  check.expect_eq_const %productRe, dense<5.9604644775390625e-08> : tensor<f32>

  // An outer product is one of elements; its second factor's contracted dim has one element.
  %column = stablehlo.constant dense<(1.000244140625, 1.00048828125)> : tensor<3xcomplex<f32>>
  %row = stablehlo.constant dense<(1.000244140625, 1.0)> : tensor<1x2xcomplex<f32>>
  %columns = stablehlo.reshape %column : (tensor<3xcomplex<f32>>) -> tensor<3x1xcomplex<f32>>
  %outer = stablehlo.dot_general %columns, %row, contracting_dims = [1] x [0] : (tensor<3x1xcomplex<f32>>, tensor<1x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  %outerRe = stablehlo.real %outer : (tensor<3x2xcomplex<f32>>) -> tensor<3x2xf32>
  check.expect_eq_const %outerRe, dense<5.9604644775390625e-08> : tensor<3x2xf32>

  // Quotients and moduli near the ends of the range.
  %large = stablehlo.constant dense<[(3.0e38, 3.0e38), (1.0e-38, 1.0e-38), (0.0, 0x7F800000), (0x7FC00000, 0x7F800000)]> : tensor<4xcomplex<f32>>
  %ratio = stablehlo.divide %large, %large : tensor<4xcomplex<f32>>
  %ratioRe = stablehlo.real %ratio : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  check.expect_almost_eq_const %ratioRe, dense<[1.0, 1.0, 0x7FC00000, 0x7FC00000]> : tensor<4xf32>, tolerance = 0.0
  %modulus = stablehlo.abs %large : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  check.expect_eq_const %modulus, dense<[0x7F800000, 1.41421356e-38, 0x7F800000, 0x7F800000]> : tensor<4xf32>

  // sqrt(0 + inf i) and log of the same; tanh(inf + inf i) is 1 with some zero.
  %root = stablehlo.sqrt %large : tensor<4xcomplex<f32>>
  %rootRe = stablehlo.real %root : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %rootIm = stablehlo.imag %root : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %rootReExpected = stablehlo.constant dense<[1.9029767077386998e+19, 1.098684077785648e-19, 0x7F800000, 0x7F800000]> : tensor<4xf32>
  %rootImExpected = stablehlo.constant dense<[7.88238761225471e+18, 4.550898457821919e-20, 0x7F800000, 0x7F800000]> : tensor<4xf32>
  check.expect_close %rootRe, %rootReExpected, max_ulp_difference = 1 : tensor<4xf32>, tensor<4xf32>
  check.expect_close %rootIm, %rootImExpected, max_ulp_difference = 1 : tensor<4xf32>, tensor<4xf32>
  %infinite = stablehlo.constant dense<[(0x7F800000, 0x7F800000), (0xFF800000, 0x7F800000), (0x7F800000, 1.0)]> : tensor<3xcomplex<f32>>
  %tanh = stablehlo.tanh %infinite : tensor<3xcomplex<f32>>
  %tanhRe = stablehlo.real %tanh : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  check.expect_eq_const %tanhRe, dense<[1.0, -1.0, 1.0]> : tensor<3xf32>
  %tanhIm = stablehlo.imag %tanh : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  %tanhSize = stablehlo.abs %tanhIm : tensor<3xf32>
  check.expect_eq_const %tanhSize, dense<0.0> : tensor<3xf32>

  // tanh of a number whose imaginary part has no limit is NaN, unless the real part is infinite. So is tan with the parts exchanged.
  %open = stablehlo.constant dense<[(465.0, 0x7F800000), (-465.0, 0x7FC00000), (0x7F800000, -465.0), (0x7FC00000, 465.0)]> : tensor<4xcomplex<f32>>
  %tanhOpen = stablehlo.tanh %open : tensor<4xcomplex<f32>>
  %tanhOpenRe = stablehlo.real %tanhOpen : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  check.expect_almost_eq_const %tanhOpenRe, dense<[0x7FC00000, 0x7FC00000, 1.0, 0x7FC00000]> : tensor<4xf32>, tolerance = 0.0
  %tanOpen = stablehlo.tan %open : tensor<4xcomplex<f32>>
  %tanOpenIm = stablehlo.imag %tanOpen : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  check.expect_almost_eq_const %tanOpenIm, dense<[1.0, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<4xf32>, tolerance = 0.0

  // Inverse functions of the largest numbers, and beside the poles of atan and atanh.
  %largest = stablehlo.constant dense<[(1.7976931348623157e308, 1.7976931348623157e308), (-1.7976931348623157e308, 1.7976931348623157e308)]> : tensor<2xcomplex<f64>>
  %areas = stablehlo.constant dense<710.8224336642239> : tensor<2xf64>
  %acosh = chlo.acosh %largest : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
  %acoshRe = stablehlo.real %acosh : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  check.expect_close %acoshRe, %areas, max_ulp_difference = 1 : tensor<2xf64>, tensor<2xf64>
  %acoshIm = stablehlo.imag %acosh : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  check.expect_almost_eq_const %acoshIm, dense<[0.7853981633974483, 2.356194490192345]> : tensor<2xf64>, tolerance = 1.0e-15
  %asin = chlo.asin %largest : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
  %asinRe = stablehlo.real %asin : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  check.expect_almost_eq_const %asinRe, dense<[0.7853981633974483, -0.7853981633974483]> : tensor<2xf64>, tolerance = 1.0e-15
  %asinIm = stablehlo.imag %asin : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  check.expect_close %asinIm, %areas, max_ulp_difference = 1 : tensor<2xf64>, tensor<2xf64>
  %poles = stablehlo.constant dense<[(1.0, 2.2250738585072014e-308), (1.0, 1.0e-170), (-1.0, 4.9406564584124654e-324)]> : tensor<3xcomplex<f64>>
  %atanh = chlo.atanh %poles : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  %atanhRe = stablehlo.real %atanh : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  %logs = stablehlo.constant dense<[354.544782856412026, 196.066306494773856, -372.566609550970604]> : tensor<3xf64>
  check.expect_close %atanhRe, %logs, max_ulp_difference = 1 : tensor<3xf64>, tensor<3xf64>
  // The shared part of asin and acos: the squares of 1e200 overflow, and 1e10 cancels beside 1.
  %sides = stablehlo.constant dense<[(1.0e200, 1.0e200), (1.0e10, 0.75)]> : tensor<2xcomplex<f64>>
  %kernel = chlo._asin_acos_kernel %sides : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
  %kernelRe = stablehlo.real %kernel : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  %ofSides = stablehlo.constant dense<[1.0e200, 0.75]> : tensor<2xf64>
  check.expect_close %kernelRe, %ofSides, max_ulp_difference = 2 : tensor<2xf64>, tensor<2xf64>

  // e^89 is too large, e^89 cos(1.5707964) is not.
  %exponents = stablehlo.constant dense<[(89.0, 1.57079637), (100.0, 1.57079637), (0xFF800000, 0x7F800000), (0x7F800000, 0.0)]> : tensor<4xcomplex<f32>>
  %powers = stablehlo.exponential %exponents : tensor<4xcomplex<f32>>
  %powersRe = stablehlo.real %powers : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %powersIm = stablehlo.imag %powers : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %powersExpected = stablehlo.constant dense<[-1.962472168962908e+31, -1.175013367566168e+36, 0.0, 0x7F800000]> : tensor<4xf32>
  check.expect_close %powersRe, %powersExpected, max_ulp_difference = 3 : tensor<4xf32>, tensor<4xf32>
  check.expect_eq_const %powersIm, dense<[0x7F800000, 0x7F800000, 0.0, 0.0]> : tensor<4xf32>
  %sinh = chlo.sinh %exponents : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  %sinhRe = stablehlo.real %sinh : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %sinhSize = stablehlo.abs %sinhRe : tensor<4xf32> // the sign of an infinity beside a NaN is not specified
  %sinhExpected = stablehlo.constant dense<[9.81236084481454e+30, 5.87506683783084e+35, 0x7F800000, 0x7F800000]> : tensor<4xf32>
  check.expect_close %sinhSize, %sinhExpected, max_ulp_difference = 1 : tensor<4xf32>, tensor<4xf32>
  // Order is lexicographic: by the real parts, and where these are equal by the imaginary ones. NaN is in no order.
  %l = stablehlo.constant dense<[(1.0, 0.0), (1.0, -1.0), (2.0, 5.0), (1.0, 2.0), (1.0, 0x7FC00000), (0x7FC00000, 0.0)]> : tensor<6xcomplex<f32>>
  %r = stablehlo.constant dense<[(2.0, -1.0), (1.0, 0.0), (1.0, 9.0), (1.0, 2.0), (2.0, 0.0), (1.0, 0.0)]> : tensor<6xcomplex<f32>>
  %lt = stablehlo.compare LT, %l, %r : (tensor<6xcomplex<f32>>, tensor<6xcomplex<f32>>) -> tensor<6xi1>
  check.expect_eq_const %lt, dense<[true, true, false, false, true, false]> : tensor<6xi1>
  %le = stablehlo.compare LE, %l, %r : (tensor<6xcomplex<f32>>, tensor<6xcomplex<f32>>) -> tensor<6xi1>
  check.expect_eq_const %le, dense<[true, true, false, true, true, false]> : tensor<6xi1>
  %gt = stablehlo.compare GT, %l, %r : (tensor<6xcomplex<f32>>, tensor<6xcomplex<f32>>) -> tensor<6xi1>
  check.expect_eq_const %gt, dense<[false, false, true, false, false, false]> : tensor<6xi1>
  %ge = stablehlo.compare GE, %l, %r : (tensor<6xcomplex<f32>>, tensor<6xcomplex<f32>>) -> tensor<6xi1>
  check.expect_eq_const %ge, dense<[false, false, true, true, false, false]> : tensor<6xi1>
  %eq = stablehlo.compare EQ, %l, %r : (tensor<6xcomplex<f32>>, tensor<6xcomplex<f32>>) -> tensor<6xi1>
  check.expect_eq_const %eq, dense<[false, false, false, true, false, false]> : tensor<6xi1>
  %ne = stablehlo.compare NE, %l, %r : (tensor<6xcomplex<f32>>, tensor<6xcomplex<f32>>) -> tensor<6xi1>
  check.expect_eq_const %ne, dense<[true, true, true, false, true, true]> : tensor<6xi1>

  return
}
