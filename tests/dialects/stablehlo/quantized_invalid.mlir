// RUN: spmd-opt %s -split-input-file -verify-diagnostics

// expected-note @+1 {{operand is 'tensor<2xf32>'}}
func.func @uniform_quantize_c1(%x: tensor<2xf32>) {
  // expected-error @+1 {{the shapes must be equal}}
  %0 = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<3x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<2xf64>'}}
func.func @uniform_quantize_c2(%x: tensor<2xf64>) {
  // expected-error @+1 {{quantizes values of 'f64' to a type that expresses 'f32'; the two must be equal}}
  %0 = stablehlo.uniform_quantize %x : (tensor<2xf64>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>'}}
func.func @uniform_dequantize_c1(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{gives 'tensor<2xf32>', but its result is written as 'tensor<3xf32>'}}
  %0 = stablehlo.uniform_dequantize %x : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<3xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>'}}
func.func @uniform_dequantize_c2(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{gives 'tensor<2xf32>', but its result is written as 'tensor<2xf64>'}}
  %0 = stablehlo.uniform_dequantize %x : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xf64>
  return
}
