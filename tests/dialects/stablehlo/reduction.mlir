// RUN: spmd-opt %s | spmd-opt | FileCheck %s
// RUN: spmd-opt %s --mlir-print-op-generic | spmd-opt | FileCheck %s

// CHECK-LABEL: @one_commutative_op_is_named(
func.func @one_commutative_op_is_named(%x: tensor<2x3xf32>, %z: tensor<f32>) -> tensor<2xf32> {
  // CHECK: stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %0 = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: @short_form_makes_the_body(
func.func @short_form_makes_the_body(%x: tensor<2x?xi1>, %z: tensor<i1>) -> tensor<i1> {
  // CHECK: stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.or across dimensions = [0, 1] {spmd.note = "x"} : (tensor<2x?xi1>, tensor<i1>) -> tensor<i1>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.or across dimensions = [0, 1] {spmd.note = "x"} : (tensor<2x?xi1>, tensor<i1>) -> tensor<i1>
  return %0 : tensor<i1>
}

// An attribute on the op of the body would be lost in the short form.
// CHECK-LABEL: @attributes_in_the_body_are_kept(
func.func @attributes_in_the_body_are_kept(%x: tensor<2x3xf32>, %z: tensor<f32>) -> tensor<2xf32> {
  // CHECK: stablehlo.reduce(%{{.*}} init: %{{.*}}) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  // CHECK-NEXT: reducer(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>) {
  // CHECK-NEXT: stablehlo.add %[[A]], %[[B]] {spmd.note = "x"} : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
   reducer(%a: tensor<f32>, %b: tensor<f32>)  {
    %1 = stablehlo.add %a, %b {spmd.note = "x"} : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  return %0 : tensor<2xf32>
}

// The accumulator is wider than the input.
// CHECK-LABEL: @promoted(
func.func @promoted(%x: tensor<3xbf16>, %z: tensor<bf16>) -> tensor<f32> {
  // CHECK: reducer(%{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>)
  %0 = stablehlo.reduce(%x init: %z) across dimensions = [0] : (tensor<3xbf16>, tensor<bf16>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>)  {
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}

// CHECK-LABEL: @arguments_are_written_in_pairs(
func.func @arguments_are_written_in_pairs(%x: tensor<9xf32>, %k: tensor<9xi32>, %z: tensor<f32>, %c: tensor<i32>)
    -> (tensor<f32>, tensor<i32>) {
  // CHECK: stablehlo.reduce(%{{.*}} init: %{{.*}}), (%{{.*}} init: %{{.*}}) across dimensions = [0] : (tensor<9xf32>, tensor<9xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
  // CHECK-NEXT: reducer(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>) (%[[I:.*]]: tensor<i32>, %[[J:.*]]: tensor<i32>) {
  // CHECK-NEXT: stablehlo.return %[[B]], %[[I]] : tensor<f32>, tensor<i32>
  %0:2 = stablehlo.reduce(%x init: %z), (%k init: %c) across dimensions = [0]
    : (tensor<9xf32>, tensor<9xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>)  {
    stablehlo.return %b, %i : tensor<f32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<f32>, tensor<i32>
}

// CHECK-LABEL: @windows(
func.func @windows(%x: tensor<1x16x7xf32>, %s: tensor<1x8x7xf32>, %z: tensor<f32>) {
  // CHECK: "stablehlo.reduce_window"
  // CHECK-SAME: window_dimensions = array<i64: 1, 3, 1>
  // CHECK: (tensor<1x16x7xf32>, tensor<f32>) -> tensor<1x8x7xf32>
  %0 = "stablehlo.reduce_window"(%x, %z) <{padding = dense<[[0, 0], [0, 1], [0, 0]]> : tensor<3x2xi64>,
      window_dimensions = array<i64: 1, 3, 1>, window_strides = array<i64: 1, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<1x16x7xf32>, tensor<f32>) -> tensor<1x8x7xf32>
  // Holes between the elements and inside the window: 31 elements, a window over 5 of them.
  // CHECK: (tensor<1x16x7xf32>, tensor<f32>) -> tensor<1x27x7xf32>
  %2 = "stablehlo.reduce_window"(%x, %z) <{base_dilations = array<i64: 1, 2, 1>,
      window_dilations = array<i64: 1, 2, 1>, window_dimensions = array<i64: 1, 3, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<1x16x7xf32>, tensor<f32>) -> tensor<1x27x7xf32>
  // CHECK: "stablehlo.select_and_scatter"
  // CHECK: (tensor<1x16x7xf32>, tensor<1x8x7xf32>, tensor<f32>) -> tensor<1x16x7xf32>
  %3 = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 1, 2, 1>,
      window_strides = array<i64: 1, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<1x16x7xf32>, tensor<1x8x7xf32>, tensor<f32>) -> tensor<1x16x7xf32>
  return
}

// CHECK-LABEL: @sort_and_map(
func.func @sort_and_map(%x: tensor<2x3xf32>, %k: tensor<2x3xi32>) {
  // CHECK: "stablehlo.sort"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64, is_stable = true}>
  %0:2 = "stablehlo.sort"(%x, %k) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
    %1 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  // CHECK: "stablehlo.map"(%{{.*}}, %{{.*}}) <{dimensions = array<i64: 0, 1>}>
  %2 = "stablehlo.map"(%x, %k) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %i: tensor<i32>):
    stablehlo.return %i : tensor<i32>
  }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}
