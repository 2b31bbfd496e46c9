// RUN: spmd-opt %s -split-input-file -verify-diagnostics

func.func @short_form_is_for_one_input(%x: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{reduces 2 inputs; the form with `applies` is for one, write a reducer}}
  %0:2 = stablehlo.reduce(%x init: %z), (%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<2xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}

// -----

func.func @short_form_is_commutative(%x: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.subtract' is not a commutative op of two operands, write a reducer}}
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.subtract across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// expected-note @+2 {{input 0 is 'tensor<2xf32>'}}
// expected-note @+1 {{the other input is 'tensor<3xf32>'}}
func.func @equal_shapes(%x: tensor<2xf32>, %y: tensor<3xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{inputs must have one shape, input 0 is 'tensor<2xf32>' and input 1 is 'tensor<3xf32>'}}
  %0:2 = stablehlo.reduce(%x init: %z), (%y init: %z) across dimensions = [0] : (tensor<2xf32>, tensor<3xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<f32>, %d: tensor<f32>)  {
    stablehlo.return %a, %c : tensor<f32>, tensor<f32>
  }
  return
}

// -----

// expected-note @+1 {{the init is 'tensor<1xf32>'}}
func.func @init_rank(%x: tensor<2xf32>, %z: tensor<1xf32>) {
  // expected-error @+1 {{init 0 must have rank 0, got 'tensor<1xf32>'}}
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<1xf32>) -> tensor<f32>
  return
}

// -----

// expected-note @+2 {{the input is 'tensor<2xf32>'}}
// expected-note @+1 {{the init is 'tensor<f64>'}}
func.func @init_elements(%x: tensor<2xf32>, %z: tensor<f64>) {
  // expected-error @+1 {{input 0 has elements 'f32' and its init 'f64'; they must be equal}}
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @dims_in_range(%x: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{dimensions names dim 1, the tensor has dims 0 to 0}}
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @dims_unique(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{dimensions names dim 1 twice}}
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// expected-note @+2 {{operand 0 is 'tensor<2x3xf32>'}}
// expected-note @+1 {{operand 1 is 'tensor<f32>'}}
func.func @result_shape(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{gives 'tensor<2xf32>', but its result is written as 'tensor<3xf32>'}}
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @nothing() {
  // expected-error @+1 {{reduces 0 inputs with 0 inits; it needs at least one and equally many}}
  "stablehlo.reduce"() <{dimensions = array<i64>}> ({
  ^bb0:
    stablehlo.return
  }) : () -> ()
  return
}

// -----

func.func @body_arguments(%x: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{body takes 3 arguments, 1 inputs need 2}}
  %0 = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @body_argument_type(%x: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{body argument 1 has type 'tensor<i32>', its result 0 has type 'tensor<f32>'; the types must be equal}}
  %0 = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 0>}> ({
  // expected-note @+2 {{the argument is 'tensor<i32>'}}
  // expected-note @+1 {{the result is 'tensor<f32>'}}
  ^bb0(%a: tensor<f32>, %b: tensor<i32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// expected-note @+2 {{operand 0 is 'tensor<2xi32>'}}
// expected-note @+1 {{operand 1 is 'tensor<i32>'}}
func.func @not_promotable(%x: tensor<2xi32>, %z: tensor<i32>) {
  // expected-error @+1 {{input 0 of element type 'i32' cannot be reduced in 'i16', to which it is not promotable}}
  %0 = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i16>, %b: tensor<i16>):
    stablehlo.return %a : tensor<i16>
  }) : (tensor<2xi32>, tensor<i32>) -> tensor<i16>
  return
}

// -----

func.func @window_rank(%x: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{window has 2 dims, the operand has 1}}
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @window_size(%x: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{window size is 0 in dim 0, it must be positive}}
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @window_stride(%x: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{window stride is 0 in dim 0, it must be positive}}
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1>, window_strides = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @window_dilations(%x: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{base dilation has 2 entries, the window has 1 dims}}
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1>, base_dilations = array<i64: 1, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @window_padding(%x: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{padding has type 'tensor<2xi64>', it must have shape [1, 2]: low and high for each dim}}
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1>, padding = dense<0> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// expected-note @+2 {{operand is 'tensor<4xf32>'}}
// expected-note @+1 {{source is 'tensor<3xf32>'}}
func.func @source_per_window(%x: tensor<4xf32>, %s: tensor<3xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{source must have an element per window, got 'tensor<3xf32>' for the windows 'tensor<2xf32>' of operand 'tensor<4xf32>'}}
  %0 = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4xf32>, tensor<3xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @select_returns_predicate(%x: tensor<4xf32>, %s: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{select must return one tensor<i1>, it returns ('tensor<f32>')}}
  %0 = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    // expected-note @+1 {{the region returns here}}
    stablehlo.return %a : tensor<f32>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// expected-note @+3 {{operand is 'tensor<4xf32>'}}
// expected-note @+2 {{source is 'tensor<2xi32>'}}
// expected-note @+1 {{init is 'tensor<f32>'}}
func.func @scatter_elements(%x: tensor<4xf32>, %s: tensor<2xi32>, %z: tensor<f32>) {
  // expected-error @+1 {{operand, source and init must have equal elements, got 'f32', 'i32' and 'f32'}}
  %0 = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4xf32>, tensor<2xi32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// expected-note @+1 {{input 0 is 'tensor<4xf32>'}}
func.func @sort_dim(%x: tensor<4xf32>) {
  // expected-error @+1 {{sorts along dim 1 of inputs of rank 1}}
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4xf32>'}}
func.func @sort_comparator(%x: tensor<4xf32>) {
  // expected-error @+1 {{comparator argument 1 has type 'tensor<i32>', it must be 'tensor<f32>'}}
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  // expected-note @+1 {{the argument is 'tensor<i32>'}}
  ^bb0(%a: tensor<f32>, %b: tensor<i32>):
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note @+2 {{input 0 is 'tensor<4xf32>'}}
// expected-note @+1 {{the other input is 'tensor<3xf32>'}}
func.func @sort_one_shape(%x: tensor<4xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{inputs must have one shape, input 0 is 'tensor<4xf32>' and input 1 is 'tensor<3xf32>'}}
  %0:2 = "stablehlo.sort"(%x, %y) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4xf32>, tensor<3xf32>) -> (tensor<4xf32>, tensor<3xf32>)
  return
}

// -----

func.func @sort_nothing() {
  // expected-error @+1 {{sorts nothing; it needs at least one input}}
  "stablehlo.sort"() <{dimension = 0 : i64}> ({
  ^bb0:
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : () -> ()
  return
}

// -----

// expected-note @+1 {{input 0 is 'tensor<4x2xf32>'}}
func.func @map_dims(%x: tensor<4x2xf32>) {
  // expected-error @+1 {{dimensions must be 0 to 1 in order, got [1, 0]}}
  %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 1, 0>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @map_arguments(%x: tensor<4xf32>) {
  // expected-error @+1 {{computation takes 2 arguments, it must take 1}}
  %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
