// The propagation passes save the module in a folder that they make.
// RUN: rm -rf %t && mkdir %t && spmd-opt %s --sdy-basic-propagate="module-dump-directory=%t/made" | FileCheck %s
// RUN: cat %t/made/*.mlir | FileCheck %s
// RUN: touch %t/file && not spmd-opt %s --sdy-basic-propagate="module-dump-directory=%t/file/inner" 2>&1 | FileCheck %s --check-prefix=BAD

sdy.mesh @m = <["a"=2]>
// BAD: error: the module cannot be saved in '{{.*}}/file/inner': Not a directory
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", ?}]>}) -> tensor<8xf32> {
  // CHECK: stablehlo.tanh %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", ?}]>]>}
  %0 = stablehlo.tanh %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}
