// A reducer has a constant that its surroundings have, too. What is equal in a kernel becomes one, here the two additions, unless then a
// reducer reads from outside, which no kernel can do.
// RUN: spmd-run %s --no-run --no-cache
// RUN: spmd-opt %s --spmd-pipeline=stop-after=optimize | FileCheck %s
// CHECK: reducer(%[[A:.*]]: tensor<f32>, %{{.*}}: tensor<f32>)
// CHECK-NEXT: %[[ZERO:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: stablehlo.compare NE, %[[A]], %[[ZERO]]
func.func @main(%x: tensor<17x40xf32>) -> tensor<17x40xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r = stablehlo.reduce(%x init: %z) across dimensions = [1] : (tensor<17x40xf32>, tensor<f32>) -> tensor<17xf32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %zz = stablehlo.constant dense<0.0> : tensor<f32>
    %p = stablehlo.compare NE, %a, %zz, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %s = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f32>
    stablehlo.return %s : tensor<f32>
  }
  %rb = stablehlo.broadcast_in_dim %r, dims = [0] : (tensor<17xf32>) -> tensor<17x40xf32>
  %t = stablehlo.add %x, %rb : tensor<17x40xf32>
  %u = stablehlo.reduce(%t init: %m) applies stablehlo.maximum across dimensions = [1] : (tensor<17x40xf32>, tensor<f32>) -> tensor<17xf32>
  %ub = stablehlo.broadcast_in_dim %u, dims = [0] : (tensor<17xf32>) -> tensor<17x40xf32>
  %v = stablehlo.subtract %t, %ub : tensor<17x40xf32>
  return %v : tensor<17x40xf32>
}
