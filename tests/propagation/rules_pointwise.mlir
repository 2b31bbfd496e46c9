// RUN: spmd-opt %s --sdy-populate-op-sharding-rules --mlir-print-op-generic | FileCheck %s
// Ops that treat every element alike: one factor for each dim.

sdy.mesh @mesh = <["a"=2]>

// CHECK: sym_name = "unary"
func.func @unary(%x: tensor<8x16xf32>) {
  // CHECK: stablehlo.abs{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %0 = stablehlo.abs %x : tensor<8x16xf32>
  // CHECK: stablehlo.cbrt{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %1 = stablehlo.cbrt %x : tensor<8x16xf32>
  // CHECK: stablehlo.ceil{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %2 = stablehlo.ceil %x : tensor<8x16xf32>
  // CHECK: stablehlo.cosine{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %3 = stablehlo.cosine %x : tensor<8x16xf32>
  // CHECK: stablehlo.exponential{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %4 = stablehlo.exponential %x : tensor<8x16xf32>
  // CHECK: stablehlo.exponential_minus_one{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %5 = stablehlo.exponential_minus_one %x : tensor<8x16xf32>
  // CHECK: stablehlo.floor{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %6 = stablehlo.floor %x : tensor<8x16xf32>
  // CHECK: stablehlo.log{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %7 = stablehlo.log %x : tensor<8x16xf32>
  // CHECK: stablehlo.log_plus_one{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %8 = stablehlo.log_plus_one %x : tensor<8x16xf32>
  // CHECK: stablehlo.logistic{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %9 = stablehlo.logistic %x : tensor<8x16xf32>
  // CHECK: stablehlo.negate{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %10 = stablehlo.negate %x : tensor<8x16xf32>
  // CHECK: stablehlo.round_nearest_afz{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %11 = stablehlo.round_nearest_afz %x : tensor<8x16xf32>
  // CHECK: stablehlo.round_nearest_even{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %12 = stablehlo.round_nearest_even %x : tensor<8x16xf32>
  // CHECK: stablehlo.rsqrt{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %13 = stablehlo.rsqrt %x : tensor<8x16xf32>
  // CHECK: stablehlo.sign{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %14 = stablehlo.sign %x : tensor<8x16xf32>
  // CHECK: stablehlo.sine{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %15 = stablehlo.sine %x : tensor<8x16xf32>
  // CHECK: stablehlo.sqrt{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %16 = stablehlo.sqrt %x : tensor<8x16xf32>
  // CHECK: stablehlo.tan{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %17 = stablehlo.tan %x : tensor<8x16xf32>
  // CHECK: stablehlo.tanh{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %18 = stablehlo.tanh %x : tensor<8x16xf32>
  return
}

// CHECK: sym_name = "binary"
func.func @binary(%x: tensor<8x16xf32>, %y: tensor<8x16xf32>) {
  // CHECK: stablehlo.add{{.*}}op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>
  %0 = stablehlo.add %x, %y : tensor<8x16xf32>
  // CHECK: stablehlo.atan2{{.*}}op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>
  %1 = stablehlo.atan2 %x, %y : tensor<8x16xf32>
  // CHECK: stablehlo.divide{{.*}}op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>
  %2 = stablehlo.divide %x, %y : tensor<8x16xf32>
  // CHECK: stablehlo.maximum{{.*}}op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>
  %3 = stablehlo.maximum %x, %y : tensor<8x16xf32>
  // CHECK: stablehlo.minimum{{.*}}op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>
  %4 = stablehlo.minimum %x, %y : tensor<8x16xf32>
  // CHECK: stablehlo.multiply{{.*}}op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>
  %5 = stablehlo.multiply %x, %y : tensor<8x16xf32>
  // CHECK: stablehlo.power{{.*}}op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>
  %6 = stablehlo.power %x, %y : tensor<8x16xf32>
  // CHECK: stablehlo.remainder{{.*}}op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>
  %7 = stablehlo.remainder %x, %y : tensor<8x16xf32>
  // CHECK: stablehlo.subtract{{.*}}op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>
  %8 = stablehlo.subtract %x, %y : tensor<8x16xf32>
  return
}

