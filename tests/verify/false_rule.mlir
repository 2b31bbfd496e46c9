// A sharding rule of the user that is not true is found, by op and for the whole program: each device sorts
// its own half only. The wrong result has complex elements.
// RUN: not spmd-opt %s --spmd-verify-partition 2>&1 | FileCheck %s
// RUN: not spmd-opt %s --spmd-verify-partition=level=module 2>&1 | FileCheck %s --check-prefix=MODULE
// CHECK: false_rule.mlir:[[@LINE+5]]:{{.*}} error: means something else when it is partitioned: result 0 on device 0 is wrong at [2]
// MODULE: error: means something else when it is partitioned: result 0 on device 0 is wrong at [2]
sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<8xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, %key: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> (tensor<8xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  %c = stablehlo.constant dense<(1.0, 2.0)> : tensor<8xcomplex<f32>>
  %0:2 = "stablehlo.sort"(%x, %key) <{dimension = 0 : i64}> ({
  ^bb0(%xl: tensor<complex<f32>>, %xr: tensor<complex<f32>>, %l: tensor<f32>, %r: tensor<f32>):
    %less = stablehlo.compare LT, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [i])->([i], [i]) {i=8}, custom>} : (tensor<8xcomplex<f32>>, tensor<8xf32>) -> (tensor<8xcomplex<f32>>, tensor<8xf32>)
  %1 = stablehlo.multiply %0#0, %c : tensor<8xcomplex<f32>>
  return %1 : tensor<8xcomplex<f32>>
}
