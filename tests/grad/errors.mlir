// RUN: spmd-opt %s --split-input-file --verify-diagnostics --spmd-grad="function=f"

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'chlo.next_after' op has no gradient: JAX has no gradient of it either}}
  %0 = chlo.next_after %x, %y : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<f32>, %n: tensor<i32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // expected-error@+1 {{has no gradient: it is not known how many times it runs; a loop has to count by a constant from one constant to another}}
  %0:2 = stablehlo.while(%i = %zero, %c = %x) : tensor<i32>, tensor<f32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %2 = stablehlo.sine %c : tensor<f32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %2 : tensor<i32>, tensor<f32>
  }
  return %0#1 : tensor<f32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{has no gradient: what 'mine' computes is not known; spmd.vjp on a function that calls it names its gradient}}
  %0 = stablehlo.custom_call @mine(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @g(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
// A function that calls itself would have no end.
func.func private @g(%x: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{has no gradient: '@g' calls itself}}
  %0 = call @g(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @f(%x: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{has no gradient: the function that it calls has no body here}}
  %0 = call @outside(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @outside(tensor<f32>) -> tensor<f32>

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @g(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// expected-error@+1 {{has the checkpoint policy 'some'; there are nothing, dots, dots_with_no_batch_dims, names:NAME,.. and everything}}
func.func private @g(%x: tensor<4xf32>) -> tensor<4xf32> attributes {spmd.checkpoint = "some"} {
  return %x : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<6xf32>) -> tensor<3xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  // expected-error@+1 {{has no gradient: its windows are no sums, and no maxima or minima without dilation}}
  %0 = "stablehlo.reduce_window"(%x, %one) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.multiply %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<6xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @f(%x: tensor<6xf32>, %init: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{has no gradient in its initial value, as its body is no sum}}
  %0 = stablehlo.reduce(%x init: %init) applies stablehlo.maximum across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @f(%x: tensor<6xf32>, %init: tensor<f32>) -> tensor<3xf32> {
  // expected-error@+1 {{has no gradient in its initial value, which each window adds}}
  %0 = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<6xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @f(%n: tensor<4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{has no gradient in its order, operand 0}}
  %0 = chlo.polygamma %n, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%n: tensor<4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{has no gradient in its exponent, operand 0}}
  %0 = chlo.zeta %n, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<8xf32>, %i: tensor<2x1xi32>, %u: tensor<2xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{has no gradient in its updates: it multiplies, and its indices are not marked as unique}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.multiply %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<8xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @f(%x: tensor<8xf32>, %i: tensor<2x1xi32>, %u: tensor<2xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{has no gradient: its body is no sum, difference, product, maximum or minimum, and does not replace}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.subtract %b, %a : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<8xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%a: tensor<4xf32>) {
    // expected-error@+1 {{has no gradient: only a sum over devices has one}}
    %1 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %2 = stablehlo.maximum %l, %r : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// expected-error@+1 {{has spmd.vjp = "g", which names no function}}
func.func @f(%x: tensor<f32>) -> tensor<f32> attributes {spmd.vjp = "g"} {
  return %x : tensor<f32>
}

// -----

// expected-error@+1 {{has spmd.checkpoint = 1 : i64, which is no text}}
func.func @f(%x: tensor<f32>) -> tensor<f32> attributes {spmd.checkpoint = 1} {
  return %x : tensor<f32>
}

// -----

func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{has a tensor of unknown size, 'tensor<?xf32>'; gradients need all sizes}}
  %0 = stablehlo.sine %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Other functions may call themselves.
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
func.func private @loop(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @loop(%x) : (tensor<f32>) -> tensor<f32>
  return %x : tensor<f32>
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%a: tensor<4xf32>) {
    // expected-error@+1 {{has no gradient: its roots are not known, or are no devices}}
    %1 = "stablehlo.collective_broadcast"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
