// RUN: spmd-opt %s --split-input-file --spmd-grad="function=f wrt=0" | FileCheck %s

// Dims that the op adds or stretches are summed.
func.func @f(%x: tensor<4x1xf32>) -> tensor<2x4x6xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<4x1xf32>) -> tensor<2x4x6xf32>
  return %0 : tensor<2x4x6xf32>
}
// CHECK-LABEL: @f_grad(
// CHECK-SAME:    %[[CT:[a-z0-9]+]]: tensor<2x4x6xf32>)
// CHECK:       %[[S:.*]] = stablehlo.reduce(%[[CT]] {{.*}} across dimensions = [0, 2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:  %[[G:.*]] = stablehlo.reshape %[[S]] : (tensor<4xf32>) -> tensor<4x1xf32>
// CHECK-NEXT:  return %{{.*}}, %[[G]]

// -----

// A slice with steps is undone by padding between the rows.
func.func @f(%x: tensor<10xf32>) -> tensor<3xf32> {
  %0 = stablehlo.slice %x [1:8:3] : (tensor<10xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
// CHECK-LABEL: @f_grad(
// CHECK-SAME:    %[[CT:[a-z0-9]+]]: tensor<3xf32>)
// CHECK:       stablehlo.pad %[[CT]], %{{.*}}, low = [1], high = [2], interior = [2]

// -----

// The second slice adds to the rows of what the first one has given.
func.func @f(%x: tensor<8x4xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<1x4xf32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_slice %x, %i, %z, sizes = [1, 4] : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
  %1 = stablehlo.dynamic_slice %x, %j, %z, sizes = [1, 4] : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
  %2 = stablehlo.add %0, %1 : tensor<1x4xf32>
  return %2 : tensor<1x4xf32>
}
// CHECK-LABEL: @f_grad(
// CHECK-SAME:    %[[I:[a-z0-9]+]]: tensor<i32>, %[[J:[a-z0-9]+]]: tensor<i32>, %[[CT:[a-z0-9]+]]: tensor<1x4xf32>)
// CHECK:       %[[ZEROS:.*]] = stablehlo.constant dense<0.0{{.*}}> : tensor<8x4xf32>
// CHECK-NEXT:  %[[FIRST:.*]] = stablehlo.dynamic_update_slice %[[ZEROS]], %[[CT]], %[[J]]
// CHECK-NEXT:  %[[OLD:.*]] = stablehlo.dynamic_slice %[[FIRST]], %[[I]]
// CHECK-NEXT:  %[[SUM:.*]] = stablehlo.add %[[OLD]], %[[CT]]
// CHECK-NEXT:  %[[G:.*]] = stablehlo.dynamic_update_slice %[[FIRST]], %[[SUM]], %[[I]]
// CHECK-NEXT:  return %{{.*}}, %[[G]]

// -----

// A gather clamps its indices, a scatter skips those outside: so they are clamped.
func.func @f(%x: tensor<8x4xf32>, %i: tensor<5x1xi32>) -> tensor<5x4xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<8x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}
// CHECK-LABEL: @f_grad(
// CHECK-SAME:    %[[I:[a-z0-9]+]]: tensor<5x1xi32>, %[[CT:[a-z0-9]+]]: tensor<5x4xf32>)
// CHECK:       stablehlo.constant dense<7> : tensor<1xi32>
// CHECK:       %[[AT:.*]] = stablehlo.clamp %{{.*}}, %[[I]], %{{.*}} : tensor<5x1xi32>
// CHECK:       %[[G:.*]] = "stablehlo.scatter"(%{{.*}}, %[[AT]], %[[CT]])
// CHECK-SAME:    update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1
// CHECK:         stablehlo.add
// CHECK:       return %{{.*}}, %[[G]]

// -----

// A sort sends the cotangents back by the places from which the elements came.
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// CHECK-LABEL: @f_grad(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<8xf32>, %[[CT:[a-z0-9]+]]: tensor<8xf32>)
// CHECK:       %[[IOTA:.*]] = stablehlo.iota dim = 0 : tensor<8xi32>
// CHECK-NEXT:  %[[SORTED:.*]]:2 = "stablehlo.sort"(%[[X]], %[[IOTA]])
// CHECK:       %[[BACK:.*]]:2 = "stablehlo.sort"(%[[SORTED]]#1, %[[CT]])
// CHECK:       return %{{.*}}, %[[BACK]]#1
