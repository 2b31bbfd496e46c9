// What every trip of a loop computes alike leaves the loop, if it takes longer than to read it and is no larger.
// RUN: spmd-opt %s --spmd-hoist-invariants | FileCheck %s
// RUN: spmd-run %s --random-args=1 --check-against-sequential

// The function and the matmul of values from outside; the transpose that the matmul reads is copied. The product and the sum stay, and so does the tanh of the broadcast, which is larger than what it is computed from. Its maximum leaves with a
// copy of it.
// CHECK-LABEL: func.func @main
// CHECK-DAG: %[[E:.*]] = stablehlo.exponential %arg0
// CHECK-DAG: %[[T:.*]] = stablehlo.transpose %arg1
// CHECK-DAG: %[[D:.*]] = stablehlo.dot_general %arg0, %[[T]]
// CHECK-DAG: stablehlo.reduce
// CHECK: %[[LOOP:.*]]:2 = stablehlo.while
// CHECK: do {
// CHECK-NOT: stablehlo.exponential %arg0
// CHECK-NOT: stablehlo.dot_general %arg0
// CHECK-NOT: stablehlo.reduce
// CHECK-DAG: stablehlo.multiply %[[E]], %arg0
// CHECK-DAG: stablehlo.add %arg0, %arg0
// CHECK-DAG: stablehlo.broadcast_in_dim %arg2
// CHECK-DAG: stablehlo.tanh %{{.*}} : tensor<64x128x128xf32>
// CHECK: stablehlo.return
func.func @main(%a: tensor<128x128xf32>, %b: tensor<128x128xf32>, %c: tensor<128x128xf32>, %n: tensor<i32>) -> tensor<128x128xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %f = stablehlo.constant dense<0.0> : tensor<f32>
  %0:2 = stablehlo.while(%i = %zero, %h = %c) : tensor<i32>, tensor<128x128xf32>
    cond {
      %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %e = stablehlo.exponential %a : tensor<128x128xf32>
      %m = stablehlo.multiply %e, %a : tensor<128x128xf32>
      %t = stablehlo.transpose %b, dims = [1, 0] : (tensor<128x128xf32>) -> tensor<128x128xf32>
      %d = stablehlo.dot_general %a, %t, contracting_dims = [1] x [0] : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
      %s = stablehlo.add %a, %a : tensor<128x128xf32>
      %w = stablehlo.broadcast_in_dim %c, dims = [1, 2] : (tensor<128x128xf32>) -> tensor<64x128x128xf32>
      // Larger than what it is computed from.
      %l = stablehlo.tanh %w : tensor<64x128x128xf32>
      %r = stablehlo.reduce(%l init: %f) applies stablehlo.maximum across dimensions = [0] : (tensor<64x128x128xf32>, tensor<f32>) -> tensor<128x128xf32>
      %x = stablehlo.add %h, %m : tensor<128x128xf32>
      %y = stablehlo.add %x, %d : tensor<128x128xf32>
      %z = stablehlo.add %y, %s : tensor<128x128xf32>
      %q = stablehlo.add %z, %r : tensor<128x128xf32>
      %u = stablehlo.tanh %q : tensor<128x128xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %u : tensor<i32>, tensor<128x128xf32>
    }
  return %0#1 : tensor<128x128xf32>
}
