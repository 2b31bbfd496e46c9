// On a mesh, layers become loops where the program splits nothing but the batch.
// RUN: spmd-opt %s --split-input-file --spmd-roll-layers="least-copies=3 least-ops=4 on-mesh" | FileCheck %s
// RUN: spmd-opt %s --split-input-file --spmd-roll-layers="least-copies=3 least-ops=4" | FileCheck %s --check-prefix=ONE

// Parameters are whole, and so is the result, of which the program says nothing.
// CHECK-LABEL: func.func @batch
// CHECK: stablehlo.while
// ONE-LABEL: func.func @batch
// ONE: stablehlo.while
sdy.mesh @mesh = <["x"=4]>
func.func @batch(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                 %w0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
                 %w1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
                 %w2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> tensor<4x8xf32> {
  %0 = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.negate %0 : tensor<4x8xf32>
  %2 = stablehlo.sine %1 : tensor<4x8xf32>
  %3 = stablehlo.tanh %2 : tensor<4x8xf32>
  %4 = stablehlo.dot_general %3, %w1, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %5 = stablehlo.negate %4 : tensor<4x8xf32>
  %6 = stablehlo.sine %5 : tensor<4x8xf32>
  %7 = stablehlo.tanh %6 : tensor<4x8xf32>
  %8 = stablehlo.dot_general %7, %w2, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %9 = stablehlo.negate %8 : tensor<4x8xf32>
  %10 = stablehlo.sine %9 : tensor<4x8xf32>
  %11 = stablehlo.tanh %10 : tensor<4x8xf32>
  return %11 : tensor<4x8xf32>
}

// -----

// Weights are split, too, and would be gathered in each trip of the forward and of the backward part.
// CHECK-LABEL: func.func @weights
// CHECK-NOT: stablehlo.while
// CHECK: return
// ONE-LABEL: func.func @weights
// ONE-NOT: stablehlo.while
sdy.mesh @mesh = <["x"=4]>
func.func @weights(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                 %w0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                 %w1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                 %w2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<4x8xf32> {
  %0 = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.negate %0 : tensor<4x8xf32>
  %2 = stablehlo.sine %1 : tensor<4x8xf32>
  %3 = stablehlo.tanh %2 : tensor<4x8xf32>
  %4 = stablehlo.dot_general %3, %w1, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %5 = stablehlo.negate %4 : tensor<4x8xf32>
  %6 = stablehlo.sine %5 : tensor<4x8xf32>
  %7 = stablehlo.tanh %6 : tensor<4x8xf32>
  %8 = stablehlo.dot_general %7, %w2, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %9 = stablehlo.negate %8 : tensor<4x8xf32>
  %10 = stablehlo.sine %9 : tensor<4x8xf32>
  %11 = stablehlo.tanh %10 : tensor<4x8xf32>
  return %11 : tensor<4x8xf32>
}

// -----

// Another dim than the first one is split.
// CHECK-LABEL: func.func @features
// CHECK-NOT: stablehlo.while
// CHECK: return
// ONE-LABEL: func.func @features
// ONE: stablehlo.while
sdy.mesh @mesh = <["x"=4]>
func.func @features(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
                 %w0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
                 %w1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
                 %w2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> tensor<4x8xf32> {
  %0 = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.negate %0 : tensor<4x8xf32>
  %2 = stablehlo.sine %1 : tensor<4x8xf32>
  %3 = stablehlo.tanh %2 : tensor<4x8xf32>
  %4 = stablehlo.dot_general %3, %w1, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %5 = stablehlo.negate %4 : tensor<4x8xf32>
  %6 = stablehlo.sine %5 : tensor<4x8xf32>
  %7 = stablehlo.tanh %6 : tensor<4x8xf32>
  %8 = stablehlo.dot_general %7, %w2, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %9 = stablehlo.negate %8 : tensor<4x8xf32>
  %10 = stablehlo.sine %9 : tensor<4x8xf32>
  %11 = stablehlo.tanh %10 : tensor<4x8xf32>
  return %11 : tensor<4x8xf32>
}

// -----

// Propagation may split the weights.
// CHECK-LABEL: func.func @open
// CHECK-NOT: stablehlo.while
// CHECK: return
// ONE-LABEL: func.func @open
// ONE: stablehlo.while
sdy.mesh @mesh = <["x"=4]>
func.func @open(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                 %w0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {?}]>},
                 %w1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {?}]>},
                 %w2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {?}]>}) -> tensor<4x8xf32> {
  %0 = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.negate %0 : tensor<4x8xf32>
  %2 = stablehlo.sine %1 : tensor<4x8xf32>
  %3 = stablehlo.tanh %2 : tensor<4x8xf32>
  %4 = stablehlo.dot_general %3, %w1, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %5 = stablehlo.negate %4 : tensor<4x8xf32>
  %6 = stablehlo.sine %5 : tensor<4x8xf32>
  %7 = stablehlo.tanh %6 : tensor<4x8xf32>
  %8 = stablehlo.dot_general %7, %w2, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %9 = stablehlo.negate %8 : tensor<4x8xf32>
  %10 = stablehlo.sine %9 : tensor<4x8xf32>
  %11 = stablehlo.tanh %10 : tensor<4x8xf32>
  return %11 : tensor<4x8xf32>
}

