// Paddings that cut off at one end what they add at the other, or that spread elements over a dim of the same size, keep the size of a
// split dim and still move elements from device to device.
// RUN: spmd-run %s
// RUN: spmd-run %s --backend=reference
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main() {
    %i = stablehlo.iota dim = 0 : tensor<8xf32>
    %x = sdy.sharding_constraint %i <@mesh, [{"x"}]> : tensor<8xf32>
    %half = stablehlo.constant dense<0.5> : tensor<f32>
    %r = stablehlo.pad %x, %half, low = [1], high = [-1], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
    %right = sdy.sharding_constraint %r <@mesh, [{"x"}]> : tensor<8xf32>
    check.expect_almost_eq_const %right, dense<[0.5, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<8xf32>, tolerance = 0.0
    %l = stablehlo.pad %x, %half, low = [-2], high = [2], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
    %left = sdy.sharding_constraint %l <@mesh, [{"x"}]> : tensor<8xf32>
    check.expect_almost_eq_const %left, dense<[2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 0.5, 0.5]> : tensor<8xf32>, tolerance = 0.0
    %s = stablehlo.pad %x, %half, low = [0], high = [-7], interior = [1] : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
    %spread = sdy.sharding_constraint %s <@mesh, [{"x"}]> : tensor<8xf32>
    check.expect_almost_eq_const %spread, dense<[0.0, 0.5, 1.0, 0.5, 2.0, 0.5, 3.0, 0.5]> : tensor<8xf32>, tolerance = 0.0
    return
  }
}
