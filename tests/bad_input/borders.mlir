// RUN: split-file %s %t
// RUN: %python %S/Inputs/ends_with.py 2 spmd-run %t/argument.mlir --random-args=1 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// ARGUMENT: argument.mlir:3:1: error: argument 0 is unreduced over "x"; partial sums cannot cross the border of the program
// ARGUMENT: argument.mlir:3:17: note: argument 0 is 'tensor<8xf32>'
// RUN: %python %S/Inputs/ends_with.py 2 spmd-run %t/result.mlir --random-args=1 2>&1 | FileCheck %s --check-prefix=RESULT
// RESULT: result.mlir:3:1: error: result 0 is unreduced over "x"; partial sums cannot cross the border of the program
// RUN: spmd-opt %t/tanh.mlir --spmd-pipeline=stop-after=optimize -o %t/optimized.mlir
// RUN: %python %S/Inputs/ends_with.py 2 spmd-run %t/optimized.mlir --random-args=1 2>&1 | FileCheck %s --check-prefix=AGAIN
// AGAIN: error: 'spmd.fusion' op is made by stage optimize; a program that went through it cannot be compiled once more (what stage partition leaves can)
// RUN: spmd-opt %t/tanh.mlir --spmd-pipeline=stop-after=parse | FileCheck %s --check-prefix=PARSE
// PARSE: sdy.sharding_constraint

// A program that went through partition states its borders itself: seven rows fit into two shards of four, nine do not.
// RUN: sed 's/ROWS/7/' %t/partitioned.mlir > %t/seven.mlir
// RUN: spmd-run %t/seven.mlir --random-args=1 --check-against-sequential
// RUN: sed 's/ROWS/9/' %t/partitioned.mlir > %t/nine.mlir
// RUN: %python %S/Inputs/ends_with.py 2 spmd-run %t/nine.mlir --random-args=1 2>&1 | FileCheck %s --check-prefix=NINE
// NINE: error: has dim 0 of size 4 at its border; 2 shards of a global size 9 do not fit
// RUN: sed 's/ROWS/-6/' %t/partitioned.mlir > %t/negative.mlir
// RUN: %python %S/Inputs/ends_with.py 2 spmd-run %t/negative.mlir --random-args=1 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: error: has a spmd.sharding attribute with a negative size

//--- argument.mlir
sdy.mesh @mesh = <["x"=2]>

func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = stablehlo.tanh %a : tensor<8xf32>
  return %0 : tensor<8xf32>
}

//--- result.mlir
sdy.mesh @mesh = <["x"=2]>

func.func @main(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}) {
  %0 = stablehlo.tanh %a : tensor<8xf32>
  return %0 : tensor<8xf32>
}

//--- tanh.mlir
sdy.mesh @mesh = <["x"=2]>

func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.sharding_constraint %a <@mesh, [{"x"}]> : tensor<8xf32>
  %1 = stablehlo.tanh %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}

//--- partitioned.mlir
func.func @main(%a: tensor<4xf32> {spmd.sharding = {axes = ["x"], dims = [["x"]], shape = array<i64: ROWS>, sizes = array<i64: 2>}})
    -> (tensor<4xf32> {spmd.sharding = {axes = ["x"], dims = [["x"]], shape = array<i64: ROWS>, sizes = array<i64: 2>}}) {
  %0 = stablehlo.tanh %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
