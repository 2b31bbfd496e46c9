// A sharding rule of the user that is not true is found, by op and for the whole program: each device reverses its own half.
// RUN: not spmd-opt %s --spmd-verify-partition 2>&1 | FileCheck %s
// RUN: not spmd-opt %s --spmd-verify-partition=level=module 2>&1 | FileCheck %s --check-prefix=MODULE
// CHECK: false_rule.mlir:[[@LINE+5]]:{{.*}} error: means something else when it is partitioned: result 0 on device 0 is wrong at [0]
// MODULE: error: means something else when it is partitioned: result 0 on device 0 is wrong at [0]
sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<8xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> (tensor<8xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  %c = stablehlo.constant dense<(1.0, 2.0)> : tensor<8xcomplex<f32>>
  %0 = stablehlo.reverse %x, dims = [0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}, custom>} : tensor<8xcomplex<f32>>
  %1 = stablehlo.multiply %0, %c : tensor<8xcomplex<f32>>
  return %1 : tensor<8xcomplex<f32>>
}
