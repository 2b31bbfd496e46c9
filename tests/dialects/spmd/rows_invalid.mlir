// RUN: spmd-opt %s -split-input-file -verify-diagnostics

func.func @rows(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<3x4xf32> {
  // expected-error @+1 {{'spmd.rows' op has 2 rows and the type 'tensor<3x4xf32>'}}
  %0 = spmd.rows %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func @row_type(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<2x5xf32> {
  // expected-error @+1 {{'spmd.rows' op has rows of 'tensor<4xf32>' and the type 'tensor<2x5xf32>'}}
  %0 = spmd.rows %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// -----

func.func @scalar() -> tensor<f32> {
  // expected-error @+1 {{'spmd.rows' op has the type 'tensor<f32>', which has no rows}}
  %0 = spmd.rows : () -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @two_rows(%s: tensor<3x4xf32>, %i: tensor<i32>) -> tensor<2x4xf32> {
  // expected-error @+1 {{'spmd.read_row' op has a row of 'tensor<2x4xf32>' and a stack of 'tensor<3x4xf32>'}}
  %0 = spmd.read_row %s[%i] : tensor<3x4xf32>, tensor<i32> -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @index(%s: tensor<3x4xf32>, %r: tensor<1x4xf32>, %i: tensor<1xi32>) -> tensor<3x4xf32> {
  // expected-error @+1 {{'spmd.write_row' op has an index of 'tensor<1xi32>'; a row has an integer for its place}}
  %0 = spmd.write_row %r, %s[%i] : tensor<1x4xf32>, tensor<3x4xf32>, tensor<1xi32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func @no_argument(%a: tensor<4xf32>) -> tensor<1x4xf32> {
  %0 = stablehlo.tanh %a : tensor<4xf32>
  // expected-error @+1 {{'spmd.rows' op has a row that is no argument of its function}}
  %1 = spmd.rows %0 : (tensor<4xf32>) -> tensor<1x4xf32>
  return %1 : tensor<1x4xf32>
}

// -----

func.func @nothing_to_copy() -> tensor<1x4xf32> {
  // expected-error @+1 {{'spmd.rows' op copies no buffers}}
  %0 = spmd.rows {is_copied} : () -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}
