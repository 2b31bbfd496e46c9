// Whether a bound of x is a row's largest is asked once of each op on the way: this chain has 2^32 paths.
// RUN: timeout 60 spmd-run %s --random-args=1 --check-against-sequential
func.func @main(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %row = stablehlo.reduce(%y init: %ninf) applies stablehlo.maximum across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  %m0 = stablehlo.negate %row : tensor<64xf32>
  %m1 = stablehlo.maximum %m0, %m0 : tensor<64xf32>
  %m2 = stablehlo.maximum %m1, %m1 : tensor<64xf32>
  %m3 = stablehlo.maximum %m2, %m2 : tensor<64xf32>
  %m4 = stablehlo.maximum %m3, %m3 : tensor<64xf32>
  %m5 = stablehlo.maximum %m4, %m4 : tensor<64xf32>
  %m6 = stablehlo.maximum %m5, %m5 : tensor<64xf32>
  %m7 = stablehlo.maximum %m6, %m6 : tensor<64xf32>
  %m8 = stablehlo.maximum %m7, %m7 : tensor<64xf32>
  %m9 = stablehlo.maximum %m8, %m8 : tensor<64xf32>
  %m10 = stablehlo.maximum %m9, %m9 : tensor<64xf32>
  %m11 = stablehlo.maximum %m10, %m10 : tensor<64xf32>
  %m12 = stablehlo.maximum %m11, %m11 : tensor<64xf32>
  %m13 = stablehlo.maximum %m12, %m12 : tensor<64xf32>
  %m14 = stablehlo.maximum %m13, %m13 : tensor<64xf32>
  %m15 = stablehlo.maximum %m14, %m14 : tensor<64xf32>
  %m16 = stablehlo.maximum %m15, %m15 : tensor<64xf32>
  %m17 = stablehlo.maximum %m16, %m16 : tensor<64xf32>
  %m18 = stablehlo.maximum %m17, %m17 : tensor<64xf32>
  %m19 = stablehlo.maximum %m18, %m18 : tensor<64xf32>
  %m20 = stablehlo.maximum %m19, %m19 : tensor<64xf32>
  %m21 = stablehlo.maximum %m20, %m20 : tensor<64xf32>
  %m22 = stablehlo.maximum %m21, %m21 : tensor<64xf32>
  %m23 = stablehlo.maximum %m22, %m22 : tensor<64xf32>
  %m24 = stablehlo.maximum %m23, %m23 : tensor<64xf32>
  %m25 = stablehlo.maximum %m24, %m24 : tensor<64xf32>
  %m26 = stablehlo.maximum %m25, %m25 : tensor<64xf32>
  %m27 = stablehlo.maximum %m26, %m26 : tensor<64xf32>
  %m28 = stablehlo.maximum %m27, %m27 : tensor<64xf32>
  %m29 = stablehlo.maximum %m28, %m28 : tensor<64xf32>
  %m30 = stablehlo.maximum %m29, %m29 : tensor<64xf32>
  %m31 = stablehlo.maximum %m30, %m30 : tensor<64xf32>
  %m32 = stablehlo.maximum %m31, %m31 : tensor<64xf32>
  %b = stablehlo.broadcast_in_dim %m32, dims = [0] : (tensor<64xf32>) -> tensor<64x64xf32>
  %d = stablehlo.subtract %x, %b : tensor<64x64xf32>
  %e = stablehlo.exponential %d : tensor<64x64xf32>
  return %e : tensor<64x64xf32>
}
