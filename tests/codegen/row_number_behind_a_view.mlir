// A row that a trip writes stands behind the view that its number is, although the view stands further up in the text.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
func.func @main(%W: tensor<64x64xf32>, %M: tensor<16x64x64xf32>, %h0: tensor<1x64xf32>, %s0: tensor<16x64xf32>, %i0: tensor<1xi32>, %zeros: tensor<16x64xf32>) -> (tensor<1x64xf32>, tensor<16x64xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %one1 = stablehlo.constant dense<1> : tensor<1xi32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %0:4 = stablehlo.while(%i = %zero, %h = %h0, %s = %s0, %at = %i0) : tensor<i32>, tensor<1x64xf32>, tensor<16x64xf32>, tensor<1xi32>
    cond {
      %p = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %o = stablehlo.add %at, %one1 : tensor<1xi32>
      %v = stablehlo.reshape %o : (tensor<1xi32>) -> tensor<i32>
      %r = stablehlo.tanh %h : tensor<1x64xf32>
      %d1 = stablehlo.dot_general %r, %W, contracting_dims = [1] x [0] : (tensor<1x64xf32>, tensor<64x64xf32>) -> tensor<1x64xf32>
      %c = stablehlo.convert %o : (tensor<1xi32>) -> tensor<1xf32>
      %cb = stablehlo.broadcast_in_dim %c, dims = [0] : (tensor<1xf32>) -> tensor<1x64xf32>
      %g = stablehlo.add %d1, %cb : tensor<1x64xf32>
      %ds = stablehlo.dynamic_slice %M, %v, %zero, %zero, sizes = [1, 64, 64] : (tensor<16x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x64xf32>
      %dr = stablehlo.reshape %ds : (tensor<1x64x64xf32>) -> tensor<64x64xf32>
      %d2 = stablehlo.dot_general %g, %dr, contracting_dims = [1] x [0] : (tensor<1x64xf32>, tensor<64x64xf32>) -> tensor<1x64xf32>
      %t = stablehlo.dynamic_update_slice %s, %r, %v, %zero : (tensor<16x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<16x64xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %d2, %t, %o : tensor<i32>, tensor<1x64xf32>, tensor<16x64xf32>, tensor<1xi32>
    }
  return %0#1, %0#2 : tensor<1x64xf32>, tensor<16x64xf32>
}
