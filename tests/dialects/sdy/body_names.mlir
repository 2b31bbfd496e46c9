// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The body of a computation has names of its own: they may be those of values outside, and nothing outside sees them.
// RUN: spmd-opt %s --split-input-file --verify-diagnostics | FileCheck %s

sdy.mesh @m = <["x"=2]>
// CHECK-LABEL: func.func @shadowed
// CHECK: %[[A:.*]] = stablehlo.tanh %arg0 : tensor<8xf32>
// CHECK: stablehlo.negate %{{.*}} : tensor<4xf32>
// CHECK: return %[[A]]
func.func @shadowed(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.tanh %x : tensor<8xf32>
  %1 = sdy.manual_computation(%x) in_shardings=[<@m, [{"x"}]>] out_shardings=[<@m, [{"x"}]>] manual_axes={"x"} (%x: tensor<4xf32>) {
    %0 = stablehlo.negate %x : tensor<4xf32>
    sdy.return %0 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @m = <["x"=2]>
func.func @before(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.tanh %1 : tensor<4xf32>
  %2 = sdy.manual_computation(%x) in_shardings=[<@m, [{"x"}]>] out_shardings=[<@m, [{"x"}]>] manual_axes={"x"} (%y: tensor<4xf32>) {
    %1 = stablehlo.negate %y : tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  // expected-error @+1 {{expected non-function type}}
  } : (tensor<-8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

// -----

sdy.mesh @m = <["x"=2]>
func.func @above(%x: tensor<8xf32>, %above: tensor<4xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"x"}]>] out_shardings=[<@m, [{"x"}]>] manual_axes={"x"} (%y: tensor<4xf32>) {
    // expected-error @+1 {{use of undeclared SSA value name}}
    sdy.return %above : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
