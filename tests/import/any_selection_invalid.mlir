// A select_and_scatter of a shape that is not known stays as it is; programs with such arrays are refused.
// RUN: spmd-opt %s --spmd-decompose | FileCheck %s
// RUN: not spmd-run %s --random-args=1 2>&1 | FileCheck %s --check-prefix=REFUSED

// CHECK: select_and_scatter
// REFUSED: main has an argument or result of type tensor<?x8xf32>, which no array has
func.func @main(%x: tensor<?x8xf32>, %s: tensor<?x4xf32>) -> tensor<?x8xf32> {
  %zero = stablehlo.constant dense<0.5> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%x, %s, %zero) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %1 = stablehlo.compare GT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %1 = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<?x8xf32>, tensor<?x4xf32>, tensor<f32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}
