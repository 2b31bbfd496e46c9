// Arguments that are rows of a stack stay where they are.
// RUN: spmd-opt %s --split-input-file --spmd-join-arguments | FileCheck %s

// CHECK-LABEL: func.func @rows
// CHECK: %[[S:.*]] = spmd.rows %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
// CHECK: stablehlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %[[S]])
func.func @rows(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.reshape %a : (tensor<4xf32>) -> tensor<1x4xf32>
  %1 = stablehlo.reshape %b : (tensor<4xf32>) -> tensor<1x4xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<2x4xf32>
  %3:2 = stablehlo.while(%i = %zero, %t = %2) : tensor<i32>, tensor<2x4xf32>
  cond {
    %8 = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %8 : tensor<i1>
  } do {
    %8 = stablehlo.dynamic_slice %t, %i, %zero, sizes = [1, 4] : (tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %9 = stablehlo.add %8, %8 : tensor<1x4xf32>
    %10 = stablehlo.dynamic_update_slice %t, %9, %i, %zero : (tensor<2x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
    %11 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %11, %10 : tensor<i32>, tensor<2x4xf32>
  }
  %4 = stablehlo.slice %3#1 [0:1, 0:4] : (tensor<2x4xf32>) -> tensor<1x4xf32>
  %5 = stablehlo.reshape %4 : (tensor<1x4xf32>) -> tensor<4xf32>
  %6 = stablehlo.slice %3#1 [1:2, 0:4] : (tensor<2x4xf32>) -> tensor<1x4xf32>
  %7 = stablehlo.reshape %6 : (tensor<1x4xf32>) -> tensor<4xf32>
  return %5, %7 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Two arguments that are read together stay, and so do rows without elements and complex ones.
// CHECK-LABEL: func.func @whole
// CHECK-NOT: spmd.rows
// CHECK-LABEL: func.func @empty
// CHECK-NOT: spmd.rows
func.func @whole(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.reshape %a : (tensor<4xf32>) -> tensor<1x4xf32>
  %1 = stablehlo.reshape %b : (tensor<4xf32>) -> tensor<1x4xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<2x4xf32>
  %3 = stablehlo.tanh %2 : tensor<2x4xf32>
  return %3 : tensor<2x4xf32>
}

func.func @empty(%a: tensor<0xf32>, %b: tensor<0xf32>, %c: tensor<4xcomplex<f32>>, %d: tensor<4xcomplex<f32>>, %i: tensor<i32>)
    -> (tensor<1x0xf32>, tensor<1x4xcomplex<f32>>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.reshape %a : (tensor<0xf32>) -> tensor<1x0xf32>
  %1 = stablehlo.reshape %b : (tensor<0xf32>) -> tensor<1x0xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x0xf32>, tensor<1x0xf32>) -> tensor<2x0xf32>
  %3 = stablehlo.dynamic_slice %2, %i, %zero, sizes = [1, 0] : (tensor<2x0xf32>, tensor<i32>, tensor<i32>) -> tensor<1x0xf32>
  %4 = stablehlo.reshape %c : (tensor<4xcomplex<f32>>) -> tensor<1x4xcomplex<f32>>
  %5 = stablehlo.reshape %d : (tensor<4xcomplex<f32>>) -> tensor<1x4xcomplex<f32>>
  %6 = stablehlo.concatenate %4, %5, dim = 0 : (tensor<1x4xcomplex<f32>>, tensor<1x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
  %7 = stablehlo.dynamic_slice %6, %i, %zero, sizes = [1, 4] : (tensor<2x4xcomplex<f32>>, tensor<i32>, tensor<i32>) -> tensor<1x4xcomplex<f32>>
  return %3, %7 : tensor<1x0xf32>, tensor<1x4xcomplex<f32>>
}

// -----

// Others stay: the same argument twice, and a value that is no argument.
// CHECK-LABEL: func.func @other
// CHECK-NOT: spmd.rows
func.func @other(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>, tensor<8xf32>) {
  %0 = stablehlo.reshape %a : (tensor<4xf32>) -> tensor<1x4xf32>
  %1 = stablehlo.concatenate %0, %0, dim = 0 : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<2x4xf32>
  %2 = stablehlo.tanh %b : tensor<4xf32>
  %3 = stablehlo.reshape %2 : (tensor<4xf32>) -> tensor<1x4xf32>
  %4 = stablehlo.concatenate %0, %3, dim = 0 : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<2x4xf32>
  %5 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return %1, %4, %5 : tensor<2x4xf32>, tensor<2x4xf32>, tensor<8xf32>
}
