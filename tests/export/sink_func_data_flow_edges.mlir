// RUN: spmd-opt %s --sdy-sink-func-data-flow-edges | FileCheck %s

sdy.mesh @m = <["a"=2, "b"=2]>

// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[R:.*]]:2 = call @f(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"b"}]>, <@m, [{?}]>]>}
// CHECK-NEXT: return %[[R]]#0, %[[R]]#1
func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0:2 = call @f(%x) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  %1 = sdy.func_data_flow_edge %0#0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"b"}]>]>} : tensor<8xf32>
  %2 = sdy.func_data_flow_edge %0#1 : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func private @f
// CHECK-SAME: (%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", ?}]>})
// CHECK-NEXT: return %arg0, %arg0
func.func private @f(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = sdy.func_data_flow_edge %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", ?}]>]>} : tensor<8xf32>
  return %0, %0 : tensor<8xf32>, tensor<8xf32>
}
