// All rows of a stack are results of their own, and one of them is read beside: its row of the second stack is computed again from it.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
func.func @main(%x: tensor<1x8xf32>, %w: tensor<8x8xf32>) -> (tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %f = stablehlo.constant dense<0.0> : tensor<f32>
  %e = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<3x1x8xf32>
  %0:4 = stablehlo.while(%i = %c0, %h = %x, %s = %e, %t = %e) : tensor<i32>, tensor<1x8xf32>, tensor<3x1x8xf32>, tensor<3x1x8xf32>
    cond {
      %p = stablehlo.compare LT, %i, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %m = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<1x8xf32>, tensor<8x8xf32>) -> tensor<1x8xf32>
      %a = stablehlo.tanh %m : tensor<1x8xf32>
      %ar = stablehlo.reshape %a : (tensor<1x8xf32>) -> tensor<1x1x8xf32>
      %s1 = stablehlo.dynamic_update_slice %s, %ar, %i, %c0, %c0 : (tensor<3x1x8xf32>, tensor<1x1x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x1x8xf32>
      %b = stablehlo.negate %a : tensor<1x8xf32>
      %br = stablehlo.reshape %b : (tensor<1x8xf32>) -> tensor<1x1x8xf32>
      %t1 = stablehlo.dynamic_update_slice %t, %br, %i, %c0, %c0 : (tensor<3x1x8xf32>, tensor<1x1x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x1x8xf32>
      %j = stablehlo.add %i, %c1 : tensor<i32>
      stablehlo.return %j, %a, %s1, %t1 : tensor<i32>, tensor<1x8xf32>, tensor<3x1x8xf32>, tensor<3x1x8xf32>
    }
  %q0 = stablehlo.slice %0#2 [0:1, 0:1, 0:8] : (tensor<3x1x8xf32>) -> tensor<1x1x8xf32>
  %q1 = stablehlo.slice %0#2 [1:2, 0:1, 0:8] : (tensor<3x1x8xf32>) -> tensor<1x1x8xf32>
  %q2 = stablehlo.slice %0#2 [2:3, 0:1, 0:8] : (tensor<3x1x8xf32>) -> tensor<1x1x8xf32>
  %r0 = stablehlo.reshape %q0 : (tensor<1x1x8xf32>) -> tensor<1x8xf32>
  %r1 = stablehlo.reshape %q1 : (tensor<1x1x8xf32>) -> tensor<1x8xf32>
  %r2 = stablehlo.reshape %q2 : (tensor<1x1x8xf32>) -> tensor<1x8xf32>
  %k = stablehlo.slice %0#3 [1:2, 0:1, 0:8] : (tensor<3x1x8xf32>) -> tensor<1x1x8xf32>
  %l = stablehlo.reshape %k : (tensor<1x1x8xf32>) -> tensor<1x8xf32>
  %n = stablehlo.cosine %l : tensor<1x8xf32>
  return %r0, %r1, %r2, %n : tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>
}
