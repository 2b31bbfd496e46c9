// Scatters of one window become updates of a slice; indices out of range leave all elements as they are.
// RUN: spmd-opt %s --spmd-simplify | FileCheck %s
// The reference interpreter runs the scatters themselves.
// RUN: spmd-run %s --check-against-sequential --random-args=3
// RUN: spmd-run %s --no-run --stats | FileCheck %s --check-prefix=STATS
// STATS: 0 library calls

// CHECK-LABEL: func.func @main
// CHECK-COUNT-4: stablehlo.dynamic_update_slice
// CHECK-NOT:     stablehlo.dynamic_update_slice
// A window of two rows may lie partly outside, and two indices may be equal: these stay.
// CHECK-COUNT-2: "stablehlo.scatter"
func.func @main(%x: tensor<5x7xf32>, %row: tensor<7xf32>) -> (tensor<5x7xf32>, tensor<5x7xf32>, tensor<5x7xf32>, tensor<5x7xf32>) {
  %inside = stablehlo.constant dense<2> : tensor<1xi32>
  %behind = stablehlo.constant dense<5> : tensor<1xi32>
  %below = stablehlo.constant dense<-1> : tensor<1xi64>
  %corner = stablehlo.constant dense<[6, 4]> : tensor<2xi32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = "stablehlo.scatter"(%x, %inside, %row) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<5x7xf32>, tensor<1xi32>, tensor<7xf32>) -> tensor<5x7xf32>
  %1 = "stablehlo.scatter"(%x, %behind, %row) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<5x7xf32>, tensor<1xi32>, tensor<7xf32>) -> tensor<5x7xf32>
  %2 = "stablehlo.scatter"(%0, %below, %row) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<5x7xf32>, tensor<1xi64>, tensor<7xf32>) -> tensor<5x7xf32>
  %3 = "stablehlo.scatter"(%x, %corner, %one) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.multiply %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<5x7xf32>, tensor<2xi32>, tensor<f32>) -> tensor<5x7xf32>
  return %0, %1, %2, %3 : tensor<5x7xf32>, tensor<5x7xf32>, tensor<5x7xf32>, tensor<5x7xf32>
}

func.func @stay(%x: tensor<5x7xf32>, %i: tensor<1xi32>, %two: tensor<2x1xi32>, %rows: tensor<2x7xf32>) -> (tensor<5x7xf32>, tensor<5x7xf32>) {
  %0 = "stablehlo.scatter"(%x, %i, %rows) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<5x7xf32>, tensor<1xi32>, tensor<2x7xf32>) -> tensor<5x7xf32>
  %1 = "stablehlo.scatter"(%x, %two, %rows) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<5x7xf32>, tensor<2x1xi32>, tensor<2x7xf32>) -> tensor<5x7xf32>
  return %0, %1 : tensor<5x7xf32>, tensor<5x7xf32>
}
