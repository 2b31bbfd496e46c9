// RUN: spmd-opt %s --sdy-user-priority-propagate=debug-sharding-origins=true | FileCheck %s --check-prefix=ORIGINS
// RUN: spmd-opt %s --sdy-basic-propagate=debug-propagation-edge-sharding=true | FileCheck %s --check-prefix=EDGES
// RUN: spmd-opt %s --sdy-user-priority-propagate='debug-sharding-origins=true debug-propagation-edge-sharding=true' --sdy-remove-propagation-debug-info | FileCheck %s --check-prefix=REMOVED

sdy.mesh @m = <["a"=2, "b"=2, "c"=2]>

// ORIGINS: %arg0: {{.*}}sdy.sharding_origins = {a = "self", c = "output: 1"}}, %arg1: {{.*}}{a = "input: 0", c = "output: 1"}}, %arg2: {{.*}}{b = "self", c = "output: 1"}})
// ORIGINS-SAME: sdy.sharding_origins = {b = "constraint_0", c = ": 0"}}, {{.*}}sdy.sharding_origins = {a = "input: 0", c = "self"}})
// EDGES: (tensor<8x8xf32> {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"c" = operand-0 -> [result-0]}]}, {step-1 = [{"c" = result-0 -> [operand-0]}]}, {step-10 = [{"b" = operand-0 -> [result-0]}]}, {step-11 = [{"a" = operand-0 -> [result-0]}]}]>
// REMOVED-NOT: sharding_origins
// REMOVED-NOT: propagation_edges
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", ?}, {?}]>}, %y: tensor<8x8xf32>,
                %w: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"b", ?}]>})
    -> (tensor<8x8xf32>, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"c", ?}]>}) {
  // ORIGINS: stablehlo.add {{.*}}sdy.sharding_origins = [{a = "input: 0", c = "output: 1"}]
  // EDGES: stablehlo.add {{.*}}<[{step-2 = [{"a" = operand-0 -> [operand-1, result-0]}]}, {step-9 = [{"c" = result-0 -> [operand-0, operand-1]}]}]>
  %0 = stablehlo.add %x, %y : tensor<8x8xf32>
  // ORIGINS: stablehlo.dot {{.*}}sdy.sharding_origins = [{b = "constraint_0", c = ": 0"}]
  // EDGES: stablehlo.dot {{.*}}<[{step-3 = [{"a" = operand-0 -> [result-0]}, {"b" = operand-1 -> [result-0]}]}, {step-8 = [{"c" = operand-0 -> [operand-1]}]}]>
  %1 = stablehlo.dot %0, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  // ORIGINS: sdy.sharding_constraint {{.*}}sdy.sharding_origin_name = "constraint_0", sdy.sharding_origins = {b = "self", c = ": 0"}
  // EDGES: sdy.sharding_constraint {{.*}}<[{step-4 = [{"a" = operand-0 -> [result-0]}]}]>
  %2 = sdy.sharding_constraint %1 <@m, [{?}, {"b", ?}]> : tensor<8x8xf32>
  // EDGES: stablehlo.tanh {{.*}}<[{step-5 = [{"a" = operand-0 -> [result-0]}, {"b" = operand-0 -> [result-0]}]}]>
  %3 = stablehlo.tanh %2 : tensor<8x8xf32>
  // EDGES: stablehlo.negate {{.*}}<[{step-6 = [{"b" = operand-0 -> [result-0]}]}]>
  %4 = stablehlo.negate %3 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"c", ?}, {?}]>]>} : tensor<8x8xf32>
  // ORIGINS: stablehlo.abs {{.*}}sdy.sharding_origins = [{a = "input: 0", c = "output: 1"}]
  // EDGES: stablehlo.abs {{.*}}<[{step-7 = [{"a" = operand-0 -> [result-0]}, {"c" = result-0 -> [operand-0]}]}]>
  %5 = stablehlo.abs %0 : tensor<8x8xf32>
  return %4, %5 : tensor<8x8xf32>, tensor<8x8xf32>
}
