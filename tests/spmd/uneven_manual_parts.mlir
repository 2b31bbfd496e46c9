// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Borders of manual computations whose sizes do not divide get shorter axes, which must not cut an axis where nothing nests with other cuts:
// 9 rows would take 3 of the 6, but another result takes 2.
// RUN: spmd-run --check-against-sequential --random-args=1 %s
sdy.mesh @mesh = <["a"=2, "b"=6]>
func.func @main(%x: tensor<18xf32>, %y: tensor<4xf32>) -> (tensor<18xf32>, tensor<4xf32>) {
  %0:2 = sdy.manual_computation(%x, %y) in_shardings=[<@mesh, [{"a", "b"}]>, <@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>, <@mesh, [{"a", "b":(1)2}]>]
      manual_axes={"a"} (%p: tensor<9xf32>, %q: tensor<2xf32>) {
    %1 = stablehlo.sine %p : tensor<9xf32>
    %2 = stablehlo.cosine %q : tensor<2xf32>
    sdy.return %1, %2 : tensor<9xf32>, tensor<2xf32>
  } : (tensor<18xf32>, tensor<4xf32>) -> (tensor<18xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<18xf32>, tensor<4xf32>
}
