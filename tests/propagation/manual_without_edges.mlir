// RUN: spmd-opt %s --sdy-op-priority-propagate | FileCheck %s
// Without data-flow edges nothing crosses the border of a manual computation, but its arguments have shardings: the free axes of
// in_shardings.

sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  // CHECK: in_shardings=[<@m, [{"x", ?}, {"y", ?}]>] out_shardings=[<@m, [{"x", ?}, {?}]>]
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"x", ?}, {"y", ?}]>] out_shardings=[<@m, [{"x", ?}, {?}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
    // CHECK-NEXT: stablehlo.tanh {{.*}}<@m, [{?}, {"y", ?}]>
    %1 = stablehlo.tanh %arg1 : tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // Backward, the manual axes stay in front.
  // CHECK: in_shardings=[<@m, [{"x", "y", ?}, {?}]>]
  %2 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"x", ?}, {?}]>] out_shardings=[<@m, [{"x", ?}, {?}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
    %3 = stablehlo.tanh %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"y", ?}, {?}]>]>} : tensor<4x8xf32>
    sdy.return %3 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0, %2 : tensor<8x8xf32>, tensor<8x8xf32>
}

// The manual axis that an out_sharding leaves out cannot come back to it from the users.
// CHECK-LABEL: @manual_axes_stay_out
// CHECK: out_shardings=[<@m, [{"y", ?}], replicated={"x"}>]
func.func private @manual_axes_stay_out() -> tensor<8xf32> {
  %0 = sdy.manual_computation() in_shardings=[] out_shardings=[<@m, [{?}]>] manual_axes={"x"} () {
    %1 = stablehlo.constant dense<0.0> : tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : () -> tensor<8xf32>
  %2 = stablehlo.tanh %0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"y", "x", ?}]>]>} : tensor<8xf32>
  return %2 : tensor<8xf32>
}
