// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of reductions and the like may use values from outside; they use the device's own after partitioning.
// RUN: rm -rf %t && split-file %s %t
// RUN: spmd-opt %t/whole.mlir --spmd-pipeline=stop-after=partition | FileCheck %s
// RUN: spmd-run %t/whole.mlir --random-args=1 --backend=reference --save=%t/global.npz
// RUN: spmd-opt %t/whole.mlir --spmd-pipeline=stop-after=partition > %t/local.mlir
// RUN: spmd-run %t/local.mlir --random-args=1 --backend=reference --save=%t/local.npz
// RUN: cmp %t/global.npz %t/local.npz
// RUN: not spmd-opt %t/partial.mlir --spmd-pipeline=stop-after=partition 2>&1 | FileCheck %s --check-prefix=PARTIAL
// RUN: not spmd-opt %t/check.mlir --spmd-pipeline=stop-after=partition 2>&1 | FileCheck %s --check-prefix=SPLIT

//--- whole.mlir
// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[X:.*]]: tensor<4x4xf32>{{.*}}, %[[S:.*]]: tensor<f32>
// CHECK: stablehlo.reduce(%[[X]]
// CHECK: stablehlo.maximum {{.*}}, %[[S]]
sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %s: tensor<f32>) -> tensor<8xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    %2 = stablehlo.maximum %1, %s : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

//--- partial.mlir
// PARTIAL: error: {{.*}}has a body that uses a value from outside which is not whole on each device{{.*}}unreduced={"a"}
sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<8x4xf32>, %y: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %y1 = stablehlo.reduce(%y init: %z) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
  %s = sdy.sharding_constraint %y1 <@mesh, [], unreduced={"a"}> : tensor<f32>
  %0 = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    %2 = stablehlo.maximum %1, %s : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

//--- check.mlir
// SPLIT: error: {{.*}}has a body that uses a value from outside which is not whole on each device{{.*}}[{"a"}]
sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<4xui64>, %y: tensor<2xui64>, %init: tensor<ui64>,
                %split: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<4xui64> {
  %0 = "stablehlo.select_and_scatter"(%x, %y, %init) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<ui64>, %b: tensor<ui64>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<ui64>, %b: tensor<ui64>):
    check.expect_almost_eq_const %split, dense<1.0> : tensor<6xf32>
    stablehlo.return %a : tensor<ui64>
  }) : (tensor<4xui64>, tensor<2xui64>, tensor<ui64>) -> tensor<4xui64>
  return %0 : tensor<4xui64>
}
