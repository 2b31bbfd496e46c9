// Where each op rounds its result, 0.5 * (1 + tanh(u)) is no logistic function of 2 u.
// RUN: spmd-opt %s --spmd-simplify | FileCheck %s --check-prefixes=CHECK,EXCESS
// RUN: spmd-opt %s --spmd-simplify=exact | FileCheck %s --check-prefixes=CHECK,EXACT

// CHECK-LABEL: @of_f16(
// CHECK: stablehlo.tanh
// CHECK-NOT: stablehlo.logistic
func.func @of_f16(%u: tensor<8xf16>) -> tensor<8xf16> {
  %half = stablehlo.constant dense<0.5> : tensor<8xf16>
  %one = stablehlo.constant dense<1.0> : tensor<8xf16>
  %t = stablehlo.tanh %u : tensor<8xf16>
  %s = stablehlo.add %one, %t : tensor<8xf16>
  %c = stablehlo.multiply %half, %s : tensor<8xf16>
  return %c : tensor<8xf16>
}

// CHECK-LABEL: @of_bf16(
// EXCESS: stablehlo.logistic
// EXACT: stablehlo.tanh
// EXACT-NOT: stablehlo.logistic
func.func @of_bf16(%u: tensor<8xbf16>) -> tensor<8xbf16> {
  %half = stablehlo.constant dense<0.5> : tensor<8xbf16>
  %one = stablehlo.constant dense<1.0> : tensor<8xbf16>
  %t = stablehlo.tanh %u : tensor<8xbf16>
  %s = stablehlo.add %one, %t : tensor<8xbf16>
  %c = stablehlo.multiply %half, %s : tensor<8xbf16>
  return %c : tensor<8xbf16>
}
