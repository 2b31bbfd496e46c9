// RUN: %python %S/Inputs/ends_with.py 2 spmd-run %s --random-args=1 2>&1 | FileCheck %s

// CHECK: error: 'func.func' op argument 0: the sharding #sdy.sharding<@mesh, [{"batch"}]> names axis "batch", but its mesh has only "data"
// CHECK: unknown_axis.mlir:[[#]]:17: note: argument 0 is 'tensor<4xf32>'
// CHECK: unknown_axis.mlir:[[#]]:1: note: @mesh is #sdy.mesh<["data"=2]>
sdy.mesh @mesh = <["data"=2]>
func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"batch"}]>}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
