// Rows whose numbers wrap in the type of their index are not one for each trip: the others keep what the loop begins with.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
func.func @main(%u: tensor<2x8xf32>, %v: tensor<10x4xf32>) -> (tensor<2x8xf32>, tensor<300x4xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<ui32>
  %c1 = stablehlo.constant dense<1> : tensor<ui32>
  %c2 = stablehlo.constant dense<2> : tensor<ui32>
  %c3 = stablehlo.constant dense<3> : tensor<ui32>
  %f = stablehlo.constant dense<3.0> : tensor<f32>

  // i - 2 is a large number for i = 0 and 1, so row 0 is written twice.
  %e = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
  %0:2 = stablehlo.while(%i = %c0, %a = %e) : tensor<ui32>, tensor<2x8xf32>
    cond {
      %p = stablehlo.compare LT, %i, %c2 : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %d = stablehlo.subtract %i, %c2 : tensor<ui32>
      %in = stablehlo.compare LT, %d, %c3 : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
      %row = stablehlo.select %in, %i, %c0 : tensor<i1>, tensor<ui32>
      %ur = stablehlo.dynamic_slice %u, %i, %c0, sizes = [1, 8] : (tensor<2x8xf32>, tensor<ui32>, tensor<ui32>) -> tensor<1x8xf32>
      %ut = stablehlo.tanh %ur : tensor<1x8xf32>
      %a1 = stablehlo.dynamic_update_slice %a, %ut, %row, %c0 : (tensor<2x8xf32>, tensor<1x8xf32>, tensor<ui32>, tensor<ui32>) -> tensor<2x8xf32>
      %j = stablehlo.add %i, %c1 : tensor<ui32>
      stablehlo.return %j, %a1 : tensor<ui32>, tensor<2x8xf32>
    }

  // Of 0 to 299, 8 bits hold 0 to 255, so rows 256 to 299 are not written.
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %most = stablehlo.constant dense<300> : tensor<i32>
  %g = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<300x4xf32>
  %1:2 = stablehlo.while(%i = %z, %a = %g) : tensor<i32>, tensor<300x4xf32>
    cond {
      %p = stablehlo.compare LT, %i, %most : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %short = stablehlo.convert %i : (tensor<i32>) -> tensor<ui8>
      %row = stablehlo.convert %short : (tensor<ui8>) -> tensor<i32>
      %vr = stablehlo.dynamic_slice %v, %i, %z, sizes = [1, 4] : (tensor<10x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
      %vt = stablehlo.tanh %vr : tensor<1x4xf32>
      %a1 = stablehlo.dynamic_update_slice %a, %vt, %row, %z : (tensor<300x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<300x4xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %a1 : tensor<i32>, tensor<300x4xf32>
    }
  return %0#1, %1#1 : tensor<2x8xf32>, tensor<300x4xf32>
}
