// A row that a trip writes stands behind the view that its number is, although the view stands further up in the text. The matrices are so large that matmuls stand between the kernels.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
func.func @main(%w: tensor<512x512xf32>, %m: tensor<7x512x512xf32>, %h0: tensor<1x512xf32>, %s0: tensor<16x512xf32>, %i0: tensor<1xi32>, %zeros: tensor<16x512xf32>) -> (tensor<1x512xf32>, tensor<16x512xf32>) {
  // So that rounding does not grow from trip to trip.
  %small = stablehlo.constant dense<0.04> : tensor<512x512xf32>
  %smalls = stablehlo.constant dense<0.04> : tensor<7x512x512xf32>
  %W = stablehlo.multiply %w, %small : tensor<512x512xf32>
  %M = stablehlo.multiply %m, %smalls : tensor<7x512x512xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %one1 = stablehlo.constant dense<1> : tensor<1xi32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %0:4 = stablehlo.while(%i = %zero, %h = %h0, %s = %s0, %at = %i0) : tensor<i32>, tensor<1x512xf32>, tensor<16x512xf32>, tensor<1xi32>
    cond {
      %p = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %o = stablehlo.add %at, %one1 : tensor<1xi32>
      %v = stablehlo.reshape %o : (tensor<1xi32>) -> tensor<i32>
      %r = stablehlo.tanh %h : tensor<1x512xf32>
      %d1 = stablehlo.dot_general %r, %W, contracting_dims = [1] x [0] : (tensor<1x512xf32>, tensor<512x512xf32>) -> tensor<1x512xf32>
      %c = stablehlo.convert %o : (tensor<1xi32>) -> tensor<1xf32>
      %cb = stablehlo.broadcast_in_dim %c, dims = [0] : (tensor<1xf32>) -> tensor<1x512xf32>
      %g = stablehlo.add %d1, %cb : tensor<1x512xf32>
      %ds = stablehlo.dynamic_slice %M, %v, %zero, %zero, sizes = [1, 512, 512] : (tensor<7x512x512xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x512x512xf32>
      %dr = stablehlo.reshape %ds : (tensor<1x512x512xf32>) -> tensor<512x512xf32>
      %d2 = stablehlo.dot_general %g, %dr, contracting_dims = [1] x [0] : (tensor<1x512xf32>, tensor<512x512xf32>) -> tensor<1x512xf32>
      %t = stablehlo.dynamic_update_slice %s, %r, %v, %zero : (tensor<16x512xf32>, tensor<1x512xf32>, tensor<i32>, tensor<i32>) -> tensor<16x512xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %d2, %t, %o : tensor<i32>, tensor<1x512xf32>, tensor<16x512xf32>, tensor<1xi32>
    }
  return %0#1, %0#2 : tensor<1x512xf32>, tensor<16x512xf32>
}
