// RUN: spmd-opt %s --sdy-pad-for-divisibility --split-input-file --verify-diagnostics

sdy.mesh @m = <["a"=2]>
// expected-error @+1 {{argument 0 of type 'tensor<7x8xf32>' has the sharding #sdy.sharding<@m, [{"a"}, {}]>, whose 2 shards of dim 0 do not divide its size 7; run sdy-update-non-divisible-input-output-shardings first}}
func.func @argument(%x: tensor<7x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) -> tensor<7x8xf32> {
  return %x : tensor<7x8xf32>
}

// -----

sdy.mesh @m = <["a"=2]>
// expected-error @+1 {{result 0 of type 'tensor<7xf32>' has the sharding #sdy.sharding<@m, [{"a"}]>, whose 2 shards of dim 0 do not divide its size 7}}
func.func @result(%x: tensor<7xf32>) -> (tensor<7xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  return %x : tensor<7xf32>
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @manual(%x: tensor<6xf32>) -> tensor<6xf32> {
  // expected-error @+1 {{operand 0 of type 'tensor<6xf32>' has the sharding #sdy.sharding<@m, [{"a", "b"}]>, whose 4 shards of dim 0 do not divide its size 6}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a", "b"}]>] out_shardings=[<@m, [{"a"}]>] manual_axes={"a"} (%y: tensor<3xf32>) {
    sdy.return %y : tensor<3xf32>
  } : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

sdy.mesh @m = <["a"=2]>
sdy.mesh @n = <["b"=3]>
func.func @reshard(%x: tensor<7xf32>) -> tensor<7xf32> {
  %0 = sdy.all_slice [{"a"}] %x out_sharding=<@m, [{"a"}]> : tensor<7xf32>
  // expected-error @+1 {{moves the value from 'tensor<8xf32>' to 'tensor<9xf32>', padding included; run sdy-reshard-to-collectives first}}
  %1 = sdy.reshard %0 <@n, [{"b"}]> : tensor<7xf32>
  return %1 : tensor<7xf32>
}

// -----

// No element leaves the difference of two numbers as it is, whatever the other is.
sdy.mesh @m = <["a"=2]>
func.func @reduction(%x: tensor<7xf32>, %init: tensor<f32>) -> tensor<f32> {
  %0 = sdy.all_slice [{"a"}] %x out_sharding=<@m, [{"a"}]> : tensor<7xf32>
  // expected-error @+1 {{reduces dim 0 of operand 0, which is sharded, but cannot work on padded values; give the op operands whose shardings divide their sizes}}
  %1 = "stablehlo.reduce"(%0, %init) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<7xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
