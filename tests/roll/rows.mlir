// Arguments that are rows of a stack stay where they are.
// RUN: spmd-opt %s --split-input-file --spmd-join-arguments | FileCheck %s --check-prefix=STACK
// RUN: spmd-opt %s --split-input-file --spmd-join-arguments -o %t
// RUN: spmd-opt %t --split-input-file --spmd-move-rows | FileCheck %s --check-prefix=MOVE

// STACK-LABEL: func.func @rows
// STACK: %[[S:.*]] = spmd.rows %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
// STACK: stablehlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %[[S]])
// MOVE-LABEL: func.func @rows
// MOVE: %[[S:.*]] = spmd.rows
// MOVE: %[[LOOP:.*]]:2 = stablehlo.while(%[[I:.*]] = %{{.*}}, %[[T:.*]] = %[[S]])
// MOVE: %[[ROW:.*]] = spmd.read_row %[[T]][%[[I]]] : tensor<2x4xf32>, tensor<i32> -> tensor<1x4xf32>
// MOVE: %[[NEW:.*]] = stablehlo.add %[[ROW]], %[[ROW]]
// MOVE: %[[NEXT:.*]] = spmd.write_row %[[NEW]], %[[T]][%[[I]]] : tensor<1x4xf32>, tensor<2x4xf32>, tensor<i32>
// MOVE: stablehlo.return %{{.*}}, %[[NEXT]]
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

// A stack that is read as a whole is copied together.
// STACK-LABEL: func.func @whole
// STACK: spmd.rows
// MOVE-LABEL: func.func @whole
// MOVE-NOT: spmd.rows
// MOVE: stablehlo.concatenate
func.func @whole(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.reshape %a : (tensor<4xf32>) -> tensor<1x4xf32>
  %1 = stablehlo.reshape %b : (tensor<4xf32>) -> tensor<1x4xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<2x4xf32>
  %3 = stablehlo.tanh %2 : tensor<2x4xf32>
  return %3 : tensor<2x4xf32>
}

// -----

// Rows that main returns one by one are results of their own: the stack has no arguments.
// MOVE-LABEL: func.func @results
// MOVE: %[[S:.*]] = spmd.rows {{ *}}: () -> tensor<2x4xf32>
// MOVE: stablehlo.while(%[[I:.*]] = %{{.*}}, %[[T:.*]] = %[[S]])
// MOVE: spmd.write_row %{{.*}}, %[[T]][%[[I]]]
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
