// Ops on f8E8M0FNU are computed in f32: a product that is zero there becomes NaN, as in XLA; one that is subnormal there is the smallest number.
// RUN: spmd-run %s
// RUN: spmd-run %s --exact
// RUN: spmd-run %s --backend=reference
module {
  func.func public @main() {
    %x = call @small() : () -> tensor<3xf8E8M0FNU>
    %y = call @factors() : () -> tensor<3xf8E8M0FNU>
    %product = stablehlo.multiply %x, %y : tensor<3xf8E8M0FNU>
    %a = call @seen(%product) : (tensor<3xf8E8M0FNU>) -> tensor<3xi8>
    check.expect_eq_const %a, dense<[-1, 0, 1]> : tensor<3xi8>

    %one = stablehlo.constant dense<1.0> : tensor<3xf8E8M0FNU>
    %inverse = stablehlo.divide %one, %y : tensor<3xf8E8M0FNU>
    %quotient = stablehlo.divide %x, %inverse : tensor<3xf8E8M0FNU>
    %b = call @seen(%quotient) : (tensor<3xf8E8M0FNU>) -> tensor<3xi8>
    check.expect_eq_const %b, dense<[-1, 0, 1]> : tensor<3xi8>

    %square = chlo.square %x : tensor<3xf8E8M0FNU> -> tensor<3xf8E8M0FNU>
    %c = call @seen(%square) : (tensor<3xf8E8M0FNU>) -> tensor<3xi8>
    check.expect_eq_const %c, dense<-1> : tensor<3xi8>
    return
  }
  func.func private @seen(%x: tensor<3xf8E8M0FNU>) -> tensor<3xi8> {
    %0 = stablehlo.bitcast_convert %x : (tensor<3xf8E8M0FNU>) -> tensor<3xi8>
    return %0 : tensor<3xi8>
  }
  // 2^-127 three times, and 2^-27, 2^-2, 2.
  func.func private @small() -> tensor<3xf8E8M0FNU> {
    %0 = stablehlo.constant dense<0> : tensor<3xi8>
    %1 = stablehlo.bitcast_convert %0 : (tensor<3xi8>) -> tensor<3xf8E8M0FNU>
    return %1 : tensor<3xf8E8M0FNU>
  }
  func.func private @factors() -> tensor<3xf8E8M0FNU> {
    %0 = stablehlo.constant dense<[100, 125, -128]> : tensor<3xi8>
    %1 = stablehlo.bitcast_convert %0 : (tensor<3xi8>) -> tensor<3xf8E8M0FNU>
    return %1 : tensor<3xf8E8M0FNU>
  }
}
