// A trip of a loop writes the rows of its stacks in the kernel that computes or reads them: residuals here, what a scan gives for each trip
// elsewhere. The write of the state that the trip began with waits until the kernel of the next state, which reads it.
// RUN: spmd-opt %s --spmd-fuse | FileCheck %s
// RUN: spmd-run %s --random-args=3 --check-against-sequential

// One kernel beside the counter: the next state and four rows.
// CHECK: do {
// CHECK: %[[M:.*]] = stablehlo.dot_general
// CHECK-NOT: tensor<12x16x64xf32> {
// CHECK: %{{.*}}:5 = spmd.fusion({{.*}}%[[M]]
// CHECK-COUNT-4: stablehlo.dynamic_update_slice
// CHECK: spmd.yield %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<16x64xf32>, tensor<12x16x64xf32>, tensor<12x16x64xf32>, tensor<12x16x64xf32>, tensor<12x16x64xf32>
// CHECK-NOT: stablehlo.dynamic_update_slice
// CHECK: stablehlo.return
func.func @main(%h0: tensor<16x64xf32>, %w: tensor<64x64xf32>)
    -> (tensor<16x64xf32>, tensor<12x16x64xf32>, tensor<12x16x64xf32>, tensor<12x16x64xf32>, tensor<12x16x64xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c12 = stablehlo.constant dense<12> : tensor<i32>
  %f1 = stablehlo.constant dense<1.0> : tensor<f32>
  %e = stablehlo.broadcast_in_dim %f1, dims = [] : (tensor<f32>) -> tensor<12x16x64xf32>
  %0:6 = stablehlo.while(%i = %c0, %h = %h0, %hs = %e, %zs = %e, %ds = %e, %ns = %e)
      : tensor<i32>, tensor<16x64xf32>, tensor<12x16x64xf32>, tensor<12x16x64xf32>, tensor<12x16x64xf32>, tensor<12x16x64xf32>
    cond {
      %p = stablehlo.compare LT, %i, %c12 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %hr = stablehlo.reshape %h : (tensor<16x64xf32>) -> tensor<1x16x64xf32>
      %hs1 = stablehlo.dynamic_update_slice %hs, %hr, %i, %c0, %c0 : (tensor<12x16x64xf32>, tensor<1x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x16x64xf32>
      %m = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32>
      %z = stablehlo.logistic %m : tensor<16x64xf32>
      %zr = stablehlo.reshape %z : (tensor<16x64xf32>) -> tensor<1x16x64xf32>
      %zs1 = stablehlo.dynamic_update_slice %zs, %zr, %i, %c0, %c0 : (tensor<12x16x64xf32>, tensor<1x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x16x64xf32>
      %one = stablehlo.broadcast_in_dim %f1, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
      %rest = stablehlo.subtract %one, %z : tensor<16x64xf32>
      %d = stablehlo.multiply %z, %rest : tensor<16x64xf32>
      %dr = stablehlo.reshape %d : (tensor<16x64xf32>) -> tensor<1x16x64xf32>
      %ds1 = stablehlo.dynamic_update_slice %ds, %dr, %i, %c0, %c0 : (tensor<12x16x64xf32>, tensor<1x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x16x64xf32>
      %t = stablehlo.tanh %m : tensor<16x64xf32>
      %a = stablehlo.multiply %rest, %h : tensor<16x64xf32>
      %b = stablehlo.multiply %z, %t : tensor<16x64xf32>
      %n = stablehlo.add %a, %b : tensor<16x64xf32>
      %nr = stablehlo.reshape %n : (tensor<16x64xf32>) -> tensor<1x16x64xf32>
      %ns1 = stablehlo.dynamic_update_slice %ns, %nr, %i, %c0, %c0 : (tensor<12x16x64xf32>, tensor<1x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x16x64xf32>
      %j = stablehlo.add %i, %c1 : tensor<i32>
      stablehlo.return %j, %n, %hs1, %zs1, %ds1, %ns1 : tensor<i32>, tensor<16x64xf32>, tensor<12x16x64xf32>, tensor<12x16x64xf32>, tensor<12x16x64xf32>, tensor<12x16x64xf32>
    }
  return %0#1, %0#2, %0#3, %0#4, %0#5 : tensor<16x64xf32>, tensor<12x16x64xf32>, tensor<12x16x64xf32>, tensor<12x16x64xf32>, tensor<12x16x64xf32>
}
