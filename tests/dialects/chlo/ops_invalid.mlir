// RUN: spmd-opt %s --split-input-file --verify-diagnostics

func.func @broadcast_sizes(%x: tensor<8x3xf32>, %y: tensor<2xf32>) {
  // expected-error @+1 {{cannot broadcast dim 1 of size 3 with dim 0 of size 2; sizes must be equal or 1}}
  %0 = chlo.broadcast_add %x, %y : (tensor<8x3xf32>, tensor<2xf32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @broadcast_dims(%x: tensor<8x3xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{broadcast_dimensions entry 2 is not a dim of the operand of rank 2}}
  %0 = chlo.broadcast_add %x, %y {broadcast_dimensions = array<i64: 2>} : (tensor<8x3xf32>, tensor<3xf32>) -> tensor<8x3xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<8x3xf32>'}}
func.func @more_than_there_are(%x: tensor<8x3xf32>) {
  // expected-error @+1 {{asks for the 4 largest of 3}}
  %0:2 = chlo.top_k(%x, k = 4) : tensor<8x3xf32> -> (tensor<8x4xf32>, tensor<8x4xi32>)
  return
}

// -----

func.func @scan_body(%x: tensor<8x3xf32>) {
  // expected-error @+1 {{has a body that takes}}
  %0 = chlo.scan(%x) inits () dimension=0 {
  // expected-note @+1 {{argument is 'tensor<8xf32>'}}
  ^bb0(%a: tensor<8xf32>):
    stablehlo.return %a : tensor<8xf32>
  } : (tensor<8x3xf32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @ragged_group_dims(%x: tensor<8x3xf32>, %w: tensor<2x3x4xf32>, %n: tensor<2xi64>) {
  // expected-error @+1 {{must name one group dim of rhs for a ragged free dim, got 0}}
  %0 = "chlo.ragged_dot"(%x, %w, %n) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<8x3xf32>, tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<8x4xf32>
  return
}

// -----

// expected-note @+3 {{operand 0 is 'tensor<8x3xf32>'}}
// expected-note @+2 {{operand 1 is 'tensor<2x3x4xf32>'}}
// expected-note @+1 {{operand 2 is 'tensor<2xi64>'}}
func.func @ragged_result(%x: tensor<8x3xf32>, %w: tensor<2x3x4xf32>, %n: tensor<2xi64>) {
  // expected-error @+1 {{has a result of type 'tensor<8x5xf32>'; its operands give 'tensor<8x4xf32>'}}
  %0 = "chlo.ragged_dot"(%x, %w, %n) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<8x3xf32>, tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<8x5xf32>
  return
}

// -----

// expected-note @+3 {{operand 0 is 'tensor<8x3xf32>'}}
// expected-note @+2 {{operand 1 is 'tensor<2x3x4xf32>'}}
// expected-note @+1 {{operand 2 is 'tensor<3xi64>'}}
func.func @ragged_groups(%x: tensor<8x3xf32>, %w: tensor<2x3x4xf32>, %n: tensor<3xi64>) {
  // expected-error @+1 {{has 3 group_sizes and 2 groups in rhs dim 0; the numbers must be equal}}
  %0 = "chlo.ragged_dot"(%x, %w, %n) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<8x3xf32>, tensor<2x3x4xf32>, tensor<3xi64>) -> tensor<8x4xf32>
  return
}

// -----

// expected-note @+3 {{operand 0 is 'tensor<8x3xf32>'}}
// expected-note @+2 {{operand 1 is 'tensor<2x3x4xf32>'}}
// expected-note @+1 {{operand 2 is 'tensor<8x2xi64>'}}
func.func @ragged_group_sizes(%x: tensor<8x3xf32>, %w: tensor<2x3x4xf32>, %n: tensor<8x2xi64>) {
  // expected-error @+1 {{has group_sizes of type 'tensor<8x2xi64>'; they need one dim of groups, or the dims of lhs before the ragged one}}
  %0 = "chlo.ragged_dot"(%x, %w, %n) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<8x3xf32>, tensor<2x3x4xf32>, tensor<8x2xi64>) -> tensor<8x4xf32>
  return
}
