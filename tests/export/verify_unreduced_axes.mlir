// RUN: spmd-opt %s --sdy-verify-unreduced-axes --split-input-file --verify-diagnostics

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @products_leave_partial_sums(%l: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"a"}]>},
                                       %r: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.dot %l, %r {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}], unreduced={"a"}>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}], unreduced={"a"}>]>} : tensor<8x8xf32>
  %2 = sdy.reshard %1 <@m, [{}, {}]> : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
// expected-note @+1 {{operand is 'tensor<8xf32>'}}
func.func @they_do_not_appear(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{has result 0 unreduced along "a", but no operand is, and no dim that it sums over is sharded along it}}
  %0 = stablehlo.negate %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}], unreduced={"a"}>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
// expected-note @+1 {{the operand has the sharding #sdy.sharding<@m, [{}], unreduced={"a"}>}}
func.func @they_do_not_vanish(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"a"}>}) -> tensor<8xf32> {
  // expected-error @below {{takes operand 0 unreduced along "a", but result 0 is not: its partial values were lost}}
  %0 = stablehlo.negate %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// A value on a single device has no dims that could be sharded.
sdy.mesh @one = <[], device_ids=[2]>
func.func @on_one_device(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@one, []>}) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
