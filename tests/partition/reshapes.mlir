// Reshapes of split dims: what one side's dim does not share with the other's is gathered first.
// RUN: spmd-run %s
// RUN: spmd-run %s --backend=reference
module {
  sdy.mesh @mesh = <["x"=2, "y"=3]>
  func.func public @main() {
    %i = stablehlo.iota dim = 0 : tensor<12xf32>
    %w = stablehlo.iota dim = 0 : tensor<72xf32>

    %a0 = stablehlo.reshape %i : (tensor<12xf32>) -> tensor<4x3xf32>
    %a = sdy.sharding_constraint %a0 <@mesh, [{"x"}, {}]> : tensor<4x3xf32>
    %b0 = stablehlo.reshape %a : (tensor<4x3xf32>) -> tensor<3x4xf32>
    %b = stablehlo.negate %b0 : tensor<3x4xf32>
    check.expect_almost_eq_const %b, dense<[[0.0, -1.0, -2.0, -3.0], [-4.0, -5.0, -6.0, -7.0], [-8.0, -9.0, -10.0, -11.0]]> : tensor<3x4xf32>, tolerance = 0.0

    %c0 = stablehlo.reshape %w : (tensor<72xf32>) -> tensor<2x3x3x2x2xf32>
    %c = sdy.sharding_constraint %c0 <@mesh, [{"x"}, {"y"}, {}, {}, {}]> : tensor<2x3x3x2x2xf32>
    %d0 = stablehlo.reshape %c : (tensor<2x3x3x2x2xf32>) -> tensor<4x18xf32>
    %d = sdy.sharding_constraint %d0 <@mesh, [{}, {"y"}]> : tensor<4x18xf32>
    %e = stablehlo.negate %d : tensor<4x18xf32>
    %f = stablehlo.reshape %w : (tensor<72xf32>) -> tensor<4x18xf32>
    %want = stablehlo.negate %f : tensor<4x18xf32>
    check.expect_eq %e, %want : tensor<4x18xf32>
    return
  }
}
