// RUN: spmd-opt %s | spmd-opt | FileCheck %s

// CHECK-LABEL: @matrix_product
func.func @matrix_product(%a: tensor<4x6xf32>, %b: tensor<6x2xf32>) -> tensor<4x2xf32> {
  // CHECK: stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x2xf32>) -> tensor<4x2xf32>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// CHECK-LABEL: @batched_with_precision
func.func @batched_with_precision(%a: tensor<8x16x4x8xf32>, %b: tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32> {
  // CHECK: dot_general %{{.*}}, %{{.*}}, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, HIGH] : (
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, HIGH] : (tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
  return %0 : tensor<8x4x16x16xf32>
}

// CHECK-LABEL: @generic_form_fields_in_any_order
func.func @generic_form_fields_in_any_order(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) -> tensor<2x3x5xf32> {
  // CHECK: dot_general %{{.*}}, %{{.*}}, batching_dims = [0] x [0], contracting_dims = [2] x [1] {note = "kept"} :
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<rhs_batching_dimensions = [0], lhs_batching_dimensions = [0], rhs_contracting_dimensions = [1], lhs_contracting_dimensions = [2]>, note = "kept"} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return %0 : tensor<2x3x5xf32>
}

// CHECK-LABEL: @outer_product_widens
func.func @outer_product_widens(%a: tensor<2xbf16>, %b: tensor<3xbf16>) -> tensor<2x3xf32> {
  // CHECK: contracting_dims = [] x [] : (tensor<2xbf16>, tensor<3xbf16>) -> tensor<2x3xf32>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [] x [] : (tensor<2xbf16>, tensor<3xbf16>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: @algorithm
func.func @algorithm(%a: tensor<2x4xf32>, %b: tensor<4x5xf32>) -> tensor<2x5xf32> {
  // CHECK: contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false> :
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<2x4xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// CHECK-LABEL: @dynamic_sizes
func.func @dynamic_sizes(%a: tensor<?x4xf32>, %b: tensor<?x5xf32>) -> tensor<?x5xf32> {
  // CHECK: dot_general
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<?x4xf32>, tensor<?x5xf32>) -> tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}

// CHECK-LABEL: @hybrid_quantized
func.func @hybrid_quantized(%a: tensor<2x4xf32>, %b: tensor<4x5x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x5xf32> {
  // CHECK: dot_general
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x5x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// CHECK-LABEL: @legacy_products
func.func @legacy_products(%a: tensor<4x6xf32>, %b: tensor<6x2xf32>, %v: tensor<6xf32>) {
  // CHECK: stablehlo.dot %{{.*}}, %{{.*}}, precision = [HIGH, HIGH] : (tensor<4x6xf32>, tensor<6x2xf32>) -> tensor<4x2xf32>
  %0 = stablehlo.dot %a, %b, precision = [HIGH, HIGH] : (tensor<4x6xf32>, tensor<6x2xf32>) -> tensor<4x2xf32>
  // CHECK: stablehlo.dot %{{.*}}, %{{.*}} : (tensor<6xf32>, tensor<6xf32>) -> tensor<f32>
  %1 = stablehlo.dot %v, %v : (tensor<6xf32>, tensor<6xf32>) -> tensor<f32>
  // CHECK: stablehlo.einsum %{{.*}}, %{{.*}}, config = "ij,jk->ik" : (tensor<4x6xf32>, tensor<6x2xf32>) -> tensor<4x2xf32>
  %2 = stablehlo.einsum %a, %b, config = "ij,jk->ik" : (tensor<4x6xf32>, tensor<6x2xf32>) -> tensor<4x2xf32>
  // CHECK: stablehlo.unary_einsum %{{.*}}, config = "ij->ji" : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %3 = stablehlo.unary_einsum %a, config = "ij->ji" : (tensor<4x6xf32>) -> tensor<6x4xf32>
  return
}
