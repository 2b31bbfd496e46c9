// RUN: %python %S/Inputs/ends_with.py 2 spmd-run %s --random-args=1 2>&1 | FileCheck %s

// CHECK: error: uses mesh @b of 4 devices beside mesh @a of 2; the meshes of a program have the same devices
// CHECK: note: @a is #sdy.mesh<["x"=2]>
// CHECK: note: @b is #sdy.mesh<["y"=4]>
sdy.mesh @a = <["x"=2]>
sdy.mesh @b = <["y"=4]>
func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}]>},
                %y: tensor<4xf32> {sdy.sharding = #sdy.sharding<@b, [{"y"}]>}) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  return %0 : tensor<4xf32>
}
