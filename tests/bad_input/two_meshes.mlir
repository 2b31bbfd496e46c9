// RUN: %python %S/Inputs/ends_with.py 2 spmd-run %s --random-args=1 2>&1 | FileCheck %s

// CHECK: error: 'func.func' op argument 1 is placed on another mesh than the values before it; one mesh is supported
// CHECK: note: its sharding is #sdy.sharding<@b, [{"y"}]>
sdy.mesh @a = <["x"=2]>
sdy.mesh @b = <["y"=4]>
func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}]>},
                %y: tensor<4xf32> {sdy.sharding = #sdy.sharding<@b, [{"y"}]>}) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  return %0 : tensor<4xf32>
}
