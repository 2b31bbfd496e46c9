// RUN: spmd-opt %s --spmd-pipeline=stop-after=partition | FileCheck %s
// RUN: spmd-run %s --random-args=1 --check-against-sequential

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2, "d"=2]>

// A reshard of a body is one permutation along the free axes. Devices that differ in the manual axis c (the second last: device 2 is
// c = 1) hold different values, so nothing is sent between them.
// CHECK: "stablehlo.collective_permute"
// CHECK-SAME{LITERAL}: dense<[[0, 0], [1, 4], [2, 2], [3, 6], [4, 8], [5, 12], [6, 10], [7, 14], [8, 1], [9, 5], [10, 3], [11, 7], [12, 9], [13, 13], [14, 11], [15, 15]]>
func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"c", "b", "d"}, {}]>] out_shardings=[<@mesh, [{"c", "a", "b"}, {}]>]
      manual_axes={"c"} (%p: tensor<4x8xf32>) {
    %1 = sdy.sharding_constraint %p <@mesh, [{"b", "d"}, {}]> : tensor<4x8xf32>
    %2 = stablehlo.tanh %1 : tensor<4x8xf32>
    %3 = sdy.sharding_constraint %2 <@mesh, [{"a", "b"}, {}]> : tensor<4x8xf32>
    sdy.return %3 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
