// A rule states the sizes of its factors, whatever the tensors are: which operand an axis came from does not depend on them.
// RUN: spmd-opt %s --explain=all | FileCheck %s
// CHECK: %1 = stablehlo.tanh {{.*}}
// CHECK: dim 0 over "a"

sdy.mesh @m = <["a"=2]>
func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", ?}]>}) {
  %0 = stablehlo.abs %arg0 : tensor<8xf32>
  %1 = stablehlo.tanh %0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=-1}>} : tensor<8xf32>
  return %1 : tensor<8xf32>
}
