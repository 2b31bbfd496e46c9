// A sharding rule of the user that is not true is found, by op and for the whole program: each device adds up
// its own half from its first element on.
// RUN: not spmd-opt %s --spmd-verify-partition 2>&1 | FileCheck %s
// RUN: not spmd-opt %s --spmd-verify-partition=level=module 2>&1 | FileCheck %s --check-prefix=MODULE
// CHECK: false_rule.mlir:[[@LINE+6]]:{{.*}} error: means something else when it is partitioned: result 0 on device 1 is wrong at [4]
// MODULE: error: means something else when it is partitioned: result 0 on device 1 is wrong at [4]
sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<8xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> (tensor<8xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  %c = stablehlo.constant dense<(1.0, 2.0)> : tensor<8xcomplex<f32>>
  %zero = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[7, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 8>}> ({
  ^bb0(%l: tensor<complex<f32>>, %r: tensor<complex<f32>>):
    %sum = stablehlo.add %l, %r : tensor<complex<f32>>
    stablehlo.return %sum : tensor<complex<f32>>
  }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [])->([i]) {i=8}, custom>} : (tensor<8xcomplex<f32>>, tensor<complex<f32>>) -> tensor<8xcomplex<f32>>
  %1 = stablehlo.multiply %0, %c : tensor<8xcomplex<f32>>
  return %1 : tensor<8xcomplex<f32>>
}
