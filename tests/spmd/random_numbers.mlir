// stablehlo.rng draws numbers that follow from the program alone. They lie in their range and have the mean and the deviation that was
// asked for. Each op, each call of a function and each trip of a loop draws others.
// RUN: spmd-run %s
// RUN: spmd-run %s --backend=reference

func.func private @draw(%low: tensor<i32>, %high: tensor<i32>) -> tensor<64xi32> {
  %shape = stablehlo.constant dense<64> : tensor<1xi64>
  %0 = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<64xi32>
  return %0 : tensor<64xi32>
}

// Whether an element of the two differs.
func.func private @differ(%a: tensor<64xi32>, %b: tensor<64xi32>) -> tensor<i1> {
  %false = stablehlo.constant dense<false> : tensor<i1>
  %0 = stablehlo.compare NE, %a, %b : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi1>
  %1 = stablehlo.reduce(%0 init: %false) applies stablehlo.or across dimensions = [0] : (tensor<64xi1>, tensor<i1>) -> tensor<i1>
  return %1 : tensor<i1>
}

// |(mean of x) - at| < by
func.func private @near(%x: tensor<64x128xf32>, %at: tensor<f32>, %by: tensor<f32>) -> tensor<i1> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %count = stablehlo.constant dense<8192.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x128xf32>, tensor<f32>) -> tensor<f32>
  %mean = stablehlo.divide %sum, %count : tensor<f32>
  %off = stablehlo.subtract %mean, %at : tensor<f32>
  %size = stablehlo.abs %off : tensor<f32>
  %0 = stablehlo.compare LT, %size, %by : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

func.func @main() {
  // 8192 uniform numbers in [2, 6): the standard error of the mean is 0.013.
  %shape = stablehlo.constant dense<[64, 128]> : tensor<2xi64>
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %four = stablehlo.constant dense<4.0> : tensor<f32>
  %six = stablehlo.constant dense<6.0> : tensor<f32>
  %by = stablehlo.constant dense<0.1> : tensor<f32>
  %u = stablehlo.rng %two, %six, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<64x128xf32>
  %least = stablehlo.reduce(%u init: %six) applies stablehlo.minimum across dimensions = [0, 1] : (tensor<64x128xf32>, tensor<f32>) -> tensor<f32>
  %most = stablehlo.reduce(%u init: %two) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<64x128xf32>, tensor<f32>) -> tensor<f32>
  %isLow = stablehlo.compare GE, %least, %two : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %isHigh = stablehlo.compare LT, %most, %six : (tensor<f32>, tensor<f32>) -> tensor<i1>
  check.expect_eq_const %isLow, dense<true> : tensor<i1>
  check.expect_eq_const %isHigh, dense<true> : tensor<i1>
  %isCentral = func.call @near(%u, %four, %by) : (tensor<64x128xf32>, tensor<f32>, tensor<f32>) -> tensor<i1>
  check.expect_eq_const %isCentral, dense<true> : tensor<i1>

  // Normal numbers with mean 6 and deviation 2, whose standard error is 0.022; their squared distances from 6 have the mean 4.
  %n = stablehlo.rng %six, %two, %shape, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<64x128xf32>
  %isAtSix = func.call @near(%n, %six, %by) : (tensor<64x128xf32>, tensor<f32>, tensor<f32>) -> tensor<i1>
  check.expect_eq_const %isAtSix, dense<true> : tensor<i1>
  %sixes = stablehlo.broadcast_in_dim %six, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
  %off = stablehlo.subtract %n, %sixes : tensor<64x128xf32>
  %squares = stablehlo.multiply %off, %off : tensor<64x128xf32>
  %twoTenths = stablehlo.constant dense<0.3> : tensor<f32>
  %isWide = func.call @near(%squares, %four, %twoTenths) : (tensor<64x128xf32>, tensor<f32>, tensor<f32>) -> tensor<i1>
  check.expect_eq_const %isWide, dense<true> : tensor<i1>

  // Integers from -3 to 4; an empty range gives its begin.
  %low = stablehlo.constant dense<-3> : tensor<i32>
  %high = stablehlo.constant dense<5> : tensor<i32>
  %a = func.call @draw(%low, %high) : (tensor<i32>, tensor<i32>) -> tensor<64xi32>
  %b = func.call @draw(%low, %high) : (tensor<i32>, tensor<i32>) -> tensor<64xi32>
  %isOther = func.call @differ(%a, %b) : (tensor<64xi32>, tensor<64xi32>) -> tensor<i1>
  check.expect_eq_const %isOther, dense<true> : tensor<i1>
  %smallest = stablehlo.reduce(%a init: %high) applies stablehlo.minimum across dimensions = [0] : (tensor<64xi32>, tensor<i32>) -> tensor<i32>
  %largest = stablehlo.reduce(%a init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<64xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %smallest, dense<-3> : tensor<i32>
  check.expect_eq_const %largest, dense<4> : tensor<i32>
  %none = func.call @draw(%high, %high) : (tensor<i32>, tensor<i32>) -> tensor<64xi32>
  check.expect_eq_const %none, dense<5> : tensor<64xi32>

  // Each of three trips, with two trips of a loop inside, draws other numbers than the one before.
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %twoTrips = stablehlo.constant dense<2> : tensor<i32>
  %threeTrips = stablehlo.constant dense<3> : tensor<i32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %i, %before, %all = stablehlo.while(%arg0 = %zero, %arg1 = %b, %arg2 = %true) : tensor<i32>, tensor<64xi32>, tensor<i1>
  cond {
    %c = stablehlo.compare LT, %arg0, %threeTrips : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j, %last, %others = stablehlo.while(%arg3 = %zero, %arg4 = %arg1, %arg5 = %arg2) : tensor<i32>, tensor<64xi32>, tensor<i1>
    cond {
      %c = stablehlo.compare LT, %arg3, %twoTrips : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %drawn = func.call @draw(%low, %high) : (tensor<i32>, tensor<i32>) -> tensor<64xi32>
      %differs = func.call @differ(%drawn, %arg4) : (tensor<64xi32>, tensor<64xi32>) -> tensor<i1>
      %still = stablehlo.and %differs, %arg5 : tensor<i1>
      %next = stablehlo.add %arg3, %one : tensor<i32>
      stablehlo.return %next, %drawn, %still : tensor<i32>, tensor<64xi32>, tensor<i1>
    }
    %next = stablehlo.add %arg0, %one : tensor<i32>
    stablehlo.return %next, %last, %others : tensor<i32>, tensor<64xi32>, tensor<i1>
  }
  check.expect_eq_const %all, dense<true> : tensor<i1>
  return
}