// -----

// So it may where the program says nothing of them.
// CHECK-LABEL: func.func @unplaced
// CHECK-NOT: stablehlo.while
// CHECK: return
// ONE-LABEL: func.func @unplaced
// ONE: stablehlo.while
sdy.mesh @mesh = <["x"=4]>
func.func @unplaced(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                 %w0: tensor<8x8xf32>,
                 %w1: tensor<8x8xf32>,
                 %w2: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.negate %0 : tensor<4x8xf32>
  %2 = stablehlo.sine %1 : tensor<4x8xf32>
  %3 = stablehlo.tanh %2 : tensor<4x8xf32>
  %4 = stablehlo.dot_general %3, %w1, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %5 = stablehlo.negate %4 : tensor<4x8xf32>
  %6 = stablehlo.sine %5 : tensor<4x8xf32>
  %7 = stablehlo.tanh %6 : tensor<4x8xf32>
  %8 = stablehlo.dot_general %7, %w2, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %9 = stablehlo.negate %8 : tensor<4x8xf32>
  %10 = stablehlo.sine %9 : tensor<4x8xf32>
  %11 = stablehlo.tanh %10 : tensor<4x8xf32>
  return %11 : tensor<4x8xf32>
}

// -----

// The result is split along its second dim.
// CHECK-LABEL: func.func @result
// CHECK-NOT: stablehlo.while
// CHECK: return
// ONE-LABEL: func.func @result
// ONE: stablehlo.while
sdy.mesh @mesh = <["x"=4]>
func.func @result(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                 %w0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
                 %w1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
                 %w2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %0 = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.negate %0 : tensor<4x8xf32>
  %2 = stablehlo.sine %1 : tensor<4x8xf32>
  %3 = stablehlo.tanh %2 : tensor<4x8xf32>
  %4 = stablehlo.dot_general %3, %w1, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %5 = stablehlo.negate %4 : tensor<4x8xf32>
  %6 = stablehlo.sine %5 : tensor<4x8xf32>
  %7 = stablehlo.tanh %6 : tensor<4x8xf32>
  %8 = stablehlo.dot_general %7, %w2, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %9 = stablehlo.negate %8 : tensor<4x8xf32>
  %10 = stablehlo.sine %9 : tensor<4x8xf32>
  %11 = stablehlo.tanh %10 : tensor<4x8xf32>
  return %11 : tensor<4x8xf32>
}

// -----

// The layers place their results.
// CHECK-LABEL: func.func @constraint
// CHECK-NOT: stablehlo.while
// CHECK: return
// ONE-LABEL: func.func @constraint
// ONE: stablehlo.while
sdy.mesh @mesh = <["x"=4]>
func.func @constraint(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                 %w0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
                 %w1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
                 %w2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> tensor<4x8xf32> {
  %0 = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.negate %0 : tensor<4x8xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"x"}, {}]> : tensor<4x8xf32>
  %3 = stablehlo.tanh %2 : tensor<4x8xf32>
  %4 = stablehlo.dot_general %3, %w1, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %5 = stablehlo.negate %4 : tensor<4x8xf32>
  %6 = sdy.sharding_constraint %5 <@mesh, [{"x"}, {}]> : tensor<4x8xf32>
  %7 = stablehlo.tanh %6 : tensor<4x8xf32>
  %8 = stablehlo.dot_general %7, %w2, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %9 = stablehlo.negate %8 : tensor<4x8xf32>
  %10 = sdy.sharding_constraint %9 <@mesh, [{"x"}, {}]> : tensor<4x8xf32>
  %11 = stablehlo.tanh %10 : tensor<4x8xf32>
  return %11 : tensor<4x8xf32>
}
