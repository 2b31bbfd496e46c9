// Arguments of logistic functions keep their own rounding: sums that cancel, exact products. A logistic function that was made of a
// tanh keeps the special values whatever the constants are.
// RUN: spmd-run %s
// RUN: spmd-run %s --backend=reference
module {
  func.func public @main() {
    %x = call @sevens() : () -> tensor<3xf32>
    %a = stablehlo.constant dense<1.0e7> : tensor<3xf32>
    %b = stablehlo.constant dense<-7.0e7> : tensor<3xf32>
    %m = stablehlo.multiply %a, %x : tensor<3xf32>
    %s = stablehlo.add %m, %b : tensor<3xf32>
    %half = stablehlo.logistic %s : tensor<3xf32>
    check.expect_almost_eq_const %half, dense<0.5> : tensor<3xf32>, tolerance = 0.0

    %y = call @negative() : () -> tensor<1xf32>
    %two = stablehlo.constant dense<2.0> : tensor<1xf32>
    %yy = stablehlo.multiply %two, %y : tensor<1xf32>
    %small = stablehlo.logistic %yy : tensor<1xf32>
    %scale = stablehlo.constant dense<1.0e27> : tensor<1xf32>
    %scaled = stablehlo.multiply %small, %scale : tensor<1xf32>
    check.expect_almost_eq_const %scaled, dense<0.80711194> : tensor<1xf32>, tolerance = 3.0e-7

    // The product of these factors is infinite, or zero, and twice the last of them infinite.
    %p = call @points() : () -> tensor<5xf32>
    %large = call @half_of_one_plus_tanh_of_cubic_large(%p) : (tensor<5xf32>) -> tensor<5xf32>
    check.expect_almost_eq_const %large, dense<[0.5, 1.0, 0.0, 1.0, 0.0]> : tensor<5xf32>, tolerance = 0.0
    %tiny = call @half_of_one_plus_tanh_of_cubic_tiny(%p) : (tensor<5xf32>) -> tensor<5xf32>
    check.expect_almost_eq_const %tiny, dense<[0.5, 1.0, 0.0, 1.0, 0.0]> : tensor<5xf32>, tolerance = 0.0
    %most = call @half_of_one_plus_tanh_of_product(%p) : (tensor<5xf32>) -> tensor<5xf32>
    check.expect_almost_eq_const %most, dense<[0.5, 1.0, 0.0, 1.0, 0.0]> : tensor<5xf32>, tolerance = 0.0
    return
  }
  func.func private @sevens() -> tensor<3xf32> {
    %c = stablehlo.constant dense<7.0> : tensor<3xf32>
    return %c : tensor<3xf32>
  }
  func.func private @negative() -> tensor<1xf32> {
    %c = stablehlo.constant dense<-31.192045> : tensor<1xf32>
    return %c : tensor<1xf32>
  }
  func.func private @points() -> tensor<5xf32> {
    %c = stablehlo.constant dense<[0.0, 1.0e20, -1.0e20, 0x7F800000, 0xFF800000]> : tensor<5xf32>
    return %c : tensor<5xf32>
  }
  func.func private @half_of_one_plus_tanh_of_cubic_large(%x: tensor<5xf32>) -> tensor<5xf32> {
    %half = stablehlo.constant dense<0.5> : tensor<5xf32>
    %one = stablehlo.constant dense<1.0> : tensor<5xf32>
    %a = stablehlo.constant dense<1.0e30> : tensor<5xf32>
    %b = stablehlo.constant dense<1.0e30> : tensor<5xf32>
    %square = stablehlo.multiply %x, %x : tensor<5xf32>
    %cube = stablehlo.multiply %square, %x : tensor<5xf32>
    %term = stablehlo.multiply %b, %cube : tensor<5xf32>
    %sum = stablehlo.add %x, %term : tensor<5xf32>
    %u = stablehlo.multiply %a, %sum : tensor<5xf32>
    %t = stablehlo.tanh %u : tensor<5xf32>
    %s = stablehlo.add %one, %t : tensor<5xf32>
    %r = stablehlo.multiply %half, %s : tensor<5xf32>
    return %r : tensor<5xf32>
  }
  func.func private @half_of_one_plus_tanh_of_cubic_tiny(%x: tensor<5xf32>) -> tensor<5xf32> {
    %half = stablehlo.constant dense<0.5> : tensor<5xf32>
    %one = stablehlo.constant dense<1.0> : tensor<5xf32>
    %a = stablehlo.constant dense<1.0e-18> : tensor<5xf32>
    %b = stablehlo.constant dense<1.0e-30> : tensor<5xf32>
    %square = stablehlo.multiply %x, %x : tensor<5xf32>
    %cube = stablehlo.multiply %square, %x : tensor<5xf32>
    %term = stablehlo.multiply %b, %cube : tensor<5xf32>
    %sum = stablehlo.add %x, %term : tensor<5xf32>
    %u = stablehlo.multiply %a, %sum : tensor<5xf32>
    %t = stablehlo.tanh %u : tensor<5xf32>
    %s = stablehlo.add %one, %t : tensor<5xf32>
    %r = stablehlo.multiply %half, %s : tensor<5xf32>
    return %r : tensor<5xf32>
  }
  func.func private @half_of_one_plus_tanh_of_product(%x: tensor<5xf32>) -> tensor<5xf32> {
    %half = stablehlo.constant dense<0.5> : tensor<5xf32>
    %one = stablehlo.constant dense<1.0> : tensor<5xf32>
    %a = stablehlo.constant dense<3.0e38> : tensor<5xf32>
    %u = stablehlo.multiply %a, %x : tensor<5xf32>
    %t = stablehlo.tanh %u : tensor<5xf32>
    %s = stablehlo.add %one, %t : tensor<5xf32>
    %r = stablehlo.multiply %half, %s : tensor<5xf32>
    return %r : tensor<5xf32>
  }
}
