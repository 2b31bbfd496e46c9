// A batch normalization is one op: its results are rounded to f16 once, not the sums and differences that it is made of. The mean of
// 1 + i / 1024, i = 0 .. 63, is 1.03; their squares around it are too small for f16.
// RUN: spmd-run %s --random-args=0
// RUN: spmd-run %s --random-args=0 --backend=reference
module {
  func.func public @main() {
    %scale = stablehlo.constant dense<1.0> : tensor<1xf16>
    %offset = stablehlo.constant dense<0.0> : tensor<1xf16>
    %place = stablehlo.iota dim = 0 : tensor<64x1xf16>
    %step = stablehlo.constant dense<0.0009765625> : tensor<64x1xf16>
    %one = stablehlo.constant dense<1.0> : tensor<64x1xf16>
    %part = stablehlo.multiply %place, %step : tensor<64x1xf16>
    %x = stablehlo.add %one, %part : tensor<64x1xf16>
    %y, %mean, %variance = "stablehlo.batch_norm_training"(%x, %scale, %offset) <{epsilon = 1.0e-8 : f32, feature_index = 1 : i64}>
        : (tensor<64x1xf16>, tensor<1xf16>, tensor<1xf16>) -> (tensor<64x1xf16>, tensor<1xf16>, tensor<1xf16>)
    // (63 - 31.5) / sqrt(341.25) = 1.7052
    %last = stablehlo.slice %y [63:64, 0:1] : (tensor<64x1xf16>) -> tensor<1x1xf16>
    check.expect_eq_const %last, dense<1.705078125> : tensor<1x1xf16>
    return
  }
}
