// RUN: spmd-opt %s --spmd-decompose | FileCheck %s

sdy.mesh @mesh = <["x"=2]>

// The sharding of the op goes to the op that computes the result.
// CHECK-LABEL: @implicit_broadcast(
func.func @implicit_broadcast(%x: tensor<8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
  // CHECK-NEXT: stablehlo.add %[[B]], %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>}
  %0 = chlo.broadcast_add %x, %y {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: @bytes_of_a_float(
func.func @bytes_of_a_float(%x: tensor<4xf32>) -> tensor<4x4xui8> {
  // CHECK-NEXT: %[[BITS:.*]] = stablehlo.bitcast_convert %arg0 : (tensor<4xf32>) -> tensor<4xui32>
  // CHECK: stablehlo.broadcast_in_dim %[[BITS]], dims = [0]
  // CHECK: %[[SHIFTED:.*]] = stablehlo.shift_right_logical
  // CHECK: stablehlo.convert %[[SHIFTED]] : (tensor<4x4xui32>) -> tensor<4x4xui8>
  %0 = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4x4xui8>
  return %0 : tensor<4x4xui8>
}

// CHECK-LABEL: @window_over_holes(
func.func @window_over_holes(%x: tensor<4xf32>, %i: tensor<f32>) -> tensor<6xf32> {
  // CHECK: %[[P:.*]] = stablehlo.pad %arg0, %arg1, low = [0], high = [0], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<7xf32>
  // CHECK: "stablehlo.reduce_window"(%[[P]], %arg1)
  // CHECK-NOT: base_dilations
  // CHECK: return
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2>, base_dilations = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// CHECK-LABEL: @dynamic_op_of_constants(
func.func @dynamic_op_of_constants(%x: tensor<8xf32>) -> tensor<2x4xf32> {
  // CHECK: stablehlo.reshape %arg0 : (tensor<8xf32>) -> tensor<2x4xf32>
  // CHECK-NOT: stablehlo.dynamic_reshape
  // CHECK: return
  %shape = stablehlo.constant dense<[2, 4]> : tensor<2xi32>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<8xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: @scalar_of_a_scalar(
func.func @scalar_of_a_scalar(%x: tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: return %arg0
  %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: @legacy_dot(
func.func @legacy_dot(%x: tensor<4x8xf32>, %y: tensor<8xf32>) -> tensor<4xf32> {
  // CHECK: stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0]
  %0 = stablehlo.dot %x, %y : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A transform of several dims is one of each, of the last dim; real numbers come first or last.
// CHECK-LABEL: @fourier(
func.func @fourier(%x: tensor<4x6x8xf32>, %y: tensor<6x5xcomplex<f32>>) -> (tensor<4x6x5xcomplex<f32>>, tensor<6x8xf32>) {
  // CHECK:      %[[ROWS:.*]] = stablehlo.fft %arg0, type = RFFT, length = [8] : (tensor<4x6x8xf32>) -> tensor<4x6x5xcomplex<f32>>
  // CHECK-NEXT: %[[TURNED:.*]] = stablehlo.transpose %[[ROWS]], dims = [0, 2, 1]
  // CHECK-NEXT: %[[BOTH:.*]] = stablehlo.fft %[[TURNED]], type = FFT, length = [6]
  // CHECK-NEXT: %[[BACK:.*]] = stablehlo.transpose %[[BOTH]], dims = [0, 2, 1]
  %0 = stablehlo.fft %x, type = RFFT, length = [6, 8] : (tensor<4x6x8xf32>) -> tensor<4x6x5xcomplex<f32>>
  // CHECK-NEXT: %[[COLUMNS:.*]] = stablehlo.transpose %arg1, dims = [1, 0]
  // CHECK-NEXT: %[[FIRST:.*]] = stablehlo.fft %[[COLUMNS]], type = IFFT, length = [6]
  // CHECK-NEXT: %[[LAST:.*]] = stablehlo.transpose %[[FIRST]], dims = [1, 0]
  // CHECK-NEXT: stablehlo.fft %[[LAST]], type = IRFFT, length = [8] : (tensor<6x5xcomplex<f32>>) -> tensor<6x8xf32>
  %1 = stablehlo.fft %y, type = IRFFT, length = [6, 8] : (tensor<6x5xcomplex<f32>>) -> tensor<6x8xf32>
  return %0, %1 : tensor<4x6x5xcomplex<f32>>, tensor<6x8xf32>
}

// CHECK-LABEL: @batch_norm(
func.func @batch_norm(%x: tensor<4x8xf32>, %s: tensor<8xf32>, %o: tensor<8xf32>, %m: tensor<8xf32>, %v: tensor<8xf32>) -> tensor<4x8xf32> {
  // CHECK-NOT: batch_norm
  // CHECK: return
  %0 = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) <{epsilon = 0.5 : f32, feature_index = 1 : i64}>
      : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Primitive ops keep their form: a cast to the same width, equal constants.
// CHECK-LABEL: @primitive(
// CHECK-NEXT: stablehlo.bitcast_convert
// CHECK-NEXT: %[[C:.*]] = stablehlo.constant
// CHECK-NEXT: %[[D:.*]] = stablehlo.constant
// CHECK-NEXT: stablehlo.add %[[C]], %[[D]]
// CHECK-NEXT: return
func.func @primitive(%x: tensor<4xf32>) -> (tensor<4xi32>, tensor<4xf32>) {
  %0 = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4xi32>
  %c = stablehlo.constant dense<1.0> : tensor<4xf32>
  %d = stablehlo.constant dense<1.0> : tensor<4xf32>
  %1 = stablehlo.add %c, %d : tensor<4xf32>
  return %0, %1 : tensor<4xi32>, tensor<4xf32>
}

// Narrow floats are factored and solved in f32; the sharding stays with the result.
// CHECK-LABEL: @narrow_linear_algebra(
func.func @narrow_linear_algebra(%a: tensor<2x3x3xbf16>, %b: tensor<2x3x1xbf16>, %c: tensor<3x3xf32>) -> (tensor<2x3x1xbf16>, tensor<3x3xf32>) {
  // CHECK: %[[A:.*]] = stablehlo.convert %arg0 : (tensor<2x3x3xbf16>) -> tensor<2x3x3xf32>
  // CHECK: %[[L:.*]] = stablehlo.cholesky %[[A]], lower = true : tensor<2x3x3xf32>
  // CHECK: %[[NARROW:.*]] = stablehlo.convert %[[L]] : (tensor<2x3x3xf32>) -> tensor<2x3x3xbf16>
  %l = stablehlo.cholesky %a, lower = true : tensor<2x3x3xbf16>
  // CHECK-DAG: %[[M:.*]] = stablehlo.convert %[[NARROW]] : (tensor<2x3x3xbf16>) -> tensor<2x3x3xf32>
  // CHECK-DAG: %[[RHS:.*]] = stablehlo.convert %arg1 : (tensor<2x3x1xbf16>) -> tensor<2x3x1xf32>
  // CHECK: %[[X:.*]] = "stablehlo.triangular_solve"(%[[M]], %[[RHS]])
  // CHECK-SAME: lower = true
  // CHECK: stablehlo.convert %[[X]] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {}]>]>} : (tensor<2x3x1xf32>) -> tensor<2x3x1xbf16>
  %x = "stablehlo.triangular_solve"(%l, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {}]>]>} : (tensor<2x3x3xbf16>, tensor<2x3x1xbf16>) -> tensor<2x3x1xbf16>
  // CHECK: stablehlo.cholesky %arg2, lower = true : tensor<3x3xf32>
  %wide = stablehlo.cholesky %c, lower = true : tensor<3x3xf32>
  return %x, %wide : tensor<2x3x1xbf16>, tensor<3x3xf32>
}

// Two words of a block of ThreeFry are neighbours along the first even dim, else the longest one. Row-major bits stay: those in even rows, of one dim, of 64 bits, of Philox.
// CHECK-LABEL: @pairs_of_words(
func.func @pairs_of_words(%state: tensor<2xui64>) -> (tensor<3x7xui32>, tensor<6x7xui8>, tensor<7x6xui32>, tensor<7xui32>, tensor<3x7xui64>, tensor<3x7xui32>) {
  // CHECK: %[[A:.*]], %[[WORDS:.*]] = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<24xui32>)
  // CHECK: stablehlo.reshape %[[WORDS]] : (tensor<24xui32>) -> tensor<3x4x1x2xui32>
  // CHECK: stablehlo.transpose {{.*}} dims = [0, 1, 3, 2]
  // CHECK: stablehlo.slice {{.*}} [0:3, 0:7, 0:1]
  // CHECK: stablehlo.rng_bit_generator {{.*}} tensor<42xui8>)
  // CHECK: stablehlo.reshape {{.*}} -> tensor<1x3x7x2xui8>
  // CHECK: stablehlo.rng_bit_generator {{.*}} tensor<7x6xui32>)
  // CHECK: stablehlo.rng_bit_generator {{.*}} tensor<7xui32>)
  // CHECK: stablehlo.rng_bit_generator {{.*}} tensor<3x7xui64>)
  // CHECK: stablehlo.rng_bit_generator {{.*}} tensor<3x7xui32>)
  %0, %a = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x7xui32>)
  %1, %b = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6x7xui8>)
  %2, %c = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7x6xui32>)
  %3, %d = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7xui32>)
  %4, %e = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x7xui64>)
  %5, %f = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x7xui32>)
  return %a, %b, %c, %d, %e, %f : tensor<3x7xui32>, tensor<6x7xui8>, tensor<7x6xui32>, tensor<7xui32>, tensor<3x7xui64>, tensor<3x7xui32>
}
