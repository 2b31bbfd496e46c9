// RUN: spmd-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{has 1 operands and 1 results, which must be 1 or 2, and real on one side at most}}
  %0 = spmd.fourier(%x) dim = 1 length = 8 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%x: tensor<4x8xf16>) {
  // expected-error@+1 {{transforms 'f16', which must be f32 or f64}}
  %0:2 = spmd.fourier(%x) dim = 1 length = 8 : (tensor<4x8xf16>) -> (tensor<4x5xf16>, tensor<4x5xf16>)
  return
}
// -----
func.func @f(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{transforms dim 2 of 'tensor<4x8xf32>'}}
  %0:2 = spmd.fourier(%x) dim = 2 length = 8 : (tensor<4x8xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>)
  return
}
// -----
// expected-note@+1 {{operand is 'tensor<4x8xf32>'}}
func.func @f(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{has length 7, and dim 1 has size 8}}
  %0:2 = spmd.fourier(%x) dim = 1 length = 7 : (tensor<4x8xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>)
  return
}
// -----
func.func @f(%x: tensor<4x5xf32>) {
  // expected-error@+1 {{takes real numbers forwards and gives them as an inverse only}}
  %0 = spmd.fourier(%x, %x) dim = 1 length = 8 : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%x: tensor<4x5xf32>) {
  // expected-error@+1 {{turns complex numbers only}}
  %0 = spmd.fourier(%x, %x) dim = 1 length = 8 inverse turned : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%x: tensor<4x5xf32>, %y: tensor<5x4xf32>) {
  // expected-error@+1 {{has parts of types 'tensor<4x5xf32>' and 'tensor<5x4xf32>'}}
  %0:2 = spmd.fourier(%x, %y) dim = 1 length = 5 : (tensor<4x5xf32>, tensor<5x4xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>)
  return
}
// -----
func.func @f(%x: tensor<4x5xf32>) {
  // expected-error@+1 {{makes 'tensor<5x4xf32>', but has a result of type 'tensor<4x5xf32>'}}
  %0:2 = spmd.fourier(%x, %x) dim = 0 length = 4 turned : (tensor<4x5xf32>, tensor<4x5xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>)
  return
}
