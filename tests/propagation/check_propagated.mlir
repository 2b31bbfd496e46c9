// RUN: spmd-opt %s --spmd-check-propagated --split-input-file --verify-diagnostics

sdy.mesh @mesh = <["a"=2]>
// expected-error @below {{'func.func' op argument 0 has the open dim 0}}
// expected-note @below {{its sharding is}}
// expected-error @below {{'func.func' op result 0 has no sharding}}
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}]>}) -> tensor<8xf32> {
  // expected-error @below {{'stablehlo.tanh' op result 0 has no sharding}}
  %0 = stablehlo.tanh %x : tensor<8xf32>
  // expected-error @below {{'sdy.sharding_constraint' op is left behind propagation; it should have gone by now}}
  %1 = sdy.sharding_constraint %0 <@mesh, [{"a"}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2]>
sdy.mesh @other = <["a"=2], device_ids=[1, 0]>
// expected-error @below {{'func.func' op argument 1 is placed on another mesh than the values before it; one mesh is supported}}
// expected-note @below {{its sharding is}}
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@other, [{"a"}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
// expected-error @below {{'func.func' op argument 0 has a priority on dim 0}}
// expected-note @below {{its sharding is}}
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p1]>}) {
  return
}
