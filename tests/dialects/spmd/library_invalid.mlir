// RUN: spmd-opt %s -split-input-file -verify-diagnostics

func.func @attribute_outside_of_its_range(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-note @+1 {{input 0 is 'tensor<4x8xf32>'}}
  %0 = spmd.library(%a = %x) : (tensor<4x8xf32>) -> tensor<4x8xf32> {
    // expected-error @+1 {{'stablehlo.sort' op sorts along dim 2 of inputs of rank 2}}
    %1 = "stablehlo.sort"(%a) <{dimension = 2 : i64, is_stable = true}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %2 = stablehlo.compare LT, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    spmd.yield %1 : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}

// -----

func.func @two_ops(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  // expected-error @+1 {{'spmd.library' op holds 2 ops; a call is one op}}
  %0 = spmd.library(%a = %x) : (tensor<3x3xf32>) -> tensor<3x3xf32> {
    %1 = stablehlo.cholesky %a, lower = true : tensor<3x3xf32>
    %2 = stablehlo.cholesky %1, lower = true : tensor<3x3xf32>
    spmd.yield %2 : tensor<3x3xf32>
  }
  return %0 : tensor<3x3xf32>
}

// -----

func.func @no_op(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  // expected-error @+1 {{'spmd.library' op holds 0 ops; a call is one op}}
  %0 = spmd.library(%a = %x) : (tensor<3x3xf32>) -> tensor<3x3xf32> {
    spmd.yield %a : tensor<3x3xf32>
  }
  return %0 : tensor<3x3xf32>
}

// -----

func.func @operands_in_another_order(%x: tensor<3x3xf32>, %y: tensor<3x3xf32>) -> tensor<3x3xf32> {
  // expected-error @+1 {{holds an op of other operands than its inputs, or yields other values than the op's results; both are in order}}
  %0 = spmd.library(%a = %x, %b = %y) : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32> {
    // expected-note @+1 {{the op is here}}
    %1 = "stablehlo.triangular_solve"(%b, %a) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    spmd.yield %1 : tensor<3x3xf32>
  }
  return %0 : tensor<3x3xf32>
}

// -----

func.func @yields_another_type(%x: tensor<3x3xf32>) -> tensor<9xf32> {
  // expected-error @+1 {{'spmd.library' op yields}}
  %0 = spmd.library(%a = %x) : (tensor<3x3xf32>) -> tensor<9xf32> {
    %1 = stablehlo.cholesky %a, lower = true : tensor<3x3xf32>
    // expected-note @+1 {{the body yields here}}
    spmd.yield %1 : tensor<3x3xf32>
  }
  return %0 : tensor<9xf32>
}
