// RUN: spmd-run %s --random-args=1 --check-against-sequential
// RUN: spmd-opt %s --spmd-pipeline=stop-after=partition | FileCheck %s

// Partial results are combined over devices only where a device may start from an identity. Quantized elements have none: a zero point
// would be counted, and a partial sum rounded, once per device. Sums of f8E8M0FNU have none either, since the type has no zero. Such ops take
// the dim whole: its axis moves to another dim, or goes.
sdy.mesh @mesh = <["a"=2]>
!q = !quant.uniform<i8:f32, 0.05:3>

// CHECK-LABEL: func.func @main
// CHECK-NOT:   stablehlo.all_reduce{{.*}}!quant
// CHECK:       stablehlo.dot_general {{.*}} : (tensor<1x4x!quant{{.*}}>, tensor<4x2x!quant{{.*}}>) -> tensor<1x2x!quant
// CHECK-NOT:   stablehlo.all_reduce{{.*}}!quant
// The one all-reduce is the maximum, which starts from the smallest number.
// CHECK:       dense<5.877470e-39> : tensor<f8E8M0FNU>
// CHECK:       "stablehlo.all_reduce"
// CHECK-NEXT:  f8E8M0FNU
// CHECK-NEXT:  stablehlo.maximum
// CHECK-NOT:   "stablehlo.all_reduce"
func.func @main(%x: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>}, %y: tensor<4x2xf32>, %i: tensor<3x1xi32>,
                %b: tensor<4xui8> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>})
    -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2x3xf32>, tensor<ui8>, tensor<ui8>) {
  %p = stablehlo.uniform_quantize %x : (tensor<2x4xf32>) -> tensor<2x4x!quant.uniform<i8:f32, 0.5>>
  %q = stablehlo.uniform_quantize %y : (tensor<4x2xf32>) -> tensor<4x2x!quant.uniform<i8:f32, 0.05>>
  %0 = stablehlo.dot_general %p, %q, contracting_dims = [1] x [0] : (tensor<2x4x!quant.uniform<i8:f32, 0.5>>, tensor<4x2x!quant.uniform<i8:f32, 0.05>>) -> tensor<2x2x!quant.uniform<i8:f32, 0.3:-5>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<2x2x!quant.uniform<i8:f32, 0.3:-5>>) -> tensor<2x2xf32>
  %s = stablehlo.uniform_quantize %x : (tensor<2x4xf32>) -> tensor<2x4x!q>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %z = stablehlo.uniform_quantize %zero : (tensor<f32>) -> tensor<!q>
  %2 = "stablehlo.reduce"(%s, %z) <{dimensions = array<i64: 1>}> ({
  ^bb0(%l: tensor<!q>, %r: tensor<!q>):
    %9 = stablehlo.add %l, %r : tensor<!q>
    stablehlo.return %9 : tensor<!q>
  }) : (tensor<2x4x!q>, tensor<!q>) -> tensor<2x!q>
  %3 = stablehlo.uniform_dequantize %2 : (tensor<2x!q>) -> tensor<2xf32>
  %4 = "stablehlo.gather"(%s, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 2, 1>}> : (tensor<2x4x!q>, tensor<3x1xi32>) -> tensor<2x3x!q>
  %5 = stablehlo.uniform_dequantize %4 : (tensor<2x3x!q>) -> tensor<2x3xf32>
  %e = stablehlo.bitcast_convert %b : (tensor<4xui8>) -> tensor<4xf8E8M0FNU>
  %one = stablehlo.constant dense<1.0> : tensor<f8E8M0FNU>
  %6 = stablehlo.reduce(%e init: %one) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf8E8M0FNU>, tensor<f8E8M0FNU>) -> tensor<f8E8M0FNU>
  %7 = stablehlo.bitcast_convert %6 : (tensor<f8E8M0FNU>) -> tensor<ui8>
  %8 = stablehlo.reduce(%e init: %one) applies stablehlo.add across dimensions = [0] : (tensor<4xf8E8M0FNU>, tensor<f8E8M0FNU>) -> tensor<f8E8M0FNU>
  %10 = stablehlo.bitcast_convert %8 : (tensor<f8E8M0FNU>) -> tensor<ui8>
  return %1, %3, %5, %7, %10 : tensor<2x2xf32>, tensor<2xf32>, tensor<2x3xf32>, tensor<ui8>, tensor<ui8>
}
