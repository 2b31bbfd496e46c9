// RUN: spmd-opt %s --canonicalize | FileCheck %s
// A value that is placed twice in the same way, and what is not the same way.

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=8]>
sdy.mesh @parts = <["x"=4]>

// Whether a dim is open, and when its turn comes, matters before there is a reshard only.
// CHECK-LABEL: @one_value
func.func @one_value(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  // CHECK-NEXT: %[[R:.*]] = sdy.reshard %arg0 <@mesh, [{"a"}]>
  // CHECK-NEXT: return %[[R]], %[[R]], %[[R]]
  %0 = sdy.reshard %x <@mesh, [{"a"}]> : tensor<8xf32>
  %1 = sdy.reshard %x <@mesh, [{"a", ?}]> : tensor<8xf32>
  %2 = sdy.reshard %x <@mesh, [{"a"}p1]> : tensor<8xf32>
  return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: @other_places
func.func @other_places(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  // CHECK-COUNT-5: sdy.reshard
  %0 = sdy.reshard %x <@mesh, [{"a"}]> : tensor<8xf32>
  %1 = sdy.reshard %x <@mesh, [{"b"}]> : tensor<8xf32>
  %2 = sdy.reshard %x <@mesh, [{"a"}], replicated={"b"}> : tensor<8xf32>
  %3 = sdy.reshard %x <@mesh, [{"a"}], unreduced={"b"}> : tensor<8xf32>
  %4 = sdy.reshard %x <@parts, [{}]> : tensor<8xf32>
  return %0, %1, %2, %3, %4 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// Within one block.
// CHECK-LABEL: @in_a_region
func.func @in_a_region(%x: tensor<8xf32>, %p: tensor<i1>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK-COUNT-2: sdy.reshard
  %0 = sdy.reshard %x <@mesh, [{"a"}]> : tensor<8xf32>
  %1 = "stablehlo.if"(%p) ({
    %2 = sdy.reshard %x <@mesh, [{"a"}]> : tensor<8xf32>
    stablehlo.return %2 : tensor<8xf32>
  }, {
    stablehlo.return %x : tensor<8xf32>
  }) : (tensor<i1>) -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: @transposed
func.func @transposed(%x: tensor<8x4x2xf32>) -> (tensor<8x4x2xf32>, tensor<2x8x4xf32>) {
  // CHECK-NEXT: %[[R:.*]] = sdy.reshard %arg0 <@mesh, [{"a"}, {"b"}, {}]>
  // CHECK-NEXT: %[[T:.*]] = stablehlo.transpose %[[R]], dims = [1, 0, 2]
  // CHECK-NEXT: %[[U:.*]] = stablehlo.transpose %[[T]], dims = [2, 1, 0]
  // CHECK-NEXT: return %[[R]], %[[U]]
  %0 = sdy.reshard %x <@mesh, [{"a"}, {"b"}, {}]> : tensor<8x4x2xf32>
  %1 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<8x4x2xf32>) -> tensor<4x8x2xf32>
  %2 = stablehlo.transpose %1, dims = [2, 1, 0] : (tensor<4x8x2xf32>) -> tensor<2x8x4xf32>
  %3 = sdy.reshard %2 <@mesh, [{}, {"a"}, {"b"}]> : tensor<2x8x4xf32>
  return %0, %3 : tensor<8x4x2xf32>, tensor<2x8x4xf32>
}

// The first placement may stand behind reshapes, too; the second behind reshapes, then transposes.
// CHECK-LABEL: @first_is_reshaped
func.func @first_is_reshaped(%x: tensor<8x4xf32>) -> (tensor<32xf32>, tensor<4x8xf32>) {
  // CHECK-NEXT: %[[F:.*]] = stablehlo.reshape %arg0 : (tensor<8x4xf32>) -> tensor<32xf32>
  // CHECK-NEXT: %[[R:.*]] = sdy.reshard %[[F]] <@mesh, [{"a"}]>
  // CHECK-NEXT: %[[B:.*]] = stablehlo.reshape %[[R]] : (tensor<32xf32>) -> tensor<8x4xf32>
  // CHECK-NEXT: %[[T:.*]] = stablehlo.transpose %[[B]], dims = [1, 0]
  // CHECK-NEXT: return %[[R]], %[[T]]
  %0 = stablehlo.reshape %x : (tensor<8x4xf32>) -> tensor<32xf32>
  %1 = sdy.reshard %0 <@mesh, [{"a"}]> : tensor<32xf32>
  %2 = stablehlo.transpose %x, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
  %3 = sdy.reshard %2 <@mesh, [{}, {"a"}]> : tensor<4x8xf32>
  return %1, %3 : tensor<32xf32>, tensor<4x8xf32>
}

// Every device keeps the same elements: "a" halves all of them, "b" the halves.
// CHECK-LABEL: @reshapes_that_keep_the_layout
func.func @reshapes_that_keep_the_layout(%x: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<2x4x4xf32>, tensor<4x8xf32>) {
  // CHECK-NEXT: %[[R:.*]] = sdy.reshard %arg0 <@mesh, [{"a", "b"}, {}]>
  // CHECK-NOT: sdy.reshard
  %0 = sdy.reshard %x <@mesh, [{"a", "b"}, {}]> : tensor<8x4xf32>
  %1 = stablehlo.reshape %x : (tensor<8x4xf32>) -> tensor<2x4x4xf32>
  %2 = sdy.reshard %1 <@mesh, [{"a"}, {"b"}, {}]> : tensor<2x4x4xf32>
  %3 = stablehlo.reshape %x : (tensor<8x4xf32>) -> tensor<4x8xf32>
  %4 = sdy.reshard %3 <@mesh, [{"a", "b"}, {}]> : tensor<4x8xf32>
  // CHECK: return
  return %0, %2, %4 : tensor<8x4xf32>, tensor<2x4x4xf32>, tensor<4x8xf32>
}

// CHECK-LABEL: @reshapes_that_change_it
func.func @reshapes_that_change_it(%x: tensor<8x4xf32>, %y: tensor<7x4xf32>) -> (tensor<8x4xf32>, tensor<4x8xf32>, tensor<7x4xf32>, tensor<28xf32>, tensor<7x4x1xf32>) {
  %0 = sdy.reshard %x <@mesh, [{"b"}, {"a"}]> : tensor<8x4xf32>
  %1 = stablehlo.reshape %x : (tensor<8x4xf32>) -> tensor<4x8xf32>
  // CHECK: sdy.reshard {{.*}} <@mesh, [{"b"}, {"a"}]> : tensor<4x8xf32>
  %2 = sdy.reshard %1 <@mesh, [{"b"}, {"a"}]> : tensor<4x8xf32>
  // Padding of 7 rows is not padding of 28 elements.
  %3 = sdy.reshard %y <@mesh, [{"a"}, {}]> : tensor<7x4xf32>
  %4 = stablehlo.reshape %y : (tensor<7x4xf32>) -> tensor<28xf32>
  // CHECK: sdy.reshard {{.*}} <@mesh, [{"a"}]> : tensor<28xf32>
  %5 = sdy.reshard %4 <@mesh, [{"a"}]> : tensor<28xf32>
  %6 = stablehlo.reshape %y : (tensor<7x4xf32>) -> tensor<7x4x1xf32>
  // CHECK-NOT: sdy.reshard {{.*}} tensor<7x4x1xf32>
  %7 = sdy.reshard %6 <@mesh, [{"a"}, {}, {}]> : tensor<7x4x1xf32>
  return %0, %2, %3, %5, %7 : tensor<8x4xf32>, tensor<4x8xf32>, tensor<7x4xf32>, tensor<28xf32>, tensor<7x4x1xf32>
}
