// RUN: %python %S/Inputs/ends_with.py 2 spmd-run %s --random-args=1 2>&1 | FileCheck %s

// CHECK: error: 'func.func' op argument 0: the sharding #sdy.sharding<@mesh, [{"batch"}]> names axis "batch", but its mesh has only "data"
sdy.mesh @mesh = <["data"=2]>
func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"batch"}]>}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
