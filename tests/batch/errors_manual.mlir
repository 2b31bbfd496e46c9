// RUN: spmd-opt %s --split-input-file --verify-diagnostics --spmd-batch="function=f size=3 axis=i along=x,y"

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{splits a batch of 3 entries over 4 devices, which does not divide it}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"x", "y"} (%a: tensor<8xf32>) {
    sdy.return %a : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{has no batched form: it handles the axis 'y' of the batch, but not 'x' before it}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"y"} (%a: tensor<8xf32>) {
    sdy.return %a : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["x"=1, "y"=3, "z"=2]>
func.func @f(%x: tensor<6xf32>) -> tensor<6xf32> {
  // expected-error@+1 {{has no batched form: an axis that splits the batch splits a value of the op, too}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"y"}]>] out_shardings=[<@mesh, [{"y"}]>] manual_axes={"x", "y"} (%a: tensor<2xf32>) {
    sdy.return %a : tensor<2xf32>
  } : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

sdy.mesh @mesh = <["x"=1, "y"=3]>
func.func @f(%x: tensor<6xf32>) -> tensor<6xf32> {
  // expected-error@+1 {{has no batched form: it names the axis of a batch that it splits over devices}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"x", "y"} (%a: tensor<6xf32>) {
    %1 = stablehlo.custom_call @spmd.psum(%a) {spmd.axis = "i"} : (tensor<6xf32>) -> tensor<6xf32>
    sdy.return %1 : tensor<6xf32>
  } : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
// expected-error@+1 {{has no batched form: argument 0 is sharded along an axis that splits the batch}}
func.func @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
// expected-error@+1 {{has no batched form: result 0 is sharded along an axis that splits the batch}}
func.func @f(%x: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  return %x : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{has no batched form: its sharding has an axis that splits the batch}}
  %0 = sdy.sharding_constraint %x <@mesh, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{has no batched form: its sharding has an axis that splits the batch}}
  %0 = stablehlo.sine %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
