// RUN: spmd-opt %s --spmd-pipeline=stop-after=partition --split-input-file | FileCheck %s
// RUN: split-file %s %t
// RUN: spmd-run %t/turned.mlir --random-args=1 --check-against-sequential
// RUN: spmd-run %t/moved.mlir --random-args=1 --check-against-sequential

// Placements over so many axes that the search for the cheapest plan gives up: a plan without a search is taken.

//--- turned.mlir
// CHECK-LABEL: func.func @main
// CHECK-COUNT-1: "stablehlo.collective_permute"
// CHECK-NOT: "stablehlo.all_gather"
sdy.mesh @mesh = <["x0"=2, "x1"=2, "x2"=2, "x3"=2, "x4"=2, "x5"=2, "x6"=2, "x7"=2]>
func.func @main(%x: tensor<256x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7"}, {}]>})
    -> (tensor<256x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x7", "x6", "x5", "x4", "x3", "x2", "x1", "x0"}, {}]>}) {
  %0 = stablehlo.sine %x : tensor<256x4xf32>
  return %0 : tensor<256x4xf32>
}

// -----

//--- moved.mlir
// CHECK-LABEL: func.func @main
sdy.mesh @mesh = <["x0"=2, "x1"=2, "x2"=2, "x3"=2, "x4"=2, "x5"=2, "x6"=2, "x7"=2]>
func.func @main(%x: tensor<256x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x0", "x1", "x2", "x3", "x4"}, {"x5", "x6", "x7"}]>})
    -> (tensor<256x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x0", "x7", "x3"}, {"x6", "x5", "x1", "x4", "x2"}]>}) {
  %0 = stablehlo.sine %x : tensor<256x256xf32>
  return %0 : tensor<256x256xf32>
}
