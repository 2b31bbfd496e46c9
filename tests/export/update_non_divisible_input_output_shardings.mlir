// RUN: spmd-opt %s --sdy-update-non-divisible-input-output-shardings | FileCheck %s

sdy.mesh @m = <["x"=2, "y"=4]>

// CHECK-LABEL: @longest_part_that_divides
// CHECK-SAME: %arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y":(1)2}]>}
// CHECK-SAME: %arg1: tensor<3xf32> {sdy.sharding = #sdy.sharding<@m, [{?}]>}
// CHECK-SAME: %arg2: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}p1]>}
// CHECK-SAME: -> (tensor<6xf32> {sdy.sharding = #sdy.sharding<@m, [{"y":(1)2}]>}
func.func @longest_part_that_divides(
    %a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}p1]>},
    %b: tensor<3xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}p0]>},
    %c: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}p1]>}
    ) -> (tensor<6xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x"}]>}, tensor<4xf32>) {
  // CHECK: call @f({{.*}}) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>}
  %0 = call @f(%c) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x", "y"}]>]>} : (tensor<8xf32>) -> tensor<6xf32>
  // Values inside a function are left alone.
  // CHECK: stablehlo.abs {{.*}}[{"x", "y"}]
  %1 = stablehlo.abs %0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x", "y"}]>]>} : tensor<6xf32>
  // CHECK: sdy.manual_computation(%arg0) in_shardings=[<@m, [{"x", "y":(1)2}]>] out_shardings=[<@m, [{"x", "y":(1)2}]>]
  %2 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x", "y"}]>] out_shardings=[<@m, [{"x", "y"}]>] manual_axes={"x"} (%l: tensor<2xf32>) {
    sdy.return %l : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %1, %2 : tensor<6xf32>, tensor<4xf32>
}

func.func private @f(%x: tensor<8xf32>) -> tensor<6xf32> {
  %0 = stablehlo.slice %x [0:6] : (tensor<8xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
