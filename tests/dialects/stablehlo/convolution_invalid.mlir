// RUN: spmd-opt %s -split-input-file -verify-diagnostics

// expected-note @+2 {{lhs is 'tensor<1x8x8x3xf32>'}}
// expected-note @+1 {{rhs is 'tensor<3x3x3xf32>'}}
func.func @convolution_c1(%a: tensor<1x8x8x3xf32>, %b: tensor<3x3x3xf32>) {
  // expected-error @+1 {{has lhs of rank 4, rhs of rank 3 and a result of rank 4; the ranks must be equal and at least 2}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @convolution_c2(%a: tensor<1x8x8x3xf32>, %b: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{window stride has 1 entries, the window has 2 dims}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @convolution_c3(%a: tensor<1x8x8x3xf32>, %b: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{window stride is 0 in dim 1, it must be positive}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 0]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @convolution_c4(%a: tensor<1x8x8x3xf32>, %b: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{padding has type 'tensor<1x2xi64>', it must have shape [2, 2]}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @convolution_c6(%a: tensor<1x8x8x3xf32>, %b: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{base dilation is 0 in dim 0, it must be positive}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {lhs_dilate = [0, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @convolution_c8(%a: tensor<1x8x8x3xf32>, %b: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{window dilation is -1 in dim 1, it must be positive}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {rhs_dilate = [1, -1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// expected-note @+2 {{lhs is 'tensor<1x8x8x3xf32>'}}
// expected-note @+1 {{rhs is 'tensor<3x3x3x16xf32>'}}
func.func @convolution_c9(%a: tensor<1x8x8x3xf32>, %b: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{has window_reversal with 1 entries; there are 2 spatial dims}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// expected-note @+2 {{lhs is 'tensor<3x8x8x3xf32>'}}
// expected-note @+1 {{rhs is 'tensor<3x3x3x16xf32>'}}
func.func @convolution_c10(%a: tensor<3x8x8x3xf32>, %b: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{has lhs dim 0 of size 3, which is no multiple of batch_group_count 2}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<3x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// expected-note @+2 {{lhs is 'tensor<1x8x8x3xf32>'}}
// expected-note @+1 {{rhs is 'tensor<3x3x3x16xf32>'}}
func.func @convolution_c11(%a: tensor<1x8x8x3xf32>, %b: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{has lhs dim 3 of size 3, which is no multiple of feature_group_count 2}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// expected-note @+2 {{lhs is 'tensor<1x8x8x3xf32>'}}
// expected-note @+1 {{rhs is 'tensor<3x3x3x16xf32>'}}
func.func @convolution_c12(%a: tensor<1x8x8x3xf32>, %b: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{has 1 input spatial dims; a tensor of rank 4 has 2}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f, ?]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @convolution_c13(%a: tensor<1x8x8x3xf32>, %b: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{list of input dims names dim 4, the tensor has dims 0 to 3}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, ?, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// expected-note @+2 {{lhs is}}
// expected-note @+1 {{rhs is}}
func.func @convolution_c14(%a: tensor<1x8x8x3xf32>, %b: tensor<3x3x2x16xf32>) {
  // expected-error @+1 {{has 3 input features in 1 groups, and rhs dim 2 of size 2; it must be of size 3}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x2x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// expected-note @+2 {{lhs is 'tensor<4x8x8x3xf32>'}}
// expected-note @+1 {{rhs is 'tensor<3x3x3x5xf32>'}}
func.func @convolution_c15(%a: tensor<4x8x8x3xf32>, %b: tensor<3x3x3x5xf32>) {
  // expected-error @+1 {{has rhs dim 3 of size 5, which is no multiple of batch_group_count 2}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x8x8x3xf32>, tensor<3x3x3x5xf32>) -> tensor<2x6x6x5xf32>
  return
}

// -----

// expected-note @+2 {{lhs is 'tensor<1x8x8x4xf32>'}}
// expected-note @+1 {{rhs is 'tensor<3x3x2x5xf32>'}}
func.func @convolution_c16(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x2x5xf32>) {
  // expected-error @+1 {{has rhs dim 3 of size 5, which is no multiple of feature_group_count 2}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x2x5xf32>) -> tensor<1x6x6x5xf32>
  return
}

// -----

// expected-note @+2 {{lhs is 'tensor<1x8x8x3xf32>'}}
// expected-note @+1 {{rhs is 'tensor<3x3x3x16xf32>'}}
func.func @convolution_c17(%a: tensor<1x8x8x3xf32>, %b: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{has 1 kernel spatial dims; a tensor of rank 4 has 2}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, i, o, ?]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// expected-note @+2 {{lhs is 'tensor<1x8x8x3xf32>'}}
// expected-note @+1 {{rhs is 'tensor<3x3x3x16xf32>'}}
func.func @convolution_c19(%a: tensor<1x8x8x3xf32>, %b: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{has 1 output spatial dims; a tensor of rank 4 has 2}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, f, ?], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @convolution_c21(%a: tensor<1x8x8x3xf32>, %b: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{attribute 'feature_group_count' failed to satisfy constraint}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 0 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @convolution_c23(%a: tensor<2x8x8x2xf32>, %b: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{has feature_group_count 2 and batch_group_count 2; one of them must be 1}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 2 : i64} : (tensor<2x8x8x2xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @convolution_c24(%a: tensor<1x8x8x3xf32>, %b: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{has 3 precisions; there is one for each of two operands}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>]} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// expected-note @+2 {{lhs is}}
// expected-note @+1 {{rhs is}}
func.func @convolution_c25(%a: tensor<1x8x8x3xf32>, %b: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{has a result of type 'tensor<1x6x5x16xf32>', its operands give 'tensor<1x6x6x16xf32>'}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x5x16xf32>
  return
}

// -----

// expected-note @+2 {{lhs is 'tensor<1x8x8x3xf32>'}}
// expected-note @+1 {{rhs is 'tensor<3x3x3x16xf64>'}}
func.func @convolution_c27(%a: tensor<1x8x8x3xf32>, %b: tensor<3x3x3x16xf64>) {
  // expected-error @+1 {{has lhs of element type 'f32' and rhs of element type 'f64'; they must be equal}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf64>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// expected-note @+2 {{lhs is 'tensor<1x8x8x3x!quant.uniform<i8:f32, 5.000000e-01>>'}}
// expected-note @+1 {{rhs is 'tensor<3x3x3x16xf32>'}}
func.func @convolution_c28(%a: tensor<1x8x8x3x!quant.uniform<i8:f32, 0.5>>, %b: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{in a quantized op rhs is quantized}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3x!quant.uniform<i8:f32, 0.5>>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// expected-note @+2 {{lhs is 'tensor<1x8x8x3xf32>'}}
// expected-note @+1 {{rhs is 'tensor<3x3x3x16x!quant.uniform<i8:f32:2, {5.000000e-01,5.000000e-01,5.000000e-01}>>'}}
func.func @convolution_c29(%a: tensor<1x8x8x3xf32>, %b: tensor<3x3x3x16x!quant.uniform<i8:f32:2, {0.5,0.5,0.5}>>) {
  // expected-error @+1 {{has rhs quantized along dim 2; it must be the output feature dim 3}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16x!quant.uniform<i8:f32:2, {0.5,0.5,0.5}>>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @convolution_window_size(%a: tensor<1x8x8x3xf32>, %b: tensor<0x3x3x16xf32>) {
  // expected-error @+1 {{window size is 0 in dim 0, it must be positive}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<0x3x3x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @convolution_window_fields(%a: tensor<1x8x8x3xf32>, %b: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{a window has stride, pad, lhs_dilate, rhs_dilate and reverse, not `strides`}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {strides = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @convolution_window_field_twice(%a: tensor<1x8x8x3xf32>, %b: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{`stride` is given twice}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @convolution_reverse(%a: tensor<1x8x8x3xf32>, %b: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{expected 0 or 1, true or false}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {reverse = [2, 0]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @dynamic_conv_c3(%a: tensor<1x8x3xf32>, %b: tensor<3x3x4xf32>, %p: tensor<1x2xi32>) {
  // expected-error @+1 {{has window_strides with entry 0; each must be positive}}
  %0 = "stablehlo.dynamic_conv"(%a, %b, %p) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 0>} : (tensor<1x8x3xf32>, tensor<3x3x4xf32>, tensor<1x2xi32>) -> tensor<1x?x4xf32>
  return
}

// -----

// expected-note @+1 {{padding is made here}}
func.func @dynamic_conv_c4(%a: tensor<1x8x3xf32>, %b: tensor<3x3x4xf32>, %p: tensor<2xi32>) {
  // expected-error @+1 {{has padding of type 'tensor<2xi32>'; it must have shape [1, 2]}}
  %0 = "stablehlo.dynamic_conv"(%a, %b, %p) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<1x8x3xf32>, tensor<3x3x4xf32>, tensor<2xi32>) -> tensor<1x?x4xf32>
  return
}

// -----

// expected-note @+2 {{lhs is 'tensor<1x8x8x3xf32>'}}
// expected-note @+1 {{rhs is 'tensor<3x3x3x4xf32>'}}
func.func @dynamic_conv_c5(%a: tensor<1x8x8x3xf32>, %b: tensor<3x3x3x4xf32>, %p: tensor<2x2xi32>) {
  // expected-error @+1 {{has lhs_dilation with 1 entries; there are 2 spatial dims}}
  %0 = "stablehlo.dynamic_conv"(%a, %b, %p) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1>} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>, tensor<2x2xi32>) -> tensor<1x?x?x4xf32>
  return
}
