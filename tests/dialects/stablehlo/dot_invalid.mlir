// RUN: spmd-opt %s -split-input-file -verify-diagnostics

func.func @dot_general_c1(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error @+1 {{has 1 lhs and 0 rhs batching dims; the numbers must be equal}}
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_c2(%a: tensor<2x4xf32>, %b: tensor<4x5xf32>) {
  // expected-error @+1 {{has 1 lhs and 0 rhs contracting dims; the numbers must be equal}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [] : (tensor<2x4xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @dot_general_c3(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>) {
  // expected-error @+1 {{list of lhs batching and contracting dims names dim 0 twice}}
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [0] x [1] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @dot_general_c4(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>) {
  // expected-error @+1 {{list of rhs batching and contracting dims names dim 0 twice}}
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @dot_general_c6(%a: tensor<2x4xf32>, %b: tensor<4x5xf32>) {
  // expected-error @+1 {{list of lhs batching and contracting dims names dim 2, the tensor has dims 0 to 1}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [2] x [0] : (tensor<2x4xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @dot_general_c8(%a: tensor<2x4xf32>, %b: tensor<4x5xf32>) {
  // expected-error @+1 {{list of rhs batching and contracting dims names dim -1, the tensor has dims 0 to 1}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [-1] : (tensor<2x4xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

// expected-note @+2 {{lhs is}}
// expected-note @+1 {{rhs is}}
func.func @dot_general_c9(%a: tensor<2x3x4xf32>, %b: tensor<3x4x5xf32>) {
  // expected-error @+1 {{pairs lhs batching dim 0 of size 2 with rhs dim 0 of size 3; the sizes must be equal}}
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<3x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected-note @+2 {{lhs is}}
// expected-note @+1 {{rhs is}}
func.func @dot_general_c10(%a: tensor<2x4xf32>, %b: tensor<3x5xf32>) {
  // expected-error @+1 {{pairs lhs contracting dim 1 of size 4 with rhs dim 0 of size 3; the sizes must be equal}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @dot_general_c11(%a: tensor<2x4xf32>, %b: tensor<4x5xf32>) {
  // expected-error @+1 {{has 3 precisions; there is one for each of two operands}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGH, HIGH, HIGH] : (tensor<2x4xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

// expected-note @+2 {{lhs is}}
// expected-note @+1 {{rhs is}}
func.func @dot_general_c12(%a: tensor<2x4xf32>, %b: tensor<4x5xf32>) {
  // expected-error @+1 {{has a result of type 'tensor<5x2xf32>', its operands give 'tensor<2x5xf32>'}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x5xf32>) -> tensor<5x2xf32>
  return
}

// -----

// expected-note @+2 {{lhs is 'tensor<2x4x!quant.uniform<i8:f32, 5.000000e-01>>'}}
// expected-note @+1 {{rhs is 'tensor<4x5xf32>'}}
func.func @dot_general_c14(%a: tensor<2x4x!quant.uniform<i8:f32, 0.5>>, %b: tensor<4x5xf32>) {
  // expected-error @+1 {{in a quantized op rhs is quantized, and lhs and result are both quantized or both not}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x4x!quant.uniform<i8:f32, 0.5>>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

// expected-note @+1 {{rhs is 'tensor<4x5x!quant.uniform<i8:f32, 5.000000e-01:3>>'}}
func.func @dot_general_c15(%a: tensor<2x4xf32>, %b: tensor<4x5x!quant.uniform<i8:f32, 0.5:3>>) {
  // expected-error @+1 {{the zero points of rhs must be 0}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x5x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x5xf32>
  return
}

// -----

// expected-note @+1 {{rhs is 'tensor<4x2x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01}>>'}}
func.func @dot_general_c16(%a: tensor<2x4xf32>, %b: tensor<4x2x!quant.uniform<i8:f32:0, {0.5,0.5,0.5,0.5}>>) {
  // expected-error @+1 {{contracts rhs dim 0, along which rhs is quantized; that dim must be kept}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x2x!quant.uniform<i8:f32:0, {0.5,0.5,0.5,0.5}>>) -> tensor<2x2xf32>
  return
}

// -----

// expected-note @+2 {{lhs is 'tensor<2x4x!quant.uniform<i4:f32, 5.000000e-01>>'}}
// expected-note @+1 {{rhs is 'tensor<4x5x!quant.uniform<i8:f32, 5.000000e-01>>'}}
func.func @dot_general_c17(%a: tensor<2x4x!quant.uniform<i4:f32, 0.5>>, %b: tensor<4x5x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{has lhs stored as 'i4' and rhs stored as 'i8'; the two must be equal}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x4x!quant.uniform<i4:f32, 0.5>>, tensor<4x5x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x5x!quant.uniform<i32:f32, 0.5>>
  return
}

// -----

// expected-note @+2 {{lhs is 'tensor<2x4x!quant.uniform<i8:f64, 5.000000e-01>>'}}
// expected-note @+1 {{rhs is 'tensor<4x5x!quant.uniform<i8:f32, 5.000000e-01>>'}}
func.func @dot_general_c18(%a: tensor<2x4x!quant.uniform<i8:f64, 0.5>>, %b: tensor<4x5x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{expresses lhs in 'f64', rhs in 'f32' and the result in 'f32'; the three must be equal}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x4x!quant.uniform<i8:f64, 0.5>>, tensor<4x5x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x5x!quant.uniform<i32:f32, 0.5>>
  return
}

// -----

// expected-note @+1 {{rhs is 'tensor<4x2x!quant.uniform<i8:f32, 5.000000e-01>>'}}
func.func @dot_general_c19(%a: tensor<2x4x!quant.uniform<i8:f32, 0.5>>, %b: tensor<4x2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{has rhs quantized per tensor and the result per axis}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x4x!quant.uniform<i8:f32, 0.5>>, tensor<4x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2x!quant.uniform<i32:f32:1, {0.5,0.5}>>
  return
}

// -----

// expected-note @+2 {{lhs is 'tensor<2x4xf64>'}}
// expected-note @+1 {{rhs is 'tensor<4x5x!quant.uniform<i8:f32, 5.000000e-01>>'}}
func.func @dot_general_c20(%a: tensor<2x4xf64>, %b: tensor<4x5x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{multiplies 'f64' with an rhs that expresses 'f32' to 'f64'; the three must be equal}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x4xf64>, tensor<4x5x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x5xf64>
  return
}

// -----

func.func @dot_general_c21(%a: tensor<2x4xf32>, %b: tensor<4x5xf32>) {
  // expected-error @+1 {{has an algorithm and the precision HIGH; with an algorithm every precision must be DEFAULT}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [DEFAULT, HIGH], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x4xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @dot_general_c22(%a: tensor<2x4xf32>, %b: tensor<4x5xf32>) {
  // expected-error @+1 {{lhs_component_count = 0; it must be positive}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 0, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x4xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @dot_general_c23(%a: tensor<2x4xf32>, %b: tensor<4x5xf32>) {
  // expected-error @+1 {{rhs_component_count = 0; it must be positive}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 0, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x4xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @dot_general_c24(%a: tensor<2x4xf32>, %b: tensor<4x5xf32>) {
  // expected-error @+1 {{num_primitive_operations = 0; it must be positive}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 0, allow_imprecise_accumulation = false> : (tensor<2x4xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @dot_general_unknown_algorithm(%a: tensor<2x4xf32>, %b: tensor<4x5xf32>) {
  // expected-error @+1 {{names an algorithm that is not known}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f16, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x4xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @dot_general_fields(%a: tensor<2x4xf32>, %b: tensor<4x5xf32>) {
  // expected-error @+1 {{expected `precision`, then `algorithm`, each at most once}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], exactness = [HIGH] : (tensor<2x4xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

// expected-note @+2 {{lhs is 'tensor<2x3x4xf32>'}}
// expected-note @+1 {{rhs is 'tensor<4x5xf32>'}}
func.func @dot_rank(%a: tensor<2x3x4xf32>, %b: tensor<4x5xf32>) {
  // expected-error @+1 {{has lhs of rank 3; dot takes vectors and matrices only}}
  %0 = stablehlo.dot %a, %b : (tensor<2x3x4xf32>, tensor<4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected-note @+2 {{lhs is}}
// expected-note @+1 {{rhs is}}
func.func @dot_sizes(%a: tensor<2x4xf32>, %b: tensor<3x5xf32>) {
  // expected-error @+1 {{contracts lhs dim 1 of size 4 with rhs dim 0 of size 3; the sizes must be equal}}
  %0 = stablehlo.dot %a, %b : (tensor<2x4xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

// expected-note @+2 {{lhs is}}
// expected-note @+1 {{rhs is}}
func.func @dot_result(%a: tensor<2x4xf32>, %b: tensor<4x5xf32>) {
  // expected-error @+1 {{its operands give 'tensor<2x5xf32>'}}
  %0 = stablehlo.dot %a, %b : (tensor<2x4xf32>, tensor<4x5xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @dot_algorithm(%a: tensor<2x4xf32>, %b: tensor<4x5xf32>) {
  // expected-error @+1 {{dot takes no algorithm, dot_general does}}
  %0 = stablehlo.dot %a, %b, algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x4xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return
}
