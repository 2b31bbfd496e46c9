// RUN: spmd-opt %s --sdy-populate-op-sharding-rules | FileCheck %s
// RUN: spmd-opt %s --sdy-basic-propagate=keep-sharding-rules=true | FileCheck %s
// RUN: spmd-opt %s --sdy-basic-propagate | FileCheck %s --check-prefix=DROPPED

// CHECK-LABEL: @rules
func.func @rules(%l: tensor<4x8xf32>, %r: tensor<8x16xf32>) -> tensor<4x16xf32> {
  // CHECK: stablehlo.dot {{.*}}sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=4, j=16, k=8} reduction={k}>
  // DROPPED-NOT: op_sharding_rule<([i, k]
  %0 = stablehlo.dot %l, %r : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  // CHECK: stablehlo.custom_call @foo(%{{.*}}) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=16}, custom>}
  // DROPPED: stablehlo.custom_call @foo(%{{.*}}) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=16}, custom>}
  %1 = stablehlo.custom_call @foo(%0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=16}, custom>} : (tensor<4x16xf32>) -> tensor<4x16xf32>
  return %1 : tensor<4x16xf32>
}
