// select_and_scatter by any choice and any sum, of any elements, which the routine of the runtime does not know: as reduction of windows and scatter.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
// RUN: spmd-opt %s --spmd-decompose | FileCheck %s
// RUN: sed 's/^func.func/sdy.mesh @mesh = <["x"=2]> func.func/; s/%x: tensor<6x8xf32>/%x: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}/; s/%cx: tensor<6x8xcomplex<f32>>/%cx: tensor<6x8xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}/' %s > %t.mlir
// RUN: spmd-run %t.mlir --random-args=1 --check-against-sequential

// CHECK-NOT: select_and_scatter
// CHECK-COUNT-6: stablehlo.scatter
func.func @main(%x: tensor<6x8xf32>, %s: tensor<3x4xf32>, %b: tensor<6x8xi1>, %bs: tensor<3x4xi1>, %i: tensor<7xi32>, %is: tensor<5xi32>, %cx: tensor<6x8xcomplex<f32>>, %cs: tensor<3x4xcomplex<f32>>) -> (tensor<6x8xf32>, tensor<6x8xf32>, tensor<6x8xi1>, tensor<7xi32>, tensor<6x8xcomplex<f32>>, tensor<6x8xf32>) {
  %zero = stablehlo.constant dense<0.5> : tensor<f32>
  %no = stablehlo.constant dense<false> : tensor<i1>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0 = "stablehlo.select_and_scatter"(%x, %s, %zero) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %1 = stablehlo.compare GT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %1 = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<6x8xf32>, tensor<3x4xf32>, tensor<f32>) -> tensor<6x8xf32>
  %2 = "stablehlo.select_and_scatter"(%x, %s, %zero) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %3 = stablehlo.abs %p : tensor<f32>
    %4 = stablehlo.abs %q : tensor<f32>
    %1 = stablehlo.compare GE, %3, %4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %1 = stablehlo.multiply %p, %q : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<6x8xf32>, tensor<3x4xf32>, tensor<f32>) -> tensor<6x8xf32>
  %5 = "stablehlo.select_and_scatter"(%b, %bs, %no) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%p: tensor<i1>, %q: tensor<i1>):
    %1 = stablehlo.compare GE, %p, %q : (tensor<i1>, tensor<i1>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%p: tensor<i1>, %q: tensor<i1>):
    %1 = stablehlo.add %p, %q : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<6x8xi1>, tensor<3x4xi1>, tensor<i1>) -> tensor<6x8xi1>
  %6 = "stablehlo.select_and_scatter"(%i, %is, %one) <{window_dimensions = array<i64: 5>, window_strides = array<i64: 1>, padding = dense<[[1, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %1 = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %1 = stablehlo.maximum %p, %q : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<7xi32>, tensor<5xi32>, tensor<i32>) -> tensor<7xi32>
  %czero = stablehlo.constant dense<(0.5, 0.0)> : tensor<complex<f32>>
  %c0 = "stablehlo.select_and_scatter"(%cx, %cs, %czero) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%p: tensor<complex<f32>>, %q: tensor<complex<f32>>):
    %3 = stablehlo.real %p : (tensor<complex<f32>>) -> tensor<f32>
    %4 = stablehlo.real %q : (tensor<complex<f32>>) -> tensor<f32>
    %1 = stablehlo.compare GE, %3, %4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%p: tensor<complex<f32>>, %q: tensor<complex<f32>>):
    %1 = stablehlo.add %p, %q : tensor<complex<f32>>
    stablehlo.return %1 : tensor<complex<f32>>
  }) : (tensor<6x8xcomplex<f32>>, tensor<3x4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<6x8xcomplex<f32>>
  %qa = stablehlo.uniform_quantize %x : (tensor<6x8xf32>) -> tensor<6x8x!quant.uniform<i8:f32, 0.5:3>>
  %qb = stablehlo.uniform_quantize %s : (tensor<3x4xf32>) -> tensor<3x4x!quant.uniform<i8:f32, 0.5:3>>
  %qzero = stablehlo.uniform_quantize %zero : (tensor<f32>) -> tensor<!quant.uniform<i8:f32, 0.5:3>>
  %q0 = "stablehlo.select_and_scatter"(%qa, %qb, %qzero) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%p: tensor<!quant.uniform<i8:f32, 0.5:3>>, %q: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    %1 = stablehlo.compare GT, %p, %q : (tensor<!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%p: tensor<!quant.uniform<i8:f32, 0.5:3>>, %q: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    %1 = stablehlo.add %p, %q : tensor<!quant.uniform<i8:f32, 0.5:3>>
    stablehlo.return %1 : tensor<!quant.uniform<i8:f32, 0.5:3>>
  }) : (tensor<6x8x!quant.uniform<i8:f32, 0.5:3>>, tensor<3x4x!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<6x8x!quant.uniform<i8:f32, 0.5:3>>
  %q1 = stablehlo.uniform_dequantize %q0 : (tensor<6x8x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<6x8xf32>
  return %0, %2, %5, %6, %c0, %q1 : tensor<6x8xf32>, tensor<6x8xf32>, tensor<6x8xi1>, tensor<7xi32>, tensor<6x8xcomplex<f32>>, tensor<6x8xf32>
}
