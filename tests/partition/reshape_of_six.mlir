// One axis of 6 over a dim that a reshape makes of parts of 2 and 9 on one side, of 9 and 2 on the other.
// RUN: spmd-run %s
// RUN: spmd-run %s --backend=reference
module {
  sdy.mesh @mesh = <["x"=6]>
  func.func public @main() {
    %w = stablehlo.iota dim = 0 : tensor<72xf32>
    %c0 = stablehlo.reshape %w : (tensor<72xf32>) -> tensor<2x18x2xf32>
    %c = sdy.sharding_constraint %c0 <@mesh, [{}, {"x"}, {}]> : tensor<2x18x2xf32>
    %d0 = stablehlo.reshape %c : (tensor<2x18x2xf32>) -> tensor<18x4xf32>
    %d = sdy.sharding_constraint %d0 <@mesh, [{"x"}, {}]> : tensor<18x4xf32>
    %e = stablehlo.negate %d : tensor<18x4xf32>
    %f = stablehlo.reshape %w : (tensor<72xf32>) -> tensor<18x4xf32>
    %want = stablehlo.negate %f : tensor<18x4xf32>
    check.expect_eq %e, %want : tensor<18x4xf32>
    return
  }
}
