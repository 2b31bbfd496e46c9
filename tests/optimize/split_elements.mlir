// RUN: spmd-opt %s --spmd-split-elements --split-input-file --verify-diagnostics | FileCheck %s

// In memory a complex number is a pair: both parts are cut from it, and joined again at the end.
// CHECK-LABEL: @main(%arg0: tensor<4xcomplex<f32>>, %arg1: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
func.func @main(%x: tensor<4xcomplex<f32>>, %y: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  // CHECK: %[[X:.*]] = builtin.unrealized_conversion_cast %arg0 : tensor<4xcomplex<f32>> to tensor<4x2xf32>
  // CHECK: stablehlo.slice %[[X]] [0:4, 0:1]
  // CHECK-NEXT: %[[XR:.*]] = stablehlo.reshape
  // CHECK-NEXT: stablehlo.slice %[[X]] [0:4, 1:2]
  // CHECK-NEXT: %[[XI:.*]] = stablehlo.reshape
  // CHECK: %[[REAL:.*]] = stablehlo.add %[[XR]], %{{.*}} : tensor<4xf32>
  // CHECK-NEXT: %[[IMAGINARY:.*]] = stablehlo.add %[[XI]], %{{.*}} : tensor<4xf32>
  // CHECK: %[[PAIRS:.*]] = stablehlo.concatenate
  // CHECK-NEXT: %[[Z:.*]] = builtin.unrealized_conversion_cast %[[PAIRS]] : tensor<4x2xf32> to tensor<4xcomplex<f32>>
  // CHECK-NEXT: return %[[Z]]
  %0 = stablehlo.add %x, %y : tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// -----

// A loop carries both parts, and the index of its counter moves up.
// CHECK-LABEL: @main(
func.func @main(%z: tensor<4xcomplex<f32>>) -> tensor<4xf32> {
  // CHECK: %[[LOOP:.*]]:3 = stablehlo.while({{.*}}) : tensor<4xf32>, tensor<4xf32>, tensor<i32> attributes {spmd.counter = 2 : i64, spmd.trip_count = 4 : i64}
  // CHECK: return %[[LOOP]]#1
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c4 = stablehlo.constant dense<4> : tensor<i32>
  %0:2 = stablehlo.while(%v = %z, %i = %c0) : tensor<4xcomplex<f32>>, tensor<i32> attributes {spmd.counter = 1 : i64, spmd.trip_count = 4 : i64}
  cond {
    %p = stablehlo.compare LT, %i, %c4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %n = stablehlo.negate %v : tensor<4xcomplex<f32>>
    %j = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %n, %j : tensor<4xcomplex<f32>>, tensor<i32>
  }
  %1 = stablehlo.imag %0#0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// Movement, and sums over devices, take each part alone.
// CHECK-LABEL: @main(
func.func @main(%z: tensor<4x2xcomplex<f32>>) -> tensor<2x4xcomplex<f32>> {
  // CHECK-COUNT-2: stablehlo.transpose {{.*}} : (tensor<4x2xf32>) -> tensor<2x4xf32>
  // CHECK: "stablehlo.all_reduce"
  // CHECK: stablehlo.add {{.*}} : tensor<f32>
  // CHECK: "stablehlo.all_reduce"
  // CHECK: stablehlo.add {{.*}} : tensor<f32>
  %0 = stablehlo.transpose %z, dims = [1, 0] : (tensor<4x2xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
  %1 = "stablehlo.all_reduce"(%0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    %2 = stablehlo.add %a, %b : tensor<complex<f32>>
    stablehlo.return %2 : tensor<complex<f32>>
  }) : (tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
  return %1 : tensor<2x4xcomplex<f32>>
}

// -----

// A reducer gets both parts of an element: one reduction of two operands. A multiplication needs all of them.
// CHECK-LABEL: @main(
func.func @main(%z: tensor<4xcomplex<f32>>, %c: tensor<complex<f32>>) -> tensor<complex<f32>> {
  // CHECK: stablehlo.reduce({{.*}}), ({{.*}}) across dimensions = [0] : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  // CHECK-NEXT: reducer(%[[LR:.*]]: tensor<f32>, %[[RR:.*]]: tensor<f32>) (%[[LI:.*]]: tensor<f32>, %[[RI:.*]]: tensor<f32>)
  // CHECK-NEXT: spmd.complex_part "stablehlo.multiply"(%[[LR]], %[[LI]], %[[RR]], %[[RI]])
  // CHECK-NEXT: spmd.complex_part "stablehlo.multiply" imaginary(%[[LR]], %[[LI]], %[[RR]], %[[RI]])
  %0 = stablehlo.reduce(%z init: %c) applies stablehlo.multiply across dimensions = [0] : (tensor<4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  return %0 : tensor<complex<f32>>
}

// -----

// Quantized numbers are their stored integers, also in the type of main: 0.5 * (stored - 3).
// CHECK-LABEL: @main(%arg0: tensor<4xi8>) -> tensor<4xi8>
func.func @main(%q: tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>> {
  // CHECK: stablehlo.convert %arg0 : (tensor<4xi8>) -> tensor<4xi64>
  // CHECK: stablehlo.subtract
  // CHECK: stablehlo.multiply
  // CHECK: %[[SUM:.*]] = stablehlo.add {{.*}} : tensor<4xf32>
  // CHECK: stablehlo.divide %[[SUM]]
  // CHECK: stablehlo.round_nearest_even
  // CHECK: %[[Q:.*]] = stablehlo.convert {{.*}} : (tensor<4xf32>) -> tensor<4xi8>
  // CHECK-NEXT: return %[[Q]]
  %0 = stablehlo.add %q, %q : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  return %0 : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
}

// -----

// Where main has no such value nothing changes. Functions that main does not call are not compiled.
// CHECK-LABEL: @main(
// CHECK-NEXT: stablehlo.negate %arg0 : tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK-LABEL: @other(
// CHECK-NEXT: stablehlo.negate %arg0 : tensor<4xcomplex<f32>>
func.func private @other(%z: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = stablehlo.negate %z : tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// -----

// An op whose result has no elements computes nothing.
// CHECK-LABEL: @main(
func.func @main(%z: tensor<0x4xcomplex<f32>>, %w: tensor<4x0xcomplex<f32>>) -> tensor<0x0xcomplex<f32>> {
  // CHECK-NOT: stablehlo.dot_general
  // CHECK-COUNT-2: stablehlo.constant dense<> : tensor<0x0xf32>
  // CHECK: return
  %0 = stablehlo.dot_general %z, %w, contracting_dims = [1] x [0] : (tensor<0x4xcomplex<f32>>, tensor<4x0xcomplex<f32>>) -> tensor<0x0xcomplex<f32>>
  return %0 : tensor<0x0xcomplex<f32>>
}

// -----

func.func @main(%z: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  // expected-error @+1 {{computes with complex numbers in a way that generated code does not}}
  %0 = stablehlo.custom_call @foo(%z) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// -----

// A quantized iota counts in the expressed type.
// CHECK-LABEL: @main()
// CHECK-NEXT: stablehlo.iota dim = 0 : tensor<4xf32>
// CHECK:      stablehlo.convert %{{.*}} : (tensor<4xf32>) -> tensor<4xi8>
func.func @main() -> tensor<4x!quant.uniform<i8:f32, 1.0>> {
  %0 = stablehlo.iota dim = 0 : tensor<4x!quant.uniform<i8:f32, 1.0>>
  return %0 : tensor<4x!quant.uniform<i8:f32, 1.0>>
}