// CHECK: sym_name = "integers"
func.func @integers(%x: tensor<8x16xi32>, %y: tensor<8x16xi32>) {
  // CHECK: stablehlo.not{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %0 = stablehlo.not %x : tensor<8x16xi32>
  // CHECK: stablehlo.popcnt{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %1 = stablehlo.popcnt %x : tensor<8x16xi32>
  // CHECK: stablehlo.count_leading_zeros{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %2 = stablehlo.count_leading_zeros %x : tensor<8x16xi32>
  // CHECK: stablehlo.and{{.*}}op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>
  %3 = stablehlo.and %x, %y : tensor<8x16xi32>
  // CHECK: stablehlo.or{{.*}}op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>
  %4 = stablehlo.or %x, %y : tensor<8x16xi32>
  // CHECK: stablehlo.xor{{.*}}op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>
  %5 = stablehlo.xor %x, %y : tensor<8x16xi32>
  // CHECK: stablehlo.shift_left{{.*}}op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>
  %6 = stablehlo.shift_left %x, %y : tensor<8x16xi32>
  // CHECK: stablehlo.shift_right_arithmetic{{.*}}op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>
  %7 = stablehlo.shift_right_arithmetic %x, %y : tensor<8x16xi32>
  // CHECK: stablehlo.shift_right_logical{{.*}}op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>
  %8 = stablehlo.shift_right_logical %x, %y : tensor<8x16xi32>
  return
}

// CHECK: sym_name = "types_change"
func.func @types_change(%x: tensor<8x16xf32>, %y: tensor<8x16xf32>) {
  // CHECK: stablehlo.compare{{.*}}op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>
  %0 = stablehlo.compare LT, %x, %y, FLOAT : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xi1>
  // CHECK: stablehlo.complex{{.*}}op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>
  %1 = stablehlo.complex %x, %y : tensor<8x16xcomplex<f32>>
  // CHECK: stablehlo.real{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %2 = stablehlo.real %1 : (tensor<8x16xcomplex<f32>>) -> tensor<8x16xf32>
  // CHECK: stablehlo.imag{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %3 = stablehlo.imag %1 : (tensor<8x16xcomplex<f32>>) -> tensor<8x16xf32>
  // CHECK: stablehlo.convert{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %4 = stablehlo.convert %x : (tensor<8x16xf32>) -> tensor<8x16xbf16>
  // CHECK: stablehlo.is_finite{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %5 = stablehlo.is_finite %x : (tensor<8x16xf32>) -> tensor<8x16xi1>
  // CHECK: stablehlo.reduce_precision{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %6 = stablehlo.reduce_precision %x, format = e5m10 : tensor<8x16xf32>
  // CHECK: stablehlo.bitcast_convert{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %7 = stablehlo.bitcast_convert %x : (tensor<8x16xf32>) -> tensor<8x16xi32>
  return
}

// CHECK: sym_name = "scalars_take_no_part"
func.func @scalars_take_no_part(%x: tensor<8xf32>, %y: tensor<8xf32>, %p: tensor<i1>, %q: tensor<8xi1>, %z: tensor<f32>) {
  // CHECK: stablehlo.select{{.*}}op_sharding_rule<([], [i], [i])->([i]) {i=8}>
  %0 = stablehlo.select %p, %x, %y : tensor<i1>, tensor<8xf32>
  // CHECK: stablehlo.select{{.*}}op_sharding_rule<([i], [i], [i])->([i]) {i=8}>
  %1 = stablehlo.select %q, %x, %y : tensor<8xi1>, tensor<8xf32>
  // CHECK: stablehlo.clamp{{.*}}op_sharding_rule<([], [i], [])->([i]) {i=8}>
  %2 = stablehlo.clamp %z, %x, %z : (tensor<f32>, tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  // CHECK: stablehlo.clamp{{.*}}op_sharding_rule<([i], [i], [i])->([i]) {i=8}>
  %3 = stablehlo.clamp %y, %x, %y : tensor<8xf32>
  return
}

// CHECK: sym_name = "constraint"
func.func @constraint(%x: tensor<8xf32>) {
  // CHECK: sdy.sharding_constraint{{.*}}op_sharding_rule<([i])->([i]) {i=8}>
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}]> : tensor<8xf32>
  return
}

