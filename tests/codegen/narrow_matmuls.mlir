// Products of f8 are rounded to their type before the next op reads them.
// RUN: spmd-run %s
// RUN: spmd-run %s --backend=reference
module {
  func.func public @main() {
    %a, %b = call @factors() : () -> (tensor<f8E5M2>, tensor<f8E4M3FN>)

    // 1.25 * 1.25 = 1.5625, which lies between 1.5 and 1.75.
    %0 = stablehlo.multiply %a, %a : tensor<f8E5M2>
    %1 = stablehlo.convert %0 : (tensor<f8E5M2>) -> tensor<f32>
    check.expect_eq_const %1, dense<1.5> : tensor<f32>

    // 5^5 = 3125 is too large for a type without infinities, whose largest number is 448.
    %2 = stablehlo.multiply %b, %b : tensor<f8E4M3FN>
    %3 = stablehlo.multiply %2, %2 : tensor<f8E4M3FN>
    %4 = stablehlo.multiply %3, %b : tensor<f8E4M3FN>
    %5 = stablehlo.convert %4 : (tensor<f8E4M3FN>) -> tensor<f32>
    %6 = stablehlo.compare NE, %5, %5 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    check.expect_eq_const %6, dense<true> : tensor<i1>
    return
  }
  func.func private @factors() -> (tensor<f8E5M2>, tensor<f8E4M3FN>) {
    %a = stablehlo.constant dense<1.25> : tensor<f8E5M2>
    %b = stablehlo.constant dense<5.0> : tensor<f8E4M3FN>
    return %a, %b : tensor<f8E5M2>, tensor<f8E4M3FN>
  }
}
