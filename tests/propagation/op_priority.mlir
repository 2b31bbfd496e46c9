// RUN: spmd-opt %s --sdy-op-priority-propagate | FileCheck %s
// RUN: spmd-opt %s --sdy-op-priority-propagate=run-op-priority-propagation=false | FileCheck %s --check-prefix=FLAT

sdy.mesh @mesh = <["a"=2]>

// The product is elementwise and comes first: %r gets its rows from %c before the dot can give it columns.
// CHECK-LABEL: @main(
// CHECK: stablehlo.dot {{.*}}<@mesh, [{"a", ?}, {?}]>
// FLAT: stablehlo.dot {{.*}}<@mesh, [{?}, {"a", ?}]>
func.func @main(%l: tensor<8x8xf32>, %r: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"a", ?}]>}, %c: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.dot %l, %r : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.add %0, %c : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
