// Equal layers are written once. What differs by layer is a row of a stack; layers that read of each other become a loop.
// RUN: spmd-opt %s --split-input-file --spmd-roll-layers="least-copies=3 least-ops=4" | FileCheck %s
// RUN: spmd-opt %s --split-input-file --spmd-roll-layers | FileCheck %s --check-prefix=FEW

// Three layers with weights and factors of their own.
// CHECK-LABEL: func.func @chain
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[W0:.*]]: tensor<8x8xf32>, %[[W1:.*]]: tensor<8x8xf32>, %[[W2:.*]]: tensor<8x8xf32>)
// CHECK-DAG: %[[R0:.*]] = stablehlo.reshape %[[W0]]
// CHECK-DAG: %[[R1:.*]] = stablehlo.reshape %[[W1]]
// CHECK-DAG: %[[R2:.*]] = stablehlo.reshape %[[W2]]
// CHECK-DAG: %[[W:.*]] = stablehlo.concatenate %[[R0]], %[[R1]], %[[R2]], dim = 0
// CHECK-DAG: %[[FACTORS:.*]] = stablehlo.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]>
// CHECK: %[[LOOP:.*]]:2 = stablehlo.while(%[[I:.*]] = %{{.*}}, %[[H:.*]] = %[[X]])
// CHECK: do {
// CHECK: %[[ROW:.*]] = stablehlo.dynamic_slice %[[W]], %[[I]]
// CHECK: %[[OWN:.*]] = stablehlo.reshape %[[ROW]]
// CHECK: stablehlo.dot_general %[[H]], %[[OWN]]
// CHECK: stablehlo.dynamic_slice %[[FACTORS]], %[[I]]
// CHECK: return %[[LOOP]]#1
// FEW-LABEL: func.func @chain
// FEW-NOT: stablehlo.while
func.func @chain(%x: tensor<4x8xf32>, %w0: tensor<8x8xf32>, %w1: tensor<8x8xf32>, %w2: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %c0 = stablehlo.constant dense<1.0> : tensor<f32>
  %b0 = stablehlo.broadcast_in_dim %c0, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %1 = stablehlo.multiply %0, %b0 : tensor<4x8xf32>
  %2 = stablehlo.tanh %1 : tensor<4x8xf32>
  %3 = stablehlo.dot_general %2, %w1, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %c1 = stablehlo.constant dense<2.0> : tensor<f32>
  %b1 = stablehlo.broadcast_in_dim %c1, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %4 = stablehlo.multiply %3, %b1 : tensor<4x8xf32>
  %5 = stablehlo.tanh %4 : tensor<4x8xf32>
  %6 = stablehlo.dot_general %5, %w2, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %c2 = stablehlo.constant dense<3.0> : tensor<f32>
  %b2 = stablehlo.broadcast_in_dim %c2, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %7 = stablehlo.multiply %6, %b2 : tensor<4x8xf32>
  %8 = stablehlo.tanh %7 : tensor<4x8xf32>
  return %8 : tensor<4x8xf32>
}

// -----

