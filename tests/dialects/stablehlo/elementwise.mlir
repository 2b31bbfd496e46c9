// RUN: spmd-opt %s | spmd-opt | FileCheck %s
// RUN: spmd-opt %s --mlir-print-op-generic | spmd-opt | FileCheck %s

// CHECK-LABEL: @unary_ops_write_one_type(
func.func @unary_ops_write_one_type(%x: tensor<4xf32>, %i: tensor<4xui8>) {
  // CHECK: stablehlo.cbrt %{{.*}} : tensor<4xf32>
  %0 = stablehlo.cbrt %x : tensor<4xf32>
  // CHECK: stablehlo.ceil %{{.*}} : tensor<4xf32>
  %1 = stablehlo.ceil %x : tensor<4xf32>
  // CHECK: stablehlo.cosine %{{.*}} : tensor<4xf32>
  %2 = stablehlo.cosine %x : tensor<4xf32>
  // CHECK: stablehlo.exponential %{{.*}} : tensor<4xf32>
  %3 = stablehlo.exponential %x : tensor<4xf32>
  // CHECK: stablehlo.exponential_minus_one %{{.*}} : tensor<4xf32>
  %4 = stablehlo.exponential_minus_one %x : tensor<4xf32>
  // CHECK: stablehlo.floor %{{.*}} : tensor<4xf32>
  %5 = stablehlo.floor %x : tensor<4xf32>
  // CHECK: stablehlo.log %{{.*}} : tensor<4xf32>
  %6 = stablehlo.log %x : tensor<4xf32>
  // CHECK: stablehlo.log_plus_one %{{.*}} : tensor<4xf32>
  %7 = stablehlo.log_plus_one %x : tensor<4xf32>
  // CHECK: stablehlo.logistic %{{.*}} : tensor<4xf32>
  %8 = stablehlo.logistic %x : tensor<4xf32>
  // CHECK: stablehlo.negate %{{.*}} : tensor<4xui8>
  %9 = stablehlo.negate %i : tensor<4xui8>
  // CHECK: stablehlo.not %{{.*}} : tensor<4xui8>
  %10 = stablehlo.not %i : tensor<4xui8>
  // CHECK: stablehlo.popcnt %{{.*}} : tensor<4xui8>
  %11 = stablehlo.popcnt %i : tensor<4xui8>
  // CHECK: stablehlo.count_leading_zeros %{{.*}} : tensor<4xui8>
  %12 = stablehlo.count_leading_zeros %i : tensor<4xui8>
  // CHECK: stablehlo.round_nearest_afz %{{.*}} : tensor<4xf32>
  %13 = stablehlo.round_nearest_afz %x : tensor<4xf32>
  // CHECK: stablehlo.round_nearest_even %{{.*}} : tensor<4xf32>
  %14 = stablehlo.round_nearest_even %x : tensor<4xf32>
  // CHECK: stablehlo.rsqrt %{{.*}} : tensor<4xf32>
  %15 = stablehlo.rsqrt %x : tensor<4xf32>
  // CHECK: stablehlo.sign %{{.*}} : tensor<4xf32>
  %16 = stablehlo.sign %x : tensor<4xf32>
  // CHECK: stablehlo.sine %{{.*}} : tensor<4xf32>
  %17 = stablehlo.sine %x : tensor<4xf32>
  // CHECK: stablehlo.sqrt %{{.*}} : tensor<4xf32>
  %18 = stablehlo.sqrt %x : tensor<4xf32>
  // CHECK: stablehlo.tan %{{.*}} : tensor<4xf32>
  %19 = stablehlo.tan %x : tensor<4xf32>
  // CHECK: stablehlo.tanh %{{.*}} : tensor<4xf32>
  %20 = stablehlo.tanh %x : tensor<4xf32>
  return
}

// CHECK-LABEL: @binary_ops_write_one_type(
func.func @binary_ops_write_one_type(%x: tensor<4xf32>, %i: tensor<4xi32>) {
  // CHECK: stablehlo.add %{{.*}}, %{{.*}} : tensor<4xf32>
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  // CHECK: stablehlo.subtract %{{.*}}, %{{.*}} : tensor<4xf32>
  %1 = stablehlo.subtract %x, %x : tensor<4xf32>
  // CHECK: stablehlo.multiply %{{.*}}, %{{.*}} : tensor<4xf32>
  %2 = stablehlo.multiply %x, %x : tensor<4xf32>
  // CHECK: stablehlo.divide %{{.*}}, %{{.*}} : tensor<4xf32>
  %3 = stablehlo.divide %x, %x : tensor<4xf32>
  // CHECK: stablehlo.remainder %{{.*}}, %{{.*}} : tensor<4xf32>
  %4 = stablehlo.remainder %x, %x : tensor<4xf32>
  // CHECK: stablehlo.maximum %{{.*}}, %{{.*}} : tensor<4xf32>
  %5 = stablehlo.maximum %x, %x : tensor<4xf32>
  // CHECK: stablehlo.minimum %{{.*}}, %{{.*}} : tensor<4xf32>
  %6 = stablehlo.minimum %x, %x : tensor<4xf32>
  // CHECK: stablehlo.power %{{.*}}, %{{.*}} : tensor<4xf32>
  %7 = stablehlo.power %x, %x : tensor<4xf32>
  // CHECK: stablehlo.atan2 %{{.*}}, %{{.*}} : tensor<4xf32>
  %8 = stablehlo.atan2 %x, %x : tensor<4xf32>
  // CHECK: stablehlo.and %{{.*}}, %{{.*}} : tensor<4xi32>
  %9 = stablehlo.and %i, %i : tensor<4xi32>
  // CHECK: stablehlo.or %{{.*}}, %{{.*}} : tensor<4xi32>
  %10 = stablehlo.or %i, %i : tensor<4xi32>
  // CHECK: stablehlo.xor %{{.*}}, %{{.*}} : tensor<4xi32>
  %11 = stablehlo.xor %i, %i : tensor<4xi32>
  // CHECK: stablehlo.shift_left %{{.*}}, %{{.*}} : tensor<4xi32>
  %12 = stablehlo.shift_left %i, %i : tensor<4xi32>
  // CHECK: stablehlo.shift_right_arithmetic %{{.*}}, %{{.*}} : tensor<4xi32>
  %13 = stablehlo.shift_right_arithmetic %i, %i : tensor<4xi32>
  // CHECK: stablehlo.shift_right_logical %{{.*}}, %{{.*}} : tensor<4xi32>
  %14 = stablehlo.shift_right_logical %i, %i : tensor<4xi32>
  return
}

