// RUN: spmd-opt %s '--sdy-aggressive-propagate=propagation-strategy=basic-then-aggressive' | FileCheck %s

sdy.mesh @mesh = <["a"=1]>

// An axis of size one, too, is on one dim of a value only.
// CHECK-LABEL: @an_axis_of_size_one_is_used_once
// CHECK: stablehlo.dot %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"a", ?}]>]>}
// CHECK: stablehlo.add %0, %arg2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"a", ?}]>]>}
func.func @an_axis_of_size_one_is_used_once(%x: tensor<8x8xf32>, %y: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"a", ?}]>},
    %z: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.dot %x, %y : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.add %0, %z : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
