// RUN: spmd-opt %s --sdy-user-priority-propagate | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>

// %y comes first, without a priority; what %x wants for p1 is not taken from the result any more.
// CHECK-LABEL: @main(
// CHECK-SAME: %arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {?}]>}
// CHECK-SAME: %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"a", ?}]>}
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p1, {?}]>}, %y: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"a", ?}]>}) -> tensor<8x8xf32> {
  // CHECK: stablehlo.add {{.*}}<@mesh, [{?}, {"a", ?}]>
  %0 = stablehlo.add %x, %y : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
