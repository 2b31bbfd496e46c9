// RUN: spmd-opt %s --spmd-localize --split-input-file --verify-diagnostics

sdy.mesh @mesh = <["x"=2]>
// expected-note @+1 {{@one is #sdy.mesh<[], device_ids=[1]>}}
sdy.mesh @one = <[], device_ids=[1]>
func.func @on_one_device(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  // expected-error @+1 {{is placed on the single device of mesh @one, which cannot be partitioned}}
  %0 = stablehlo.tanh %x {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// expected-note @+1 {{@a is #sdy.mesh<["x"=2]>}}
sdy.mesh @a = <["x"=2]>
// expected-note @+1 {{@b is #sdy.mesh<["y"=2]>}}
sdy.mesh @b = <["y"=2]>
// expected-error @+1 {{uses mesh @a beside mesh @b; a program is partitioned over one mesh}}
func.func @two_meshes(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.tanh %x {sdy.sharding = #sdy.sharding_per_value<[<@b, [{"y"}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>
// expected-note @+1 {{the value is made here}}
func.func @body_reads_a_split_value(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %i: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{has a body that uses a value from outside which is not whole on each device: #sdy.sharding<@mesh, [{"x"}]>}}
  %0 = stablehlo.reduce(%x init: %i) across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    reducer(%l: tensor<f32>, %r: tensor<f32>) {
      %1 = stablehlo.slice %x [0:1] : (tensor<8xf32>) -> tensor<1xf32>
      %2 = stablehlo.reshape %1 : (tensor<1xf32>) -> tensor<f32>
      %3 = stablehlo.add %l, %2 : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }
  return %0 : tensor<f32>
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @reshard_is_left(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  // expected-error @+1 {{is not expected in a module that is made local}}
  %0 = sdy.reshard %x <@mesh, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// spmd-merge-meshes leaves no such parts.
// expected-note @+1 {{@m is #sdy.mesh<["x"=6]>}}
sdy.mesh @m = <["x"=6]>
// expected-error @+1 {{has a sharding with a part of axis "x" of size 2 behind 1 parts, while another sharding cuts that axis of 6 after 3; cuts of one axis have to divide each other}}
func.func @parts_that_do_not_nest(%x: tensor<12xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(1)2}]>}) -> tensor<12xf32> {
  %0 = stablehlo.negate %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x":(1)3}]>]>} : tensor<12xf32>
  return %0 : tensor<12xf32>
}
