// Numbers of more digits than f32 become f8, f16 and bf16 in one rounding: each lies just above the middle of two, where f32 has the middle.
// RUN: spmd-run %s
// RUN: spmd-run %s --exact
// RUN: spmd-run %s --backend=reference
module {
  func.func public @main() {
    %f64, %i32, %i64, %ui64 = call @above_the_middle() : () -> (tensor<2xf64>, tensor<2xi32>, tensor<2xi64>, tensor<1xui64>)

    // 1 + 2^-11 + 2^-40 and its negative.
    %0 = stablehlo.convert %f64 : (tensor<2xf64>) -> tensor<2xf16>
    check.expect_eq_const %0, dense<[1.0009765625, -1.0009765625]> : tensor<2xf16>
    %wide = stablehlo.constant dense<1.0625> : tensor<2xf64>
    %tiny = stablehlo.constant dense<0.0000000000009094947017729282379150390625> : tensor<2xf64>
    %1 = stablehlo.add %wide, %tiny : tensor<2xf64>
    %2 = stablehlo.convert %1 : (tensor<2xf64>) -> tensor<2xf8E4M3FN>
    check.expect_eq_const %2, dense<1.125> : tensor<2xf8E4M3FN>

    // 2^24 + 2^16 + 1
    %3 = stablehlo.convert %i32 : (tensor<2xi32>) -> tensor<2xbf16>
    check.expect_eq_const %3, dense<[16908288.0, -16908288.0]> : tensor<2xbf16>
    // 2^60 + 2^52 + 1, for which f64 has too few digits, too
    %4 = stablehlo.convert %i64 : (tensor<2xi64>) -> tensor<2xbf16>
    check.expect_eq_const %4, dense<[1161928703861587968.0, -1161928703861587968.0]> : tensor<2xbf16>
    %5 = stablehlo.convert %ui64 : (tensor<1xui64>) -> tensor<1xbf16>
    check.expect_eq_const %5, dense<9295429630892703744.0> : tensor<1xbf16>
    return
  }
  func.func private @above_the_middle() -> (tensor<2xf64>, tensor<2xi32>, tensor<2xi64>, tensor<1xui64>) {
    %a = stablehlo.constant dense<[1.0004882812509094947017729282379150390625, -1.0004882812509094947017729282379150390625]> : tensor<2xf64>
    %b = stablehlo.constant dense<[16842753, -16842753]> : tensor<2xi32>
    %c = stablehlo.constant dense<[1157425104234217473, -1157425104234217473]> : tensor<2xi64>
    %d = stablehlo.constant dense<9259400833873739777> : tensor<1xui64>
    return %a, %b, %c, %d : tensor<2xf64>, tensor<2xi32>, tensor<2xi64>, tensor<1xui64>
  }
}
