// RUN: spmd-opt %s --sdy-drop-sharding-rules | FileCheck %s --check-prefix=RULES
// RUN: spmd-opt %s --sdy-remove-propagation-debug-info --sdy-drop-sharding-and-mesh | FileCheck %s --check-prefix=SHARDINGS
// RUN: spmd-opt %s --sdy-remove-propagation-debug-info | FileCheck %s --check-prefix=DEBUG
// RUN: spmd-opt %s --sdy-inline-meshes | FileCheck %s --check-prefix=INLINE

// RULES: sdy.mesh
// SHARDINGS-NOT: sdy.mesh
// INLINE-NOT: sdy.mesh
sdy.mesh @m = <["a"=2, "b"=2]>

// RULES-LABEL: @main
// SHARDINGS-LABEL: @main
// SHARDINGS-NOT: sdy.sharding =
// DEBUG: @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>})
// INLINE: @main(%arg0: tensor<8xf32> {{{.*}}sdy.sharding = #sdy.sharding<mesh<["a"=2, "b"=2]>, [{"a"}]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>, sdy.sharding_origins = {a = "self"}}) -> tensor<8xf32> {
  // RULES: stablehlo.abs %arg0 : tensor<8xf32>
  %0 = stablehlo.abs %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
  // RULES: custom_call @foo(%0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}, custom>}
  %1 = stablehlo.custom_call @foo(%0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}, custom>} : (tensor<8xf32>) -> tensor<8xf32>
  // DEBUG: stablehlo.negate %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : tensor<8xf32>
  // INLINE: stablehlo.negate {{.*}}<[<mesh<["a"=2, "b"=2]>, [{"a"}]>]>
  %2 = stablehlo.negate %1 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>, sdy.sharding_origins = [{a = "input: 0"}]} : tensor<8xf32>
  return %2 : tensor<8xf32>
}
