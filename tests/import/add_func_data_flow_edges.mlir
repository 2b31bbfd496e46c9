// RUN: spmd-opt %s --sdy-add-func-data-flow-edges | FileCheck %s
// RUN: spmd-opt %s --sdy-add-func-data-flow-edges --sdy-user-priority-propagate | FileCheck %s --check-prefix=PROPAGATED

sdy.mesh @m = <["a"=2, "b"=2]>

// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[R:.*]] = call @f(%arg0)
// CHECK-NEXT: sdy.func_data_flow_edge %[[R]] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{?}, {"b"}]>]>}
// Axes come out of a call's result and go back into its operand.
// PROPAGATED: @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", ?}, {"b", ?}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>})
func.func @main(%x: tensor<8x8xf32>, %y: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = call @f(%x) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{?}, {"b"}]>]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = call @f(%y) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}

// CHECK-LABEL: func.func private @f
// CHECK-NEXT: %[[E:.*]] = sdy.func_data_flow_edge %arg0 : tensor<8x8xf32>
// CHECK-NEXT: stablehlo.abs %[[E]]
// PROPAGATED: sdy.func_data_flow_edge %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", ?}, {"b", ?}]>]>}
func.func private @f(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.abs %x : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// An argument and a result that have an edge get no second one.
// CHECK-LABEL: @edges_stand_once
func.func private @edges_stand_once(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: %[[E:.*]] = sdy.func_data_flow_edge %arg0
  // CHECK-NEXT: stablehlo.abs %[[E]]
  %0 = sdy.func_data_flow_edge %x : tensor<8xf32>
  %1 = stablehlo.abs %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
