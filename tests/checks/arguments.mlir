// Checks of a program that takes arguments, on two devices: what the user gives comes first, and results of the program
// are those that it names.
// RUN: %python %source/tests/bad_input/Inputs/make_npz.py %t.npz arg0=4 out0=4
// RUN: spmd-run %s --args=%t.npz --check
// RUN: %if mpi %{ %mpirun -n 2 spmd-run %s --args=%t.npz --check %}
// RUN: %python %source/tests/bad_input/Inputs/ends_with.py 1 spmd-run %s --random-args=1 2>&1 | FileCheck %s
// RUN: %if mpi %{ %python %source/tests/bad_input/Inputs/ends_with.py 1 %mpirun -n 2 spmd-run %s --random-args=1 2>&1 | FileCheck %s %}

// CHECK: arguments.mlir:[[#@LINE+6]]:3: error: 'check.expect_eq' op does not hold: element [0] is
sdy.mesh @mesh = <["data"=2]>
func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}]>})
    -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}]>}) {
  %zeros = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = stablehlo.tanh %x : tensor<4xf32>
  check.expect_eq %0, %zeros : tensor<4xf32>
  return %0 : tensor<4xf32>
}
