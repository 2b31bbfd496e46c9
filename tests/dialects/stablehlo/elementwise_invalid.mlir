// RUN: spmd-opt %s -split-input-file -verify-diagnostics

// expected-note @+1 {{operand is 'tensor<4xf32>'}}
func.func @unary_keeps_the_type(%x: tensor<4xf32>) {
  // expected-error @+1 {{operand and result must have compatible types, got 'tensor<4xf32>' and 'tensor<5xf32>'}}
  %0 = stablehlo.tanh %x : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// expected-note @+2 {{operand 0 is 'tensor<4xf32>'}}
// expected-note @+1 {{operand 1 is 'tensor<5xf32>'}}
func.func @binary_has_one_type(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{operands must have compatible types, operand 0 is 'tensor<4xf32>' and operand 1 is 'tensor<5xf32>'}}
  %0 = stablehlo.subtract %x, %y : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @element_class(%x: tensor<4xi32>) {
  // expected-error @+1 {{operand #0 must be ranked tensor of float, complex or per-tensor quantized values}}
  %0 = stablehlo.tanh %x : tensor<4xi32>
  return
}

// -----

func.func @type_of_two_operands(%x: tensor<4xf32>) {
  // expected-error @+1 {{type lists 1 operands and 1 results, the op has 2 and 1}}
  %0 = stablehlo.add %x, %x : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @signed_integers_are_signless(%x: tensor<4xsi32>) {
  // expected-error @+1 {{operand #0 must be ranked tensor of boolean, integer, float, complex or quantized values}}
  %0 = stablehlo.add %x, %x : tensor<4xsi32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4xf32>'}}
func.func @convert_keeps_the_shape(%x: tensor<4xf32>) {
  // expected-error @+1 {{operands and results must have one shape, got 'tensor<4xf32>' and 'tensor<2x2xi32>'}}
  %0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<2x2xi32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4xcomplex<f32>>'}}
func.func @bitcast_of_complex(%x: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{complex goes to complex only}}
  %0 = stablehlo.bitcast_convert %x : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4xf32>'}}
func.func @bitcast_of_equal_widths(%x: tensor<4xf32>) {
  // expected-error @+1 {{between elements of 32 bits keeps the shape}}
  %0 = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<5xi32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4xf32>'}}
func.func @bitcast_changes_the_rank(%x: tensor<4xf32>) {
  // expected-error @+1 {{from elements of 32 to 8 bits must change the rank by one}}
  %0 = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<16xi8>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4xf32>'}}
func.func @bitcast_keeps_leading_dims(%x: tensor<4xf32>) {
  // expected-error @+1 {{keeps leading dims, dim 0 has sizes 4 and 5}}
  %0 = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<5x4xi8>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4xf32>'}}
func.func @bitcast_keeps_all_bits(%x: tensor<4xf32>) {
  // expected-error @+1 {{packs 3 elements of 8 bits into one of 32 bits; the bits must agree}}
  %0 = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4x3xi8>
  return
}

// -----

func.func @no_exponent(%x: tensor<4xf32>) {
  // expected-error @+1 {{needs at least 1 exponent bit, got 0}}
  %0 = stablehlo.reduce_precision %x, format = e0m7 : tensor<4xf32>
  return
}

// -----

func.func @negative_mantissa(%x: tensor<4xf32>) {
  // expected-error @+1 {{needs at least 0 mantissa bits, got -1}}
  %0 = "stablehlo.reduce_precision"(%x) <{exponent_bits = 8 : i32, mantissa_bits = -1 : i32}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @float_format(%x: tensor<4xf32>) {
  // expected-error @+1 {{'m7e8' is not a float format such as e8m7}}
  %0 = stablehlo.reduce_precision %x, format = m7e8 : tensor<4xf32>
  return
}

// -----

// expected-note @+2 {{lhs is 'tensor<4xf32>'}}
// expected-note @+1 {{rhs is 'tensor<4xf64>'}}
func.func @parts_of_one_type(%x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error @+1 {{parts must have equal types, got 'tensor<4xf32>' and 'tensor<4xf64>'}}
  %0 = stablehlo.complex %x, %y : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @complex_of_reals(%x: tensor<4xf32>) {
  // expected-error @+1 {{result must be a complex tensor, got 'tensor<4xf32>'}}
  %0 = stablehlo.complex %x, %x : tensor<4xf32>
  return
}

// -----

// expected-note @+2 {{lhs is 'tensor<4xf32>'}}
// expected-note @+1 {{rhs is 'tensor<4xf64>'}}
func.func @compare_one_type(%x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error @+1 {{compares values of one type, got 'tensor<4xf32>' and 'tensor<4xf64>'}}
  %0 = stablehlo.compare LT, %x, %y : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xi1>
  return
}

// -----

// expected-note @+2 {{operand 0 is 'tensor<4xf32>'}}
// expected-note @+1 {{operand 1 is 'tensor<4xf32>'}}
func.func @compare_result(%x: tensor<4xf32>) {
  // expected-error @+1 {{gives 'tensor<4xi1>', but its result is written as 'tensor<3xi1>'}}
  %0 = stablehlo.compare LT, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<3xi1>
  return
}

// -----

// expected-note @+3 {{pred is 'tensor<4xi1>'}}
// expected-note @+2 {{on_true is 'tensor<4xf32>'}}
// expected-note @+1 {{on_false is 'tensor<4xf64>'}}
func.func @select_one_type(%p: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error @+1 {{selects between values of one type, got 'tensor<4xf32>' and 'tensor<4xf64>'}}
  %0 = stablehlo.select %p, %x, %y : (tensor<4xi1>, tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

// expected-note @+3 {{pred is 'tensor<3xi1>'}}
// expected-note @+2 {{on_true is 'tensor<4xf32>'}}
// expected-note @+1 {{on_false is 'tensor<4xf32>'}}
func.func @select_pred_shape(%p: tensor<3xi1>, %x: tensor<4xf32>) {
  // expected-error @+1 {{pred must be a scalar or have the shape of on_true, got 'tensor<3xi1>' and 'tensor<4xf32>'}}
  %0 = stablehlo.select %p, %x, %x : tensor<3xi1>, tensor<4xf32>
  return
}

// -----

func.func @select_types(%p: tensor<4xi1>, %x: tensor<4xf32>) {
  // expected-error @+1 {{expected the types of pred and result, or (T, T, T) -> T}}
  %0 = stablehlo.select %p, %x, %x : tensor<4xf32>
  return
}

// -----

// expected-note @+2 {{min is 'tensor<3xf32>'}}
// expected-note @+1 {{operand is 'tensor<4xf32>'}}
func.func @clamp_bound_shape(%lo: tensor<3xf32>, %x: tensor<4xf32>) {
  // expected-error @+1 {{min must be a scalar or have the operand's shape, got 'tensor<3xf32>' and 'tensor<4xf32>'}}
  %0 = stablehlo.clamp %lo, %x, %x : (tensor<3xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note @+2 {{max is 'tensor<f64>'}}
// expected-note @+1 {{operand is 'tensor<4xf32>'}}
func.func @clamp_bound_elements(%hi: tensor<f64>, %x: tensor<4xf32>) {
  // expected-error @+1 {{max has elements 'f64' and the operand 'f32'; they must be equal}}
  %0 = stablehlo.clamp %x, %x, %hi : (tensor<4xf32>, tensor<4xf32>, tensor<f64>) -> tensor<4xf32>
  return
}

// -----

// expected-note @+2 {{operand 0 is 'tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>'}}
// expected-note @+1 {{operand 1 is 'tensor<2xf32>'}}
func.func @add_half_quantized(%a: tensor<2x!quant.uniform<i8:f32, 0.5>>, %b: tensor<2xf32>) {
  // expected-error @+1 {{is quantized in all of its types or in none}}
  %0 = stablehlo.add %a, %b : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

// expected-note @+2 {{operand 0 is 'tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>'}}
// expected-note @+1 {{operand 1 is 'tensor<2x!quant.uniform<i16:f32, 5.000000e-01>>'}}
func.func @add_storage(%a: tensor<2x!quant.uniform<i8:f32, 0.5>>, %b: tensor<2x!quant.uniform<i16:f32, 0.5>>) {
  // expected-error @+1 {{needs equal storage and expressed types}}
  %0 = stablehlo.add %a, %b : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i16:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

// expected-note @+2 {{operand 0 is 'tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>'}}
// expected-note @+1 {{operand 1 is 'tensor<2x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>'}}
func.func @add_axis(%a: tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>, %b: tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>) {
  // expected-error @+1 {{operand 0 is quantized along dim 0 and the result along dim 1}}
  %0 = stablehlo.add %a, %b : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>, tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>
  return
}

// -----

func.func @scales_per_index(%a: tensor<3x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) {
  // expected-error @+1 {{operand #0 must be ranked tensor of boolean, integer, float, complex or quantized values}}
  %0 = stablehlo.add %a, %a : tensor<3x!quant.uniform<i8:f32:0, {0.5, 0.25}>>
  return
}
