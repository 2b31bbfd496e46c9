// RUN: spmd-opt %s --sdy-propagate-sharding-from-func-to-call | FileCheck %s

sdy.mesh @m = <["a"=2, "b"=2]>

// CHECK-LABEL: @main
func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: call @f(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>, <@m, [{?}]>]>}
  %0:2 = call @f(%x) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  // CHECK: call @f(%0#0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"b"}]>, <@m, [{}]>]>}
  %1:2 = call @f(%0#0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"b"}]>, <@m, [{}]>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  // CHECK: call @unsharded(%1#0) :
  %2 = call @unsharded(%1#0) : (tensor<8xf32>) -> tensor<8xf32>
  return %1#1, %2 : tensor<8xf32>, tensor<8xf32>
}

func.func private @f(%x: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, tensor<8xf32>) {
  return %x, %x : tensor<8xf32>, tensor<8xf32>
}

func.func private @unsharded(%x: tensor<8xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}
