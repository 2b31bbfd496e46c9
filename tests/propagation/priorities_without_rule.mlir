// Priorities go, also those of a reshard whose only reader has no rule.
// RUN: spmd-opt %s --sdy-user-priority-propagate | FileCheck %s
sdy.mesh @m = <["y"=2, "x"=4]>
// CHECK-LABEL: func.func @main
func.func @main(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.abs %a : tensor<8x8xf32>
  // CHECK: sdy.reshard %{{.*}} <@m, [{}, {"y"}]>
  %1 = sdy.reshard %0 <@m, [{}, {"y"}p1]> : tensor<8x8xf32>
  %token = stablehlo.create_token : !stablehlo.token
  %2 = "stablehlo.outfeed"(%1, %token) <{outfeed_config = ""}> : (tensor<8x8xf32>, !stablehlo.token) -> !stablehlo.token
  return %0 : tensor<8x8xf32>
}
