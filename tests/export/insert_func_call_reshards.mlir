// RUN: spmd-opt %s --sdy-insert-func-call-reshards | FileCheck %s

sdy.mesh @m = <["a"=2, "b"=2]>

// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  // CHECK: %[[A:.*]] = call @f(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>}
  // CHECK-NEXT: %[[B:.*]] = sdy.reshard %[[A]] <@m, [{"b", ?}]>
  %0 = call @f(%x) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"b", ?}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: %[[C:.*]] = call @f
  // CHECK-NEXT: %[[D:.*]] = call @f
  // CHECK-NEXT: %[[E:.*]] = sdy.reshard %[[D]] <@m, [{}]>
  %1 = call @f(%x) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", ?}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  %2 = call @f(%x) : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: %[[F:.*]] = call @unsharded({{.*}}) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>}
  // CHECK-NEXT: %[[G:.*]] = sdy.reshard %[[F]] <@m, [{"a"}]>
  %3 = call @unsharded(%x) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK: return %[[B]], %[[C]], %[[E]], %[[G]]
  return %0, %1, %2, %3 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
func.func private @f(%x: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  return %x : tensor<8xf32>
}
func.func private @unsharded(%x: tensor<8xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}

// CHECK-LABEL: func.func @two_results
func.func @two_results(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: %[[A:.*]]:2 = call @pair(%arg0)
  // CHECK-NEXT: sdy.reshard %[[A]]#1 <@m, [{"a"}]>
  // CHECK-NEXT: sdy.reshard %[[A]]#0 <@m, [{"b"}]>
  %0:2 = call @pair(%x) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"b"}]>, <@m, [{"a"}]>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}
func.func private @pair(%x: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}]>}) {
  return %x, %x : tensor<8xf32>, tensor<8xf32>
}

// A declaration says how its results are placed, too.
// CHECK-LABEL: @calls_a_declaration
func.func @calls_a_declaration(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: %[[C:.*]] = call @declared(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@of_declared, [{"a"}]>]>}
  // CHECK: sdy.reshard %[[C]] <@of_declared, [{}]>
  %0 = call @declared(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
sdy.mesh @of_declared = <["a"=2]>
func.func private @declared(tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@of_declared, [{"a"}]>})
