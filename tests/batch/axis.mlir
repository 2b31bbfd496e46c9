// RUN: spmd-opt %s --spmd-batch="function=main size=3 axis=i in=0,none" | FileCheck %s
// RUN: spmd-opt %s --spmd-batch="function=main size=3 axis=j in=0,none" | FileCheck %s --check-prefix=OUTER

// Markers along the batch. What all entries give together is the same for each of them. tests/jax/batching.py compares the values.
func.func @main(%x: tensor<3xf32>, %y: tensor<f32>)
    -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<f32>, tensor<i32>, tensor<3x3xf32>, tensor<f32>, tensor<3xf32>, tensor<3xf32>) {
  %sum = stablehlo.custom_call @spmd.psum(%x) {spmd.axis = "i"} : (tensor<3xf32>) -> tensor<3xf32>
  %max = stablehlo.custom_call @spmd.pmax(%x) {spmd.axis = "i"} : (tensor<3xf32>) -> tensor<3xf32>
  %min = stablehlo.custom_call @spmd.pmin(%x) {spmd.axis = "i"} : (tensor<3xf32>) -> tensor<3xf32>
  %same = stablehlo.custom_call @spmd.psum(%y) {spmd.axis = "i"} : (tensor<f32>) -> tensor<f32>
  %index = func.call @number() : () -> tensor<i32>
  %gathered = stablehlo.custom_call @spmd.all_gather(%x) {spmd.axis = "i", spmd.dim = 1} : (tensor<3xf32>) -> tensor<3x3xf32>
  %part = stablehlo.custom_call @spmd.psum_scatter(%x) {spmd.axis = "i", spmd.dim = 0} : (tensor<3xf32>) -> tensor<f32>
  %turned = stablehlo.custom_call @spmd.all_to_all(%x) {spmd.axis = "i", spmd.split = 0, spmd.concat = 0} : (tensor<3xf32>) -> tensor<3xf32>
  %next = stablehlo.custom_call @spmd.ppermute(%x) {spmd.axis = "i", spmd.pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (tensor<3xf32>) -> tensor<3xf32>
  return %sum, %max, %min, %same, %index, %gathered, %part, %turned, %next
      : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<f32>, tensor<i32>, tensor<3x3xf32>, tensor<f32>, tensor<3xf32>, tensor<3xf32>
}
// No argument is batched, but the function names the axis.
func.func private @number() -> tensor<i32> {
  %0 = stablehlo.custom_call @spmd.axis_index() {spmd.axis = "i"} : () -> tensor<i32>
  return %0 : tensor<i32>
}
// CHECK-LABEL: func.func @main_batched(
// CHECK-SAME:    %[[X:.*]]: tensor<3x3xf32>, %[[Y:.*]]: tensor<f32>)
// CHECK-NOT:   custom_call
// CHECK:       stablehlo.reduce(%[[X]] init: %{{.*}}) applies stablehlo.add across dimensions = [0]
// CHECK:       stablehlo.reduce(%[[X]] init: %{{.*}}) applies stablehlo.maximum across dimensions = [0]
// CHECK:       stablehlo.reduce(%[[X]] init: %{{.*}}) applies stablehlo.minimum across dimensions = [0]
// CHECK:       %[[N:.*]] = stablehlo.constant dense<3.000000e+00> : tensor<f32>
// CHECK:       stablehlo.multiply %[[N]], %[[Y]] : tensor<f32>
// CHECK:       call @number_batched() : () -> tensor<3xi32>
// CHECK:       stablehlo.transpose %[[X]], dims = [1, 0]
// CHECK:       stablehlo.iota dim = 0 : tensor<3xi32>

// Another batch, inside of the one with the axis, leaves the markers to that one.
// OUTER-LABEL: func.func @main_batched(
// OUTER-SAME:    %[[X:.*]]: tensor<3x3xf32>, %[[Y:.*]]: tensor<f32>)
// OUTER:       stablehlo.custom_call @spmd.psum(%[[X]]) {spmd.axis = "i"} : (tensor<3x3xf32>) -> tensor<3x3xf32>
// OUTER:       stablehlo.custom_call @spmd.psum(%[[Y]]) {spmd.axis = "i"} : (tensor<f32>) -> tensor<f32>
// OUTER:       stablehlo.custom_call @spmd.all_gather(%[[X]]) {spmd.axis = "i", spmd.dim = 2 : i64} : (tensor<3x3xf32>) -> tensor<3x3x3xf32>
