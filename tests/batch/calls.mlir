// RUN: spmd-opt %s --split-input-file --spmd-batch="function=f size=8 in=0,none" | FileCheck %s

// A callee is batched once for each pattern of batched arguments. It keeps its attributes.
func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @g(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = call @g(%0, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = call @g(%1, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = call @g(%y, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %4 = stablehlo.add %2, %3 : tensor<4xf32>
  return %4 : tensor<4xf32>
}
func.func private @g(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> attributes {spmd.checkpoint = "nothing"} {
  %0 = stablehlo.multiply %x, %y : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK-LABEL: func.func @f_batched(
// CHECK-SAME:    %[[X:.*]]: tensor<8x4xf32>, %[[Y:.*]]: tensor<4xf32>)
// CHECK-NEXT:  %[[A:.*]] = call @g_batched(%[[X]], %[[Y]]) : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:  %[[B:.*]] = call @g_batched(%[[A]], %[[Y]])
// CHECK-NEXT:  %[[C:.*]] = call @[[BOTH:.*]](%[[B]], %[[A]]) : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:  call @g(%[[Y]], %[[Y]]) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK:       func.func private @[[BOTH]]({{.*}} attributes {spmd.checkpoint = "nothing"}
// CHECK:       func.func private @g_batched(%{{.*}}: tensor<8x4xf32>, %{{.*}}: tensor<4xf32>) -> tensor<8x4xf32> attributes {spmd.checkpoint = "nothing"}

// -----

// The gradient that the user wrote is batched with the function. What it gives for %w, which all entries share, is summed.
func.func @f(%x: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @h(%x, %w) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @h(%x: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> attributes {spmd.vjp = @h_vjp} {
  %0 = stablehlo.multiply %x, %w : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @h_vjp(%x: tensor<4xf32>, %w: tensor<4xf32>, %ct: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.multiply %ct, %x : tensor<4xf32>
  return %w, %0 : tensor<4xf32>, tensor<4xf32>
}
// CHECK-LABEL: func.func @f_batched(
// CHECK:       call @h_batched(
// CHECK:       func.func private @h_batched({{.*}} attributes {spmd.vjp = @h_vjp_batched}
// CHECK:       func.func private @h_vjp_batched(%{{.*}}: tensor<8x4xf32>, %[[W:.*]]: tensor<4xf32>, %{{.*}}: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<4xf32>)
// CHECK:       %[[P:.*]] = stablehlo.multiply
// CHECK:       %[[B:.*]] = stablehlo.broadcast_in_dim %[[W]], dims = [1]
// CHECK:       %[[S:.*]] = stablehlo.reduce(%[[P]] init: %{{.*}}) applies stablehlo.add across dimensions = [0]
// CHECK:       return %[[B]], %[[S]]

// -----

// A composite becomes a call of its batched decomposition.
func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.composite "my.op" %x, %y {decomposition = @d} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @d(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
// CHECK-LABEL: func.func @f_batched(
// CHECK:       call @d_batched(%{{.*}}) : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8x4xf32>
