// A kernel carries prefix scans along rows from step to step, whatever they are fused with: other reductions of the row in several
// passes, sums over the rows, elements that only some places read. The left operand stays on the left. A scan whose initial value is
// known only at run time is computed by windows, once per element.
// RUN: env SPMD_FOLD=1 spmd-run %s
// RUN: env SPMD_FOLD=1 SPMD_MAX_ISA=avx2 spmd-run %s
// RUN: spmd-run %s
// RUN: spmd-run %s --backend=reference
module {
  func.func public @main() {
    // 1, 2, .., 300 add up to n (n + 1) / 2.
    %i = stablehlo.iota dim = 1 : tensor<7x300xf32>
    %one = stablehlo.constant dense<1.0> : tensor<7x300xf32>
    %n = stablehlo.add %i, %one : tensor<7x300xf32>
    %half = stablehlo.constant dense<0.5> : tensor<7x300xf32>
    %square = stablehlo.multiply %n, %n : tensor<7x300xf32>
    %more = stablehlo.add %square, %n : tensor<7x300xf32>
    %want = stablehlo.multiply %more, %half : tensor<7x300xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %zeros = stablehlo.constant dense<0.0> : tensor<7x300xf32>
    %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %sum = func.call @running(%n) : (tensor<7x300xf32>) -> tensor<7x300xf32>

    // Less the row's largest, which takes a pass of its own.
    %max = stablehlo.reduce(%sum init: %lowest) applies stablehlo.maximum across dimensions = [1] : (tensor<7x300xf32>, tensor<f32>) -> tensor<7xf32>
    %maxes = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<7xf32>) -> tensor<7x300xf32>
    %below = stablehlo.subtract %sum, %maxes : tensor<7x300xf32>
    %all = stablehlo.constant dense<45150.0> : tensor<7x300xf32>
    %wantBelow = stablehlo.subtract %want, %all : tensor<7x300xf32>
    check.expect_eq %below, %wantBelow : tensor<7x300xf32>

    // A prefix scan of the difference to the row's mean; only some of its places; at last all of it, added up over rows.
    %total = stablehlo.reduce(%n init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<7x300xf32>, tensor<f32>) -> tensor<7xf32>
    %totals = stablehlo.broadcast_in_dim %total, dims = [0] : (tensor<7xf32>) -> tensor<7x300xf32>
    %c300 = stablehlo.constant dense<300.0> : tensor<7x300xf32>
    %mean = stablehlo.divide %totals, %c300 : tensor<7x300xf32>
    %difference = stablehlo.subtract %n, %mean : tensor<7x300xf32>
    %drift = func.call @running(%difference) : (tensor<7x300xf32>) -> tensor<7x300xf32>
    %c150 = stablehlo.constant dense<150.5> : tensor<7x300xf32>
    %line = stablehlo.multiply %n, %c150 : tensor<7x300xf32>
    %wantDrift = stablehlo.subtract %want, %line : tensor<7x300xf32>
    check.expect_eq %drift, %wantDrift : tensor<7x300xf32>
    %c5000 = stablehlo.constant dense<-5000.0> : tensor<7x300xf32>
    %isLow = stablehlo.compare LT, %drift, %c5000 : (tensor<7x300xf32>, tensor<7x300xf32>) -> tensor<7x300xi1>
    %low = stablehlo.select %isLow, %drift, %n : tensor<7x300xi1>, tensor<7x300xf32>
    %wantIsLow = stablehlo.compare LT, %wantDrift, %c5000 : (tensor<7x300xf32>, tensor<7x300xf32>) -> tensor<7x300xi1>
    %wantLow = stablehlo.select %wantIsLow, %wantDrift, %n : tensor<7x300xi1>, tensor<7x300xf32>
    check.expect_eq %low, %wantLow : tensor<7x300xf32>
    %columns = stablehlo.reduce(%sum init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<7x300xf32>, tensor<f32>) -> tensor<300xf32>
    %wantColumns = stablehlo.reduce(%want init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<7x300xf32>, tensor<f32>) -> tensor<300xf32>
    check.expect_eq %columns, %wantColumns : tensor<300xf32>

    // Of itself; wanted elsewhere than it stands; of parts under conditions: zeros before and behind, two halves.
    %twice = func.call @running(%sum) : (tensor<7x300xf32>) -> tensor<7x300xf32>
    %n2 = stablehlo.add %n, %one : tensor<7x300xf32>
    %n3 = stablehlo.add %n2, %one : tensor<7x300xf32>
    %cube = stablehlo.multiply %n, %n2 : tensor<7x300xf32>
    %cubes = stablehlo.multiply %cube, %n3 : tensor<7x300xf32>
    %six = stablehlo.constant dense<6.0> : tensor<7x300xf32>
    %wantTwice = stablehlo.divide %cubes, %six : tensor<7x300xf32>
    check.expect_eq %twice, %wantTwice : tensor<7x300xf32>
    %late = stablehlo.slice %sum [0:7, 20:300] : (tensor<7x300xf32>) -> tensor<7x280xf32>
    %early = stablehlo.slice %sum [0:7, 0:280] : (tensor<7x300xf32>) -> tensor<7x280xf32>
    %step = stablehlo.subtract %late, %early : tensor<7x280xf32>
    %wantLate = stablehlo.slice %want [0:7, 20:300] : (tensor<7x300xf32>) -> tensor<7x280xf32>
    %wantEarly = stablehlo.slice %want [0:7, 0:280] : (tensor<7x300xf32>) -> tensor<7x280xf32>
    %wantStep = stablehlo.subtract %wantLate, %wantEarly : tensor<7x280xf32>
    check.expect_eq %step, %wantStep : tensor<7x280xf32>
    %left = stablehlo.slice %n [0:7, 0:123] : (tensor<7x300xf32>) -> tensor<7x123xf32>
    %padded = stablehlo.pad %left, %zero, low = [0, 77], high = [0, 100], interior = [0, 0] : (tensor<7x123xf32>, tensor<f32>) -> tensor<7x300xf32>
    %inside = func.call @running(%padded) : (tensor<7x300xf32>) -> tensor<7x300xf32>
    %c77 = stablehlo.constant dense<77.0> : tensor<7x300xf32>
    %c123 = stablehlo.constant dense<123.0> : tensor<7x300xf32>
    %shifted = stablehlo.subtract %n, %c77 : tensor<7x300xf32>
    %k = stablehlo.clamp %zeros, %shifted, %c123 : tensor<7x300xf32>
    %k1 = stablehlo.add %k, %one : tensor<7x300xf32>
    %kk = stablehlo.multiply %k, %k1 : tensor<7x300xf32>
    %wantInside = stablehlo.multiply %kk, %half : tensor<7x300xf32>
    check.expect_eq %inside, %wantInside : tensor<7x300xf32>

    // s(i) = 3 s(i - 1) + i as a prefix scan of pairs: (a, b) then (c, d) is (a c, b c + d), which does not commute.
    %d = stablehlo.iota dim = 1 : tensor<7x300xi32>
    %threes = stablehlo.constant dense<3> : tensor<7x300xi32>
    %i1 = stablehlo.constant dense<1> : tensor<i32>
    %i0 = stablehlo.constant dense<0> : tensor<i32>
    %pairs:2 = "stablehlo.reduce_window"(%threes, %d, %i1, %i0) <{window_dimensions = array<i64: 1, 300>,
        padding = dense<[[0, 0], [299, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %e: tensor<i32>):
      %ac = stablehlo.multiply %a, %c : tensor<i32>
      %bc = stablehlo.multiply %b, %c : tensor<i32>
      %bcd = stablehlo.add %bc, %e : tensor<i32>
      stablehlo.return %ac, %bcd : tensor<i32>, tensor<i32>
    }) : (tensor<7x300xi32>, tensor<7x300xi32>, tensor<i32>, tensor<i32>) -> (tensor<7x300xi32>, tensor<7x300xi32>)
    %after = stablehlo.slice %pairs#1 [0:7, 1:300] : (tensor<7x300xi32>) -> tensor<7x299xi32>
    %before = stablehlo.slice %pairs#1 [0:7, 0:299] : (tensor<7x300xi32>) -> tensor<7x299xi32>
    %d1 = stablehlo.slice %d [0:7, 1:300] : (tensor<7x300xi32>) -> tensor<7x299xi32>
    %c3 = stablehlo.constant dense<3> : tensor<7x299xi32>
    %tripled = stablehlo.multiply %c3, %before : tensor<7x299xi32>
    %wantAfter = stablehlo.add %tripled, %d1 : tensor<7x299xi32>
    check.expect_eq %after, %wantAfter : tensor<7x299xi32>
    return
  }
  func.func private @running(%x: tensor<7x300xf32>) -> tensor<7x300xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 300>,
        padding = dense<[[0, 0], [299, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<7x300xf32>, tensor<f32>) -> tensor<7x300xf32>
    return %0 : tensor<7x300xf32>
  }
}
