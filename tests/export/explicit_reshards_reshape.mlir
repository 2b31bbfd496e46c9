// RUN: spmd-opt %s --sdy-insert-explicit-reshards=enable-full-version=true | FileCheck %s
// A reshape whose axes fit no factor deals them to the factors again, in the order of the axes.

sdy.mesh @m = <["x"=2, "y"=3, "z"=4]>

// 3 does not divide 2, so y splits the 24 and x the 2.
// CHECK-LABEL: @axes_are_dealt_again
func.func @axes_are_dealt_again(%a: tensor<2x24xf32>) -> (tensor<48xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x"}]>}) {
  // CHECK-NEXT: %[[A:.*]] = sdy.reshard %arg0 <@m, [{"x"}, {"y"}]>
  // CHECK-NEXT: %[[R:.*]] = stablehlo.reshape %[[A]] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x", "y"}]>]>}
  // CHECK-NEXT: sdy.reshard %[[R]] <@m, [{"y", "x"}]>
  %0 = stablehlo.reshape %a {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"y", "x"}]>]>} : (tensor<2x24xf32>) -> tensor<48xf32>
  return %0 : tensor<48xf32>
}

// x splits only a part of the 32, so no sharding of the result has y.
// CHECK-LABEL: @what_no_sharding_has_is_dropped
func.func @what_no_sharding_has_is_dropped(%a: tensor<32x24xf32>) -> (tensor<768xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x"}]>}) {
  // CHECK-NEXT: %[[A:.*]] = sdy.reshard %arg0 <@m, [{"x"}, {}]>
  // CHECK-NEXT: stablehlo.reshape %[[A]] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>}
  %0 = stablehlo.reshape %a {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"y", "x"}]>]>} : (tensor<32x24xf32>) -> tensor<768xf32>
  return %0 : tensor<768xf32>
}

// The last factor takes the rest.
// CHECK-LABEL: @the_last_factor_takes_the_rest
func.func @the_last_factor_takes_the_rest(%a: tensor<6xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}]>})
    -> (tensor<2x3xf32> {sdy.sharding = #sdy.sharding<@m, [{"z"}, {"y"}]>}) {
  // CHECK-NEXT: %[[A:.*]] = sdy.reshard %arg0 <@m, [{"z", "y"}]>
  // CHECK-NEXT: stablehlo.reshape %[[A]] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"z":(1)2}, {"z":(2)2, "y"}]>]>}
  %0 = stablehlo.reshape %a {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"z"}, {"y"}]>]>} : (tensor<6xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
