// RUN: spmd-opt %s -split-input-file -verify-diagnostics

// expected-note @+2 {{a is 'tensor<f32>'}}
// expected-note @+1 {{b is 'tensor<f64>'}}
func.func @rng_c1(%a: tensor<f32>, %b: tensor<f64>, %s: tensor<2xi64>) {
  // expected-error @+1 {{draws between 'f32' and 'f64'; the element types must be equal}}
  %0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f64>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

// A shape operand of few bytes of text and 10^12 entries.
func.func @rng_of_many_dims(%a: tensor<f32>) {
  // expected-note @+1 {{the shape is 'tensor<1000000000000xi64>'}}
  %s = stablehlo.constant dense<1> : tensor<1000000000000xi64>
  // expected-error @+1 {{has shape of type 'tensor<1000000000000xi64>'; at most 65536 dims are supported}}
  %0 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1000000000000xi64>) -> tensor<2x3xf32>
  return
}

// -----

// expected-note @+2 {{a is 'tensor<i32>'}}
// expected-note @+1 {{b is 'tensor<i32>'}}
func.func @rng_c2(%a: tensor<i32>, %s: tensor<2xi64>) {
  // expected-error @+1 {{draws NORMAL values of type 'i32'; they must be floats}}
  %0 = stablehlo.rng %a, %a, %s, distribution = NORMAL : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<2x3xi32>
  return
}

// -----

// expected-note @+2 {{operand 0 is 'tensor<f32>'}}
// expected-note @+1 {{operand 1 is 'tensor<f32>'}}
func.func @rng_c3(%a: tensor<f32>) {
  // expected-note @+1 {{operand 2 is 'tensor<2xi64>'}}
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  // expected-error @+1 {{gives 'tensor<2x3xf32>', but its result is written as 'tensor<2x4xf32>'}}
  %0 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x4xf32>
  return
}

// -----

func.func @rng_negative_size(%a: tensor<f32>) {
  // expected-note @+1 {{the shape is made here}}
  %s = stablehlo.constant dense<[2, -3]> : tensor<2xi64>
  // expected-error @+1 {{has size -3 in its shape; sizes are 0 or more}}
  %0 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x?xf32>
  return
}

// -----

// expected-note @+1 {{the shape is 'tensor<?xi64>'}}
func.func @rng_rank(%a: tensor<f32>, %s: tensor<?xi64>) {
  // expected-error @+1 {{has shape of type 'tensor<?xi64>'; the rank of the result must be static}}
  %0 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<?xi64>) -> tensor<2x3xf32>
  return
}

// -----

// expected-note @+1 {{the state is 'tensor<2xui64>'}}
func.func @rng_bit_generator_c1(%s: tensor<2xui64>) {
  // expected-error @+1 {{takes a state of type 'tensor<2xui64>' and gives one of type 'tensor<3xui64>'; the shapes must be equal}}
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}

// -----

// expected-note @+1 {{the state is 'tensor<3xui64>'}}
func.func @rng_bit_generator_c2(%s: tensor<3xui64>) {
  // expected-error @+1 {{has a state of 3 words; THREE_FRY has 2}}
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}

// -----

func.func @rng_bit_generator_static(%s: tensor<2xui64>) {
  // expected-error @+1 {{fills 'tensor<?xui32>'; its shape must be static}}
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<?xui32>)
  return
}
