// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which ops are partitioned: parts of their names, and numbers among the candidates of the module.
// RUN: spmd-opt %s --sdy-per-instruction-partitioning=filter=tanh,stablehlo.neg | FileCheck %s --check-prefixes=CHECK,NAMES
// RUN: spmd-opt %s --sdy-per-instruction-partitioning=filter=selectLow=1,selectHigh=2 | FileCheck %s --check-prefixes=CHECK,NUMBERS
// RUN: spmd-opt %s --sdy-per-instruction-partitioning="filter=' selectLow=3 , negate'" | FileCheck %s --check-prefixes=CHECK,BOTH
// RUN: spmd-opt %s --sdy-per-instruction-partitioning=filter=selectHigh=0 | FileCheck %s --check-prefixes=CHECK,FIRST
// RUN: spmd-opt %s --sdy-per-instruction-partitioning=filter=nothing | FileCheck %s --check-prefixes=CHECK,NONE

sdy.mesh @m = <["x"=2]>

// CHECK-LABEL: @first
// NAMES: manual_computation
// NAMES: stablehlo.tanh
// NAMES: manual_computation
// NAMES: stablehlo.negate
// NUMBERS-NEXT: stablehlo.tanh
// NUMBERS: manual_computation
// NUMBERS: stablehlo.negate
// BOTH-NOT: manual_computation
// FIRST: manual_computation
// FIRST: stablehlo.tanh
// FIRST-NOT: manual_computation
// NONE-NOT: manual_computation
func.func @first(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.tanh %a {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<8xf32>
  %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<8xf32>
  return %1 : tensor<8xf32>
}
// The numbers go on in the next function. An op without split values has none.
// CHECK-LABEL: @second
// NAMES: stablehlo.abs %arg0
// NAMES-NEXT: manual_computation
// NAMES-NEXT: stablehlo.negate
// NUMBERS: stablehlo.sine
// NUMBERS: manual_computation
// NUMBERS: stablehlo.abs
// NUMBERS-NOT: manual_computation
// BOTH: manual_computation
// BOTH: stablehlo.negate
// NONE-NOT: manual_computation
func.func @second(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}, %b: tensor<4xf32>) -> tensor<8xf32> {
  %s = stablehlo.sine %b : tensor<4xf32>
  %0 = stablehlo.abs %a {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<8xf32>
  %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<8xf32>
  return %1 : tensor<8xf32>
}