// Time steps read slices that move evenly; every state is wanted.
// CHECK-LABEL: func.func @steps
// CHECK: %[[LOOP:.*]]:3 = stablehlo.while(%[[I:.*]] = %{{.*}}, %[[H:.*]] = %{{.*}}, %[[ALL:.*]] = %{{.*}})
// CHECK: %[[AT:.*]] = stablehlo.add %[[I]], %{{.*}}
// CHECK: stablehlo.dynamic_slice %{{.*}}, %[[AT]]
// CHECK: %[[DOT:.*]] = stablehlo.dot_general
// CHECK: stablehlo.dynamic_update_slice %[[ALL]]
// CHECK: %[[ROW0:.*]] = stablehlo.slice %[[LOOP]]#2 [0:1, 0:8]
// CHECK: return %{{.*}}, %{{.*}}, %{{.*}}, %[[LOOP]]#1
func.func @steps(%x: tensor<9x8xf32>, %w: tensor<8x8xf32>, %h: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %s0 = stablehlo.slice %x [1:2, 0:8] : (tensor<9x8xf32>) -> tensor<1x8xf32>
  %x0 = stablehlo.reshape %s0 : (tensor<1x8xf32>) -> tensor<8xf32>
  %d0 = stablehlo.dot_general %h, %w, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x8xf32>) -> tensor<8xf32>
  %h0 = stablehlo.add %d0, %x0 : tensor<8xf32>
  %s1 = stablehlo.slice %x [2:3, 0:8] : (tensor<9x8xf32>) -> tensor<1x8xf32>
  %x1 = stablehlo.reshape %s1 : (tensor<1x8xf32>) -> tensor<8xf32>
  %d1 = stablehlo.dot_general %h0, %w, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x8xf32>) -> tensor<8xf32>
  %h1 = stablehlo.add %d1, %x1 : tensor<8xf32>
  %s2 = stablehlo.slice %x [3:4, 0:8] : (tensor<9x8xf32>) -> tensor<1x8xf32>
  %x2 = stablehlo.reshape %s2 : (tensor<1x8xf32>) -> tensor<8xf32>
  %d2 = stablehlo.dot_general %h1, %w, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x8xf32>) -> tensor<8xf32>
  %h2 = stablehlo.add %d2, %x2 : tensor<8xf32>
  %s3 = stablehlo.slice %x [4:5, 0:8] : (tensor<9x8xf32>) -> tensor<1x8xf32>
  %x3 = stablehlo.reshape %s3 : (tensor<1x8xf32>) -> tensor<8xf32>
  %d3 = stablehlo.dot_general %h2, %w, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x8xf32>) -> tensor<8xf32>
  %h3 = stablehlo.add %d3, %x3 : tensor<8xf32>
  return %h0, %h1, %h2, %h3 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// -----

// Independent updates become ops on all of them.
// CHECK-LABEL: func.func @updates
// CHECK-NOT: stablehlo.while
// CHECK: %[[G:.*]] = stablehlo.concatenate
// CHECK: %[[SCALED:.*]] = stablehlo.multiply %{{.*}}, %[[G]] : tensor<4x4xf32>
// CHECK: %[[P:.*]] = stablehlo.concatenate
// CHECK: %[[NEW:.*]] = stablehlo.subtract %[[P]], %[[SCALED]] : tensor<4x4xf32>
// CHECK: stablehlo.slice %[[NEW]]
func.func @updates(%p0: tensor<4xf32>, %p1: tensor<4xf32>, %p2: tensor<4xf32>, %g0: tensor<4xf32>, %g1: tensor<4xf32>, %g2: tensor<4xf32>,
    %p3: tensor<4xf32>, %g3: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %c = stablehlo.constant dense<0.1> : tensor<f32>
  %b0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %s0 = stablehlo.multiply %b0, %g0 : tensor<4xf32>
  %u0 = stablehlo.subtract %p0, %s0 : tensor<4xf32>
  %b1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %s1 = stablehlo.multiply %b1, %g1 : tensor<4xf32>
  %u1 = stablehlo.subtract %p1, %s1 : tensor<4xf32>
  %b2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %s2 = stablehlo.multiply %b2, %g2 : tensor<4xf32>
  %u2 = stablehlo.subtract %p2, %s2 : tensor<4xf32>
  %b3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %s3 = stablehlo.multiply %b3, %g3 : tensor<4xf32>
  %u3 = stablehlo.subtract %p3, %s3 : tensor<4xf32>
  return %u0, %u1, %u2, %u3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// A chain of elementwise ops is one kernel, and stays.
// CHECK-LABEL: func.func @elementwise
// CHECK-NOT: stablehlo.while
// CHECK-COUNT-4: stablehlo.tanh
func.func @elementwise(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = stablehlo.add %x, %x : tensor<64xf32>
  %1 = stablehlo.tanh %0 : tensor<64xf32>
  %2 = stablehlo.add %1, %1 : tensor<64xf32>
  %3 = stablehlo.tanh %2 : tensor<64xf32>
  %4 = stablehlo.add %3, %3 : tensor<64xf32>
  %5 = stablehlo.tanh %4 : tensor<64xf32>
  %6 = stablehlo.add %5, %5 : tensor<64xf32>
  %7 = stablehlo.tanh %6 : tensor<64xf32>
  %8 = stablehlo.add %7, %7 : tensor<64xf32>
  return %8 : tensor<64xf32>
}
