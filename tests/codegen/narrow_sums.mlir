// Sums of f8, f16 and bf16 are kept as f32 to their end and rounded once there, also where pieces of a prefix scan are values of their own.
// RUN: spmd-run %s --random-args=0
// RUN: spmd-run %s --random-args=0 --exact
// RUN: spmd-run %s --random-args=0 --backend=reference
module {
  func.func public @main() {
    %zero = stablehlo.constant dense<0.0> : tensor<f16>
    %ones = call @ones() : () -> tensor<4100x3xf16>

    // 2048 + 1 is no number of f16, so a sum in f16 would end at 2048.
    %columns = stablehlo.reduce(%ones init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4100x3xf16>, tensor<f16>) -> tensor<3xf16>
    check.expect_eq_const %columns, dense<4100.0> : tensor<3xf16>
    %all = stablehlo.reduce(%ones init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4100x3xf16>, tensor<f16>) -> tensor<f16>
    check.expect_eq_const %all, dense<12304.0> : tensor<f16>
    // The rounded sum is what follows reads: 12304 - 12296.
    %exact = stablehlo.constant dense<12296.0> : tensor<f16>
    %rest = stablehlo.subtract %all, %exact : tensor<f16>
    check.expect_eq_const %rest, dense<8.0> : tensor<f16>

    %down = "stablehlo.reduce_window"(%ones, %zero) <{window_dimensions = array<i64: 4100, 1>, padding = dense<[[4099, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%p: tensor<f16>, %q: tensor<f16>):
      %s = stablehlo.add %p, %q : tensor<f16>
      stablehlo.return %s : tensor<f16>
    }) : (tensor<4100x3xf16>, tensor<f16>) -> tensor<4100x3xf16>
    %last = stablehlo.slice %down [4099:4100, 0:3] : (tensor<4100x3xf16>) -> tensor<1x3xf16>
    check.expect_eq_const %last, dense<4100.0> : tensor<1x3xf16>

    // Two sums at a time, of which the element types differ: 40 times 0.25 and 0.25 of f8E4M3FN, where 4 + 0.25 is 4.
    %quarter = stablehlo.constant dense<0.25> : tensor<f8E4M3FN>
    %quarters = call @quarters() : () -> tensor<40xf8E4M3FN>
    %some = stablehlo.slice %ones [0:40, 0:1] : (tensor<4100x3xf16>) -> tensor<40x1xf16>
    %row = stablehlo.reshape %some : (tensor<40x1xf16>) -> tensor<40xf16>
    %both:2 = stablehlo.reduce(%quarters init: %quarter), (%row init: %zero) across dimensions = [0] : (tensor<40xf8E4M3FN>, tensor<40xf16>, tensor<f8E4M3FN>, tensor<f16>) -> (tensor<f8E4M3FN>, tensor<f16>)
      reducer(%a: tensor<f8E4M3FN>, %b: tensor<f8E4M3FN>) (%c: tensor<f16>, %d: tensor<f16>) {
        %e = stablehlo.add %a, %b : tensor<f8E4M3FN>
        %f = stablehlo.add %c, %d : tensor<f16>
        stablehlo.return %e, %f : tensor<f8E4M3FN>, tensor<f16>
      }
    check.expect_eq_const %both#0, dense<10.0> : tensor<f8E4M3FN>
    check.expect_eq_const %both#1, dense<40.0> : tensor<f16>
    return
  }
  func.func private @ones() -> tensor<4100x3xf16> {
    %c = stablehlo.constant dense<1.0> : tensor<4100x3xf16>
    return %c : tensor<4100x3xf16>
  }
  func.func private @quarters() -> tensor<40xf8E4M3FN> {
    %c = stablehlo.constant dense<0.25> : tensor<40xf8E4M3FN>
    return %c : tensor<40xf8E4M3FN>
  }
}
