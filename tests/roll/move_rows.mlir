// Loops read and write single rows of a stack where they are.
// RUN: spmd-opt %s --split-input-file --spmd-move-rows | FileCheck %s

// CHECK-LABEL: func.func @rows
// CHECK: %[[S:.*]] = spmd.rows
// CHECK: %[[LOOP:.*]]:2 = stablehlo.while(%[[I:.*]] = %{{.*}}, %[[T:.*]] = %[[S]])
// CHECK: %[[ROW:.*]] = spmd.read_row %[[T]][%[[I]]] : tensor<2x4xf32>, tensor<i32> -> tensor<1x4xf32>
// CHECK: %[[NEW:.*]] = stablehlo.add %[[ROW]], %[[ROW]]
// CHECK: %[[NEXT:.*]] = spmd.write_row %[[NEW]], %[[T]][%[[I]]] : tensor<1x4xf32>, tensor<2x4xf32>, tensor<i32>
// CHECK: stablehlo.return %{{.*}}, %[[NEXT]]
func.func @rows(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %2 = spmd.rows %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
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

// A stack of few rows that is read as a whole is a concatenation.
// CHECK-LABEL: func.func @whole
// CHECK-NOT: spmd.rows
// CHECK: %[[S:.*]] = stablehlo.concatenate
// CHECK: stablehlo.tanh %[[S]]
func.func @whole(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<2x4xf32> {
  %2 = spmd.rows %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %3 = stablehlo.tanh %2 : tensor<2x4xf32>
  return %3 : tensor<2x4xf32>
}

// -----

// Rows that main returns one by one are results of their own: the stack has no arguments.
// CHECK-LABEL: func.func @results
// CHECK: %[[S:.*]] = spmd.rows {{ *}}: () -> tensor<2x4xf32>
// CHECK: stablehlo.while(%[[I:.*]] = %{{.*}}, %[[T:.*]] = %[[S]])
// CHECK: spmd.write_row %{{.*}}, %[[T]][%[[I]]]
func.func @results(%a: tensor<1x4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %2 = spmd.undefined : tensor<2x4xf32>
  %3:2 = stablehlo.while(%i = %zero, %t = %2) : tensor<i32>, tensor<2x4xf32>
  cond {
    %8 = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %8 : tensor<i1>
  } do {
    %9 = stablehlo.add %a, %a : tensor<1x4xf32>
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

// Many rows are copied together.
// CHECK-LABEL: func.func @many
// CHECK: %[[S:.*]] = spmd.rows {{.*}} {is_copied}
// CHECK: stablehlo.tanh %[[S]]
func.func @many(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>, %d: tensor<4xf32>, %e: tensor<4xf32>, %f: tensor<4xf32>,
                %g: tensor<4xf32>, %h: tensor<4xf32>) -> tensor<8x4xf32> {
  %0 = spmd.rows %a, %b, %c, %d, %e, %f, %g, %h : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>,
    tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.tanh %0 : tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}
