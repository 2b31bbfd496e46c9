// Powers of a constant that is a power of two are as accurate as those of a base that is known at run time: 128^y is no 2^(7 y), where 7 y is
// rounded. The constant is made of an iota of zeros: those of a program with checks are arguments.
// RUN: spmd-run %s --random-args=1
// RUN: spmd-run %s --random-args=2 --backend=reference
module {
  func.func public @main(%x: tensor<1024xf64>) {
    %long = stablehlo.constant dense<14.7390851332151607> : tensor<1024xf64>
    %y = stablehlo.multiply %x, %long : tensor<1024xf64>
    %0 = stablehlo.iota dim = 1 : tensor<1024x1xf64>
    %zero = stablehlo.reshape %0 : (tensor<1024x1xf64>) -> tensor<1024xf64>
    %one = stablehlo.cosine %zero : tensor<1024xf64>
    %two = stablehlo.add %one, %one : tensor<1024xf64>
    %four = stablehlo.add %two, %two : tensor<1024xf64>
    %eight = stablehlo.add %four, %four : tensor<1024xf64>
    %1 = stablehlo.power %eight, %y : tensor<1024xf64>
    %known = stablehlo.constant dense<8.0> : tensor<1024xf64>
    %2 = stablehlo.power %known, %y : tensor<1024xf64>
    stablehlo.custom_call @check.expect_close(%1, %2) {has_side_effect = true} : (tensor<1024xf64>, tensor<1024xf64>) -> ()
    return
  }
}
