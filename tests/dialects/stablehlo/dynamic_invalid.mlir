// RUN: spmd-opt %s -split-input-file -verify-diagnostics

// expected-note @+1 {{operand is 'tensor<3xf32>'}}
func.func @dynamic_broadcast_in_dim_c1(%x: tensor<3xf32>, %s: tensor<2xi32>) {
  // expected-error @+1 {{keeps the element type}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xf32>, tensor<2xi32>) -> tensor<2x3xf64>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<3xf32>'}}
func.func @dynamic_broadcast_in_dim_c2(%x: tensor<3xf32>, %s: tensor<2xi32>) {
  // expected-error @+1 {{maps 2 dims, the operand has rank 1}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 1] : (tensor<3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c3(%x: tensor<3xf32>, %s: tensor<2xi32>) {
  // expected-error @+1 {{broadcast_dimensions names dim 2, the tensor has dims 0 to 1}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [2] : (tensor<3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c4(%x: tensor<3x3xf32>, %s: tensor<2xi32>) {
  // expected-error @+1 {{broadcast_dimensions names dim 1 twice}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1, 1] : (tensor<3x3xf32>, tensor<2xi32>) -> tensor<3x3xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<3xf32>'}}
func.func @dynamic_broadcast_in_dim_c5(%x: tensor<3xf32>, %s: tensor<2xi32>) {
  // expected-error @+1 {{operand dim 0 of size 3 becomes result dim 0 of size 2; it must be 1 or equal}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}

// -----

// expected-note @+1 {{the shape is made here}}
func.func @dynamic_broadcast_in_dim_c7(%x: tensor<3xf32>, %s: tensor<3xi32>) {
  // expected-error @+1 {{has a shape of 3 entries and a result 'tensor<2x3xf32>' of rank 2; they must be equal}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xf32>, tensor<3xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c8(%x: tensor<3xf32>, %s: tensor<2xi32>) {
  // expected-error @+1 {{known_expanding and known_nonexpanding dimensions names dim 0 twice}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] {known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c9(%x: tensor<3xf32>, %s: tensor<2xi32>) {
  // expected-error @+1 {{known_expanding and known_nonexpanding dimensions names dim 1, the tensor has dims 0 to 0}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] {known_expanding_dimensions = array<i64: 1>} : (tensor<3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_shape(%x: tensor<3xf32>) {
  // expected-note @+1 {{the shape is made here}}
  %s = stablehlo.constant dense<[2, 4]> : tensor<2xi32>
  // expected-error @+1 {{makes size 4 in dim 1, its result 'tensor<2x3xf32>' has 3 there}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dynamic_iota_c1(%s: tensor<2xi32>) {
  // expected-error @+1 {{counts along dim 2; its result 'tensor<2x3xf32>' has dims 0 to 1}}
  %0 = stablehlo.dynamic_iota %s, dim = 2 : (tensor<2xi32>) -> tensor<2x3xf32>
  return
}

// -----

// expected-note @+1 {{the shape is made here}}
func.func @dynamic_iota_c2(%s: tensor<3xi32>) {
  // expected-error @+1 {{has a shape of 3 entries and a result 'tensor<2x3xf32>' of rank 2; they must be equal}}
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<3xi32>) -> tensor<2x3xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<6xf32>'}}
func.func @dynamic_reshape_c1(%x: tensor<6xf32>, %s: tensor<2xi32>) {
  // expected-error @+1 {{keeps the element type}}
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<6xf32>, tensor<2xi32>) -> tensor<2x3xf64>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<6xf32>'}}
func.func @dynamic_reshape_c2(%x: tensor<6xf32>, %s: tensor<2xi32>) {
  // expected-error @+1 {{keeps the number of elements}}
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<6xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  return
}

// -----

// expected-note @+1 {{the shape is made here}}
func.func @dynamic_reshape_c4(%x: tensor<6xf32>, %s: tensor<3xi32>) {
  // expected-error @+1 {{has a shape of 3 entries and a result 'tensor<2x3xf32>' of rank 2; they must be equal}}
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<6xf32>, tensor<3xi32>) -> tensor<2x3xf32>
  return
}

// -----

// expected-note @+2 {{operand is 'tensor<4xf32>'}}
// expected-note @+1 {{the value is 'tensor<f64>'}}
func.func @dynamic_pad_c1(%x: tensor<4xf32>, %v: tensor<f64>, %p: tensor<1xi32>) {
  // expected-error @+1 {{the value is a scalar and the element types must be equal}}
  %0 = stablehlo.dynamic_pad %x, %v, %p, %p, %p : (tensor<4xf32>, tensor<f64>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

// expected-note @+2 {{operand is 'tensor<4xf32>'}}
// expected-note @+1 {{edge_padding_high is made here}}
func.func @dynamic_pad_c2(%x: tensor<4xf32>, %v: tensor<f32>, %p: tensor<1xi32>, %q: tensor<2xi32>) {
  // expected-error @+1 {{has edge_padding_high of type 'tensor<2xi32>'; operand 'tensor<4xf32>' needs 1 entries, of one type in all three lists}}
  %0 = stablehlo.dynamic_pad %x, %v, %p, %q, %p : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<2xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_pad_c3(%x: tensor<4xf32>, %v: tensor<f32>) {
  // expected-note @+1 {{interior_padding is made here}}
  %p = stablehlo.constant dense<-1> : tensor<1xi32>
  // expected-error @+1 {{has interior padding -1; it must be 0 or more}}
  %0 = stablehlo.dynamic_pad %x, %v, %p, %p, %p : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4xf32>'}}
func.func @dynamic_pad_c4(%x: tensor<4xf32>, %v: tensor<f32>) {
  %p = stablehlo.constant dense<1> : tensor<1xi32>
  // expected-error @+1 {{pads dim 0 of size 4 to 9, its result 'tensor<8xf32>' has 8 there}}
  %0 = stablehlo.dynamic_pad %x, %v, %p, %p, %p : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<8xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4xf32>'}}
func.func @dynamic_pad_rank(%x: tensor<4xf32>, %v: tensor<f32>, %p: tensor<1xi32>) {
  // expected-error @+1 {{the ranks must be equal}}
  %0 = stablehlo.dynamic_pad %x, %v, %p, %p, %p : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?x?xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<3x8xf32>'}}
func.func @get_dimension_size_c1(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{names dim 2; operand 'tensor<3x8xf32>' has dims 0 to 1}}
  %0 = stablehlo.get_dimension_size %x, dim = 2 : (tensor<3x8xf32>) -> tensor<i32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<3x8xf32>'}}
func.func @set_dimension_size_dim(%x: tensor<3x8xf32>, %n: tensor<i32>) {
  // expected-error @+1 {{names dim 2; operand 'tensor<3x8xf32>' has dims 0 to 1}}
  %0 = stablehlo.set_dimension_size %x, %n, dim = 2 : (tensor<3x8xf32>, tensor<i32>) -> tensor<?x8xf32>
  return
}

// -----

// expected-note @+2 {{operand 0 is 'tensor<3x8xf32>'}}
// expected-note @+1 {{operand 1 is 'tensor<i32>'}}
func.func @set_dimension_size_result(%x: tensor<3x8xf32>, %n: tensor<i32>) {
  // expected-error @+1 {{gives 'tensor<?x8xf32, #stablehlo.bounds<3, ?>>', but its result is written as 'tensor<?x7xf32>'}}
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<3x8xf32>, tensor<i32>) -> tensor<?x7xf32>
  return
}
