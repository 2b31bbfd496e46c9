// RUN: spmd-opt %s -split-input-file -verify-diagnostics

func.func @constant_of_another_type() {
  // expected-error @+1 {{gives 'tensor<2xf32>', but its result is written as 'tensor<3xf32>'}}
  %0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> tensor<3xf32>
  return
}

// -----

func.func @iota_dim() {
  // expected-error @+1 {{counts along dim 2 of a result of rank 2}}
  %0 = stablehlo.iota dim = 2 : tensor<2x7xf32>
  return
}

// -----

func.func @iota_is_static() {
  // expected-error @+1 {{must be statically shaped ranked tensor}}
  %0 = stablehlo.iota dim = 0 : tensor<?xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<3xf32>'}}
func.func @broadcast_element_type(%x: tensor<3xf32>) {
  // expected-error @+1 {{keeps the element type, operand is 'tensor<3xf32>' and result is 'tensor<3xf64>'}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<3xf32>) -> tensor<3xf64>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<3xf32>'}}
func.func @broadcast_dims_count(%x: tensor<3xf32>) {
  // expected-error @+1 {{maps 2 dims, the operand has rank 1}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @broadcast_dims_range(%x: tensor<3xf32>) {
  // expected-error @+1 {{broadcast_dimensions names dim 2, the tensor has dims 0 to 1}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [2] : (tensor<3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @broadcast_dims_unique(%x: tensor<3x3xf32>) {
  // expected-error @+1 {{broadcast_dimensions names dim 1 twice}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [1, 1] : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<3xf32>'}}
func.func @broadcast_size(%x: tensor<3xf32>) {
  // expected-error @+1 {{operand dim 0 of size 3 becomes result dim 1 of size 4; it must be 1 or equal}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<2x4xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>'}}
func.func @broadcast_quantized_dim(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) {
  // expected-error @+1 {{operand is quantized along dim 0, which becomes dim 1, the result along dim 0}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<1x!quant.uniform<i8:f32:0, {5.000000e-01}>>'}}
func.func @broadcast_expands_scales(%x: tensor<1x!quant.uniform<i8:f32:0, {0.5}>>) {
  // expected-error @+1 {{expands dim 0, along which the operand is quantized}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<1x!quant.uniform<i8:f32:0, {0.5}>>) -> tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>
  return
}

// -----

func.func @broadcast_result_is_static(%x: tensor<3xf32>) {
  // expected-error @+1 {{must be statically shaped or single bounded dim tensor}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @broadcast_sizes(%x: tensor<3xf32>) {
  // expected-error @+1 {{broadcast_sizes must not be negative, got -1}}
  %0 = "stablehlo.broadcast"(%x) <{broadcast_sizes = array<i64: -1>}> : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<3xf32>'}}
func.func @reshape_element_type(%x: tensor<3xf32>) {
  // expected-error @+1 {{keeps the element type, operand is 'tensor<3xf32>' and result is 'tensor<3xi32>'}}
  %0 = stablehlo.reshape %x : (tensor<3xf32>) -> tensor<3xi32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<3x4xf32>'}}
func.func @reshape_count(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{operand 'tensor<3x4xf32>' has 12 and result 'tensor<10xf32>' has 10}}
  %0 = stablehlo.reshape %x : (tensor<3x4xf32>) -> tensor<10xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<2x4x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>'}}
func.func @reshape_quantized_dim(%x: tensor<2x4x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) {
  // expected-error @+1 {{must keep the quantized dim and the numbers of elements before and after it}}
  %0 = stablehlo.reshape %x : (tensor<2x4x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) -> tensor<4x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<3x4xf32>'}}
func.func @transpose_count(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{permutation has 1 entries, the operand has 2 dims}}
  %0 = stablehlo.transpose %x, dims = [0] : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @transpose_unique(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{permutation names dim 0 twice}}
  %0 = stablehlo.transpose %x, dims = [0, 0] : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<3x4xf32>'}}
func.func @transpose_result(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{gives 'tensor<4x3xf32>', but its result is written as}}
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @reverse_dims(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{dimensions names dim 2, the tensor has dims 0 to 1}}
  %0 = stablehlo.reverse %x, dims = [2] : tensor<3x4xf32>
  return
}

// -----

func.func @concatenate_nothing() {
  // expected-error @+1 {{concatenates nothing; it needs at least one operand}}
  %0 = "stablehlo.concatenate"() <{dimension = 0 : i64}> : () -> tensor<2xf32>
  return
}

// -----

// expected-note @+1 {{operand 0 is 'tensor<3xf32>'}}
func.func @concatenate_dim(%x: tensor<3xf32>) {
  // expected-error @+1 {{concatenates along dim 1 of operands of rank 1}}
  %0 = stablehlo.concatenate %x, %x, dim = 1 : (tensor<3xf32>, tensor<3xf32>) -> tensor<6xf32>
  return
}

// -----

// expected-note @+2 {{operand 0 is 'tensor<3xf32>'}}
// expected-note @+1 {{operand 1 is 'tensor<3x1xf32>'}}
func.func @concatenate_rank(%x: tensor<3xf32>, %y: tensor<3x1xf32>) {
  // expected-error @+1 {{operand 1 has rank 2, operand 0 has rank 1}}
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<3xf32>, tensor<3x1xf32>) -> tensor<6xf32>
  return
}

// -----

// expected-note @+2 {{operand 0 is 'tensor<3xf32>'}}
// expected-note @+1 {{operand 1 is 'tensor<3xi32>'}}
func.func @concatenate_elements(%x: tensor<3xf32>, %y: tensor<3xi32>) {
  // expected-error @+1 {{operand 1 has elements 'i32', operand 0 has 'f32'}}
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<3xf32>, tensor<3xi32>) -> tensor<6xf32>
  return
}

// -----

// expected-note @+2 {{operand 0 is 'tensor<3x2xf32>'}}
// expected-note @+1 {{operand 1 is 'tensor<3x4xf32>'}}
func.func @concatenate_sizes(%x: tensor<3x2xf32>, %y: tensor<3x4xf32>) {
  // expected-error @+1 {{operand 1 has size 4 in dim 1, the operands before have 2}}
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<3x2xf32>, tensor<3x4xf32>) -> tensor<6x2xf32>
  return
}

// -----

// expected-note @+2 {{operand is 'tensor<3xf32>'}}
// expected-note @+1 {{the value is 'tensor<i32>'}}
func.func @pad_value(%x: tensor<3xf32>, %v: tensor<i32>) {
  // expected-error @+1 {{pads elements 'f32' with a value of type 'tensor<i32>'}}
  %0 = stablehlo.pad %x, %v, low = [0], high = [0], interior = [0] : (tensor<3xf32>, tensor<i32>) -> tensor<3xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<3xf32>'}}
func.func @pad_lists(%x: tensor<3xf32>, %v: tensor<f32>) {
  // expected-error @+1 {{high padding has 2 entries, the operand has 1 dims}}
  %0 = stablehlo.pad %x, %v, low = [0], high = [0, 0], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @pad_interior(%x: tensor<3xf32>, %v: tensor<f32>) {
  // expected-error @+1 {{interior padding is -1 in dim 0, it must not be negative}}
  %0 = stablehlo.pad %x, %v, low = [0], high = [0], interior = [-1] : (tensor<3xf32>, tensor<f32>) -> tensor<1xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<3xf32>'}}
func.func @pad_cuts_all(%x: tensor<3xf32>, %v: tensor<f32>) {
  // expected-error @+1 {{padding cuts dim 0 of size 3 to size -1}}
  %0 = stablehlo.pad %x, %v, low = [-2], high = [-2], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<0xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<3x4xf32>'}}
func.func @slice_lists(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{start_indices has 1 entries, the operand has 2 dims}}
  %0 = stablehlo.slice %x [0:3] : (tensor<3x4xf32>) -> tensor<3xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<3xf32>'}}
func.func @slice_range(%x: tensor<3xf32>) {
  // expected-error @+1 {{slices dim 0 of size 3 from 1 to 4; it must be 0 <= start <= limit <= size}}
  %0 = stablehlo.slice %x [1:4] : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @slice_stride(%x: tensor<3xf32>) {
  // expected-error @+1 {{stride is 0 in dim 0, it must be positive}}
  %0 = stablehlo.slice %x [0:3:0] : (tensor<3xf32>) -> tensor<3xf32>
  return
}
