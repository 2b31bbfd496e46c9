// A library call is read as a person reads it: its op names the routine and its configuration. Where the op does not verify, or no
// routine computes it, the call is refused at its place.
// RUN: spmd-run %s --start-after=kernels --random-args=1 --stats | FileCheck %s
// RUN: sed 's/dimension = 0/dimension = 9/' %s > %t.mlir
// RUN: not spmd-run %t.mlir --start-after=kernels --random-args=1 2>&1 | FileCheck %s --check-prefix=DIM
// RUN: sed '/^\/\//d; s/"stablehlo.sort".*({/stablehlo.tanh %a : tensor<4xf32>/; /bb0/,/})/d' %s > %t.mlir
// RUN: not spmd-run %t.mlir --start-after=kernels --random-args=1 2>&1 | FileCheck %s --check-prefix=OP
// CHECK: 1 library calls
// DIM: library_config.mlir.tmp.mlir:14:12: error: 'stablehlo.sort' op sorts along dim 9 of inputs of rank 1
// OP: library_config.mlir.tmp.mlir:[[#]]:12: error: 'stablehlo.tanh' op is in spmd.library, but no routine of the runtime computes it on these types
module {
  func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = spmd.library(%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
      %1 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
      ^bb0(%l: tensor<f32>, %r: tensor<f32>):
        %2 = stablehlo.compare LT, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %2 : tensor<i1>
      }) : (tensor<4xf32>) -> tensor<4xf32>
      spmd.yield %1 : tensor<4xf32>
    }
    return %0 : tensor<4xf32>
  }
}
