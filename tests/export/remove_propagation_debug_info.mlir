// RUN: spmd-opt %s --sdy-remove-propagation-debug-info | FileCheck %s

sdy.mesh @m = <["a"=2, "b"=2]>

// Origins and steps go, shardings and rules stay.
// CHECK: @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) -> tensor<8xf32>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>, sdy.sharding_origins = {a = "self"}}) -> tensor<8xf32> {
  // CHECK-NEXT: stablehlo.negate %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : tensor<8xf32>
  %0 = stablehlo.negate %x {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>, sdy.sharding_origins = [{a = "input: 0"}]} : tensor<8xf32>
  // CHECK-NEXT: stablehlo.abs %{{.*}} {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>}
  %1 = stablehlo.abs %0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
  return %1 : tensor<8xf32>
}
