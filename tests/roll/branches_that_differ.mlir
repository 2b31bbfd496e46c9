// Layers whose branches read values of their own where others read values from outside are not equal, whichever comes first.
// RUN: spmd-opt %s --split-input-file --spmd-roll-layers="least-copies=3 least-ops=4" | FileCheck %s

// CHECK-LABEL: func.func @equal
// CHECK: stablehlo.while
func.func @equal(%x: tensor<4x8xf32>, %t: tensor<4x8xf32>, %p: tensor<i1>, %w0: tensor<8x8xf32>, %w1: tensor<8x8xf32>, %w2: tensor<8x8xf32>, %w3: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %d0 = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %n0 = stablehlo.negate %d0 : tensor<4x8xf32>
  %b0 = "stablehlo.if"(%p) ({
    stablehlo.return %n0 : tensor<4x8xf32>
  }, {
    %s = stablehlo.sine %n0 : tensor<4x8xf32>
    %o = stablehlo.subtract %s, %t : tensor<4x8xf32>
    stablehlo.return %o : tensor<4x8xf32>
  }) : (tensor<i1>) -> tensor<4x8xf32>
  %h0 = stablehlo.tanh %b0 : tensor<4x8xf32>
  %d1 = stablehlo.dot_general %h0, %w1, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %n1 = stablehlo.negate %d1 : tensor<4x8xf32>
  %b1 = "stablehlo.if"(%p) ({
    stablehlo.return %n1 : tensor<4x8xf32>
  }, {
    %s = stablehlo.sine %n1 : tensor<4x8xf32>
    %o = stablehlo.subtract %s, %t : tensor<4x8xf32>
    stablehlo.return %o : tensor<4x8xf32>
  }) : (tensor<i1>) -> tensor<4x8xf32>
  %h1 = stablehlo.tanh %b1 : tensor<4x8xf32>
  %d2 = stablehlo.dot_general %h1, %w2, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %n2 = stablehlo.negate %d2 : tensor<4x8xf32>
  %b2 = "stablehlo.if"(%p) ({
    stablehlo.return %n2 : tensor<4x8xf32>
  }, {
    %s = stablehlo.sine %n2 : tensor<4x8xf32>
    %o = stablehlo.subtract %s, %t : tensor<4x8xf32>
    stablehlo.return %o : tensor<4x8xf32>
  }) : (tensor<i1>) -> tensor<4x8xf32>
  %h2 = stablehlo.tanh %b2 : tensor<4x8xf32>
  %d3 = stablehlo.dot_general %h2, %w3, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %n3 = stablehlo.negate %d3 : tensor<4x8xf32>
  %b3 = "stablehlo.if"(%p) ({
    stablehlo.return %n3 : tensor<4x8xf32>
  }, {
    %s = stablehlo.sine %n3 : tensor<4x8xf32>
    %o = stablehlo.subtract %s, %t : tensor<4x8xf32>
    stablehlo.return %o : tensor<4x8xf32>
  }) : (tensor<i1>) -> tensor<4x8xf32>
  %h3 = stablehlo.tanh %b3 : tensor<4x8xf32>
  return %h3 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func.func @own_value
// CHECK-NOT: stablehlo.while
func.func @own_value(%x: tensor<4x8xf32>, %t: tensor<4x8xf32>, %p: tensor<i1>, %w0: tensor<8x8xf32>, %w1: tensor<8x8xf32>, %w2: tensor<8x8xf32>, %w3: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %d0 = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %n0 = stablehlo.negate %d0 : tensor<4x8xf32>
  %b0 = "stablehlo.if"(%p) ({
    stablehlo.return %n0 : tensor<4x8xf32>
  }, {
    %s = stablehlo.sine %n0 : tensor<4x8xf32>
    %o = stablehlo.subtract %s, %t : tensor<4x8xf32>
    stablehlo.return %o : tensor<4x8xf32>
  }) : (tensor<i1>) -> tensor<4x8xf32>
  %h0 = stablehlo.tanh %b0 : tensor<4x8xf32>
  %d1 = stablehlo.dot_general %h0, %w1, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %n1 = stablehlo.negate %d1 : tensor<4x8xf32>
  %b1 = "stablehlo.if"(%p) ({
    stablehlo.return %n1 : tensor<4x8xf32>
  }, {
    %s = stablehlo.sine %n1 : tensor<4x8xf32>
    %o = stablehlo.subtract %s, %t : tensor<4x8xf32>
    stablehlo.return %o : tensor<4x8xf32>
  }) : (tensor<i1>) -> tensor<4x8xf32>
  %h1 = stablehlo.tanh %b1 : tensor<4x8xf32>
  %d2 = stablehlo.dot_general %h1, %w2, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %n2 = stablehlo.negate %d2 : tensor<4x8xf32>
  %b2 = "stablehlo.if"(%p) ({
    stablehlo.return %n2 : tensor<4x8xf32>
  }, {
    %s = stablehlo.sine %n2 : tensor<4x8xf32>
    %o = stablehlo.subtract %s, %s : tensor<4x8xf32>
    stablehlo.return %o : tensor<4x8xf32>
  }) : (tensor<i1>) -> tensor<4x8xf32>
  %h2 = stablehlo.tanh %b2 : tensor<4x8xf32>
  %d3 = stablehlo.dot_general %h2, %w3, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %n3 = stablehlo.negate %d3 : tensor<4x8xf32>
  %b3 = "stablehlo.if"(%p) ({
    stablehlo.return %n3 : tensor<4x8xf32>
  }, {
    %s = stablehlo.sine %n3 : tensor<4x8xf32>
    %o = stablehlo.subtract %s, %t : tensor<4x8xf32>
    stablehlo.return %o : tensor<4x8xf32>
  }) : (tensor<i1>) -> tensor<4x8xf32>
  %h3 = stablehlo.tanh %b3 : tensor<4x8xf32>
  return %h3 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func.func @value_from_outside
// CHECK-NOT: stablehlo.while
func.func @value_from_outside(%x: tensor<4x8xf32>, %t: tensor<4x8xf32>, %p: tensor<i1>, %w0: tensor<8x8xf32>, %w1: tensor<8x8xf32>, %w2: tensor<8x8xf32>, %w3: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %d0 = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %n0 = stablehlo.negate %d0 : tensor<4x8xf32>
  %b0 = "stablehlo.if"(%p) ({
    stablehlo.return %n0 : tensor<4x8xf32>
  }, {
    %s = stablehlo.sine %n0 : tensor<4x8xf32>
    %o = stablehlo.subtract %s, %s : tensor<4x8xf32>
    stablehlo.return %o : tensor<4x8xf32>
  }) : (tensor<i1>) -> tensor<4x8xf32>
  %h0 = stablehlo.tanh %b0 : tensor<4x8xf32>
  %d1 = stablehlo.dot_general %h0, %w1, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %n1 = stablehlo.negate %d1 : tensor<4x8xf32>
  %b1 = "stablehlo.if"(%p) ({
    stablehlo.return %n1 : tensor<4x8xf32>
  }, {
    %s = stablehlo.sine %n1 : tensor<4x8xf32>
    %o = stablehlo.subtract %s, %t : tensor<4x8xf32>
    stablehlo.return %o : tensor<4x8xf32>
  }) : (tensor<i1>) -> tensor<4x8xf32>
  %h1 = stablehlo.tanh %b1 : tensor<4x8xf32>
  %d2 = stablehlo.dot_general %h1, %w2, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %n2 = stablehlo.negate %d2 : tensor<4x8xf32>
  %b2 = "stablehlo.if"(%p) ({
    stablehlo.return %n2 : tensor<4x8xf32>
  }, {
    %s = stablehlo.sine %n2 : tensor<4x8xf32>
    %o = stablehlo.subtract %s, %s : tensor<4x8xf32>
    stablehlo.return %o : tensor<4x8xf32>
  }) : (tensor<i1>) -> tensor<4x8xf32>
  %h2 = stablehlo.tanh %b2 : tensor<4x8xf32>
  %d3 = stablehlo.dot_general %h2, %w3, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %n3 = stablehlo.negate %d3 : tensor<4x8xf32>
  %b3 = "stablehlo.if"(%p) ({
    stablehlo.return %n3 : tensor<4x8xf32>
  }, {
    %s = stablehlo.sine %n3 : tensor<4x8xf32>
    %o = stablehlo.subtract %s, %s : tensor<4x8xf32>
    stablehlo.return %o : tensor<4x8xf32>
  }) : (tensor<i1>) -> tensor<4x8xf32>
  %h3 = stablehlo.tanh %b3 : tensor<4x8xf32>
  return %h3 : tensor<4x8xf32>
}