// CHECK-LABEL: @types_that_differ_are_written_as_a_function(
func.func @types_that_differ_are_written_as_a_function(%x: tensor<4xf32>, %d: tensor<?xf32>) {
  // CHECK: stablehlo.tanh %{{.*}} : (tensor<?xf32>) -> tensor<4xf32>
  %0 = stablehlo.tanh %d : (tensor<?xf32>) -> tensor<4xf32>
  // CHECK: stablehlo.add %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<?xf32>) -> tensor<4xf32>
  %1 = stablehlo.add %x, %d : (tensor<4xf32>, tensor<?xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @accuracy_is_an_attribute(
func.func @accuracy_is_an_attribute(%x: tensor<4xf32>) {
  // CHECK: {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}
  %0 = stablehlo.log %x {result_accuracy = #stablehlo.result_accuracy<atol = 1.0e-5, rtol = 0.0, ulps = 2,
      mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>
  return
}

// CHECK-LABEL: @results_of_other_elements(
func.func @results_of_other_elements(%x: tensor<2xf32>, %c: tensor<2xcomplex<f32>>, %i: tensor<2xi32>) {
  // CHECK: stablehlo.abs %{{.*}} : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %0 = stablehlo.abs %c : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  // CHECK: stablehlo.real %{{.*}} : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %1 = stablehlo.real %c : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  // CHECK: stablehlo.imag %{{.*}} : tensor<2xf32>
  %2 = stablehlo.imag %x : tensor<2xf32>
  // CHECK: stablehlo.complex %{{.*}}, %{{.*}} : tensor<2xcomplex<f32>>
  %3 = stablehlo.complex %x, %x : tensor<2xcomplex<f32>>
  // CHECK: stablehlo.is_finite %{{.*}} : (tensor<2xf32>) -> tensor<2xi1>
  %4 = stablehlo.is_finite %x : (tensor<2xf32>) -> tensor<2xi1>
  // CHECK: stablehlo.convert %{{.*}} : (tensor<2xi32>) -> tensor<2xf8E4M3FN>
  %5 = stablehlo.convert %i : (tensor<2xi32>) -> tensor<2xf8E4M3FN>
  // CHECK: stablehlo.bitcast_convert %{{.*}} : (tensor<2xf32>) -> tensor<2x4xui8>
  %6 = stablehlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<2x4xui8>
  // CHECK: stablehlo.bitcast_convert %{{.*}} : (tensor<2xf32>) -> tensor<f64>
  %7 = stablehlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<f64>
  // CHECK: stablehlo.reduce_precision %{{.*}}, format = e8m7 : tensor<2xf32>
  %8 = stablehlo.reduce_precision %x, format = e8m7 : tensor<2xf32>
  return
}

// CHECK-LABEL: @compare_select_clamp(
func.func @compare_select_clamp(%x: tensor<4xf32>, %s: tensor<f32>, %b: tensor<i1>) {
  // CHECK: %[[P:.*]] = stablehlo.compare{{ +}}LT, %{{.*}}, %{{.*}},{{ +}}TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %0 = stablehlo.compare  LT, %x, %x,  TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: stablehlo.compare{{ +}}NE, %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = stablehlo.compare NE, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: stablehlo.select %[[P]], %{{.*}}, %{{.*}} : tensor<4xi1>, tensor<4xf32>
  %2 = stablehlo.select %0, %x, %x : tensor<4xi1>, tensor<4xf32>
  // CHECK: stablehlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<i1>, tensor<4xf32>
  %3 = stablehlo.select %b, %x, %x : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: stablehlo.clamp %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xf32>
  %4 = stablehlo.clamp %x, %x, %x : tensor<4xf32>
  // CHECK: stablehlo.clamp %{{.*}}, %{{.*}}, %{{.*}} : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %5 = stablehlo.clamp %s, %x, %s : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

!q = !quant.uniform<i8:f32, 0.5:3>
!axis = !quant.uniform<i8:f32:0, {0.5, 0.25}>
// CHECK-LABEL: @quantized(
func.func @quantized(%a: tensor<2x!q>, %b: tensor<2x!axis>) {
  // CHECK: stablehlo.add %{{.*}} : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>)
  %0 = stablehlo.add %a, %b : (tensor<2x!q>, tensor<2x!axis>) -> tensor<2x!axis>
  // CHECK: stablehlo.multiply %{{.*}} -> tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>
  %1 = stablehlo.multiply %a, %a : (tensor<2x!q>, tensor<2x!q>) -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  return
}

// CHECK-LABEL: @bounds_are_kept(
func.func @bounds_are_kept(%x: tensor<2x?xbf16, #stablehlo.bounds<?, 4>>) {
  // CHECK: stablehlo.add %{{.*}} : tensor<2x?xbf16, #stablehlo.bounds<?, 4>>
  %0 = stablehlo.add %x, %x : tensor<2x?xbf16, #stablehlo.bounds<?, 4>>
  return
}
