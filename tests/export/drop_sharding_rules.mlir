// RUN: spmd-opt %s --sdy-drop-sharding-rules | FileCheck %s

sdy.mesh @m = <["a"=2]>

// Rules that the user wrote stay: they are custom. Shardings are no rules.
// CHECK-LABEL: @main(
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: stablehlo.abs %arg0 : tensor<8xf32>
  // CHECK-NEXT: stablehlo.custom_call @foo(%0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}, custom>}
  // CHECK-NEXT: stablehlo.tanh %1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>}
  // CHECK-NEXT: return
  %0 = stablehlo.abs %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
  %1 = stablehlo.custom_call @foo(%0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}, custom>} : (tensor<8xf32>) -> tensor<8xf32>
  %2 = stablehlo.tanh %1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
  return %2 : tensor<8xf32>
}
