// RUN: spmd-opt %s --sdy-user-priority-propagate | FileCheck %s
// Borders of a named computation that got no edges lose their priorities as all other shardings do.

sdy.mesh @m = <["a"=2]>
// CHECK: sdy.named_computation<"f">(%arg0) in_shardings=[<@m, [{"a", ?}]>] out_shardings=[<@m, [{?}]>]
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.named_computation<"f">(%x) in_shardings=[<@m, [{"a", ?}p1]>] out_shardings=[<@m, [{?}p2]>] (%y: tensor<8xf32>) {
    sdy.return %y : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