// CHECK: sym_name = "chlo_pointwise"
func.func @chlo_pointwise(%x: tensor<8x16xf32>, %y: tensor<8x16xf32>) {
  // CHECK: chlo.acos{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %0 = chlo.acos %x : tensor<8x16xf32> -> tensor<8x16xf32>
  // CHECK: chlo.acosh{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %1 = chlo.acosh %x : tensor<8x16xf32> -> tensor<8x16xf32>
  // CHECK: chlo.asin{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %2 = chlo.asin %x : tensor<8x16xf32> -> tensor<8x16xf32>
  // CHECK: chlo.asinh{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %3 = chlo.asinh %x : tensor<8x16xf32> -> tensor<8x16xf32>
  // CHECK: chlo.atan{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %4 = chlo.atan %x : tensor<8x16xf32> -> tensor<8x16xf32>
  // CHECK: chlo.atanh{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %5 = chlo.atanh %x : tensor<8x16xf32> -> tensor<8x16xf32>
  // CHECK: chlo.bessel_i1e{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %6 = chlo.bessel_i1e %x : tensor<8x16xf32> -> tensor<8x16xf32>
  // CHECK: chlo.cosh{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %7 = chlo.cosh %x : tensor<8x16xf32> -> tensor<8x16xf32>
  // CHECK: chlo.digamma{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %8 = chlo.digamma %x : tensor<8x16xf32> -> tensor<8x16xf32>
  // CHECK: chlo.erf{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %9 = chlo.erf %x : tensor<8x16xf32> -> tensor<8x16xf32>
  // CHECK: chlo.erf_inv{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %10 = chlo.erf_inv %x : tensor<8x16xf32> -> tensor<8x16xf32>
  // CHECK: chlo.erfc{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %11 = chlo.erfc %x : tensor<8x16xf32> -> tensor<8x16xf32>
  // CHECK: chlo.lgamma{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %12 = chlo.lgamma %x : tensor<8x16xf32> -> tensor<8x16xf32>
  // CHECK: chlo.sinh{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %13 = chlo.sinh %x : tensor<8x16xf32> -> tensor<8x16xf32>
  // CHECK: chlo.square{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %14 = chlo.square %x : tensor<8x16xf32> -> tensor<8x16xf32>
  // CHECK: chlo.tan{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %15 = chlo.tan %x : tensor<8x16xf32> -> tensor<8x16xf32>
  // CHECK: chlo.next_after{{.*}}op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>
  %16 = chlo.next_after %x, %y : tensor<8x16xf32>, tensor<8x16xf32> -> tensor<8x16xf32>
  // CHECK: chlo.polygamma{{.*}}op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>
  %17 = chlo.polygamma %x, %y : tensor<8x16xf32>, tensor<8x16xf32> -> tensor<8x16xf32>
  // CHECK: chlo.zeta{{.*}}op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>
  %18 = chlo.zeta %x, %y : tensor<8x16xf32>, tensor<8x16xf32> -> tensor<8x16xf32>
  return
}

// CHECK: sym_name = "chlo_predicates"
func.func @chlo_predicates(%x: tensor<8x16xf32>) {
  // CHECK: chlo.is_inf{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %0 = chlo.is_inf %x : tensor<8x16xf32> -> tensor<8x16xi1>
  // CHECK: chlo.is_neg_inf{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %1 = chlo.is_neg_inf %x : tensor<8x16xf32> -> tensor<8x16xi1>
  // CHECK: chlo.is_pos_inf{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
  %2 = chlo.is_pos_inf %x : tensor<8x16xf32> -> tensor<8x16xi1>
  return
}

// CHECK: sym_name = "chlo_top_k"
func.func @chlo_top_k(%x: tensor<8x16xf32>) {
  // CHECK: chlo.top_k{{.*}}op_sharding_rule<([i, j])->([i, j], [i, j]) {i=8, j=16} need_replication={j} blocked_propagation={j}>
  %0:2 = chlo.top_k(%x, k = 4) : tensor<8x16xf32> -> (tensor<8x4xf32>, tensor<8x4xi32>)
  return
}

// CHECK: sym_name = "quantized"
func.func @quantized(%x: tensor<8x2xf32>) {
  // CHECK: uniform_quantize{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=2}>
  %0 = stablehlo.uniform_quantize %x : (tensor<8x2xf32>) -> tensor<8x2x!quant.uniform<i8:f32, 2.0:15>>
  // CHECK: uniform_quantize{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=2}>
  %1 = stablehlo.uniform_quantize %0 : (tensor<8x2x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<8x2x!quant.uniform<i8:f32:1, {0.5, 2.0}>>
  // CHECK: uniform_dequantize{{.*}}op_sharding_rule<([i, j])->([i, j]) {i=8, j=2}>
  %2 = stablehlo.uniform_dequantize %1 : (tensor<8x2x!quant.uniform<i8:f32:1, {0.5, 2.0}>>) -> tensor<8x2xf32>
  return
}
