// RUN: spmd-opt %s --spmd-outline-checks -split-input-file -verify-diagnostics | FileCheck %s
// RUN: spmd-opt %s --spmd-outline-checks=keep-constants=true -split-input-file -verify-diagnostics | FileCheck %s --check-prefix=KEEP

// The compared values are results of main and arguments of the checks; constants behind them are arguments of main.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[X:.*]]: tensor<2xf32> {spmd.value = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>},
// CHECK-SAME:    %[[E:.*]]: tensor<2xf32> {spmd.value = dense<[2.000000e+00, 4.000000e+00]> : tensor<2xf32>})
// CHECK-SAME:    -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
// CHECK-NEXT:    %[[S:.*]] = stablehlo.add %[[X]], %[[X]]
// CHECK-NEXT:    return %[[S]], %[[S]], %[[E]]
// CHECK:       func.func private @spmd.checks(%[[A:.*]]: tensor<2xf32>, %[[B:.*]]: tensor<2xf32>)
// CHECK-NEXT:    check.expect_eq %[[A]], %[[B]]
// CHECK-NEXT:    stablehlo.custom_call @check.expect_close(%[[A]], %[[B]])
// CHECK-NEXT:    check.expect_eq_const %[[A]]
// CHECK-NEXT:    return
// KEEP-LABEL: func.func @main() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
// KEEP-COUNT-2: stablehlo.constant
func.func @main() -> tensor<2xf32> {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %e = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %s = stablehlo.add %x, %x : tensor<2xf32>
  check.expect_eq %s, %e : tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%s, %e) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  check.expect_eq_const %s, dense<[2.0, 4.0]> : tensor<2xf32>
  return %s : tensor<2xf32>
}

// -----

// A constant that reaches no check stays, and so do those of regions; a check's result is true.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[X:.*]]: tensor<4xi32> {spmd.value = dense<[1, 2, 3, 4]> : tensor<4xi32>},
// CHECK-SAME:    %[[ZERO:.*]]: tensor<i32> {spmd.value = dense<0> : tensor<i32>})
// CHECK-SAME:    -> (tensor<f32>, tensor<i1>, tensor<i32>)
// CHECK:         %[[OTHER:.*]] = stablehlo.constant dense<7.000000e+00>
// CHECK:         %[[SUM:.*]] = stablehlo.reduce(%[[X]] init: %[[ZERO]])
// CHECK:           stablehlo.constant dense<1>
// CHECK:         %[[TRUE:.*]] = stablehlo.constant dense<true>
// CHECK:         return %[[OTHER]], %[[TRUE]], %[[SUM]]
func.func @main() -> (tensor<f32>, tensor<i1>) {
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %other = stablehlo.constant dense<7.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
   reducer(%a: tensor<i32>, %b: tensor<i32>)  {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %s = stablehlo.add %a, %b : tensor<i32>
    %t = stablehlo.multiply %s, %one : tensor<i32>
    stablehlo.return %t : tensor<i32>
  }
  %holds = stablehlo.custom_call @check.eq(%sum, %sum) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %other, %holds : tensor<f32>, tensor<i1>
}

// -----

func.func @main(%p: tensor<i1>, %x: tensor<f32>) {
  // expected-note @+1 {{the op with this region is here}}
  "stablehlo.if"(%p) ({
    // expected-error @+1 {{stands in a region of 'stablehlo.if'; a generated program checks only what main itself computes}}
    check.expect_eq %x, %x : tensor<f32>
    stablehlo.return
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> ()
  return
}
