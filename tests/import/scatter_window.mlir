// A scatter of one large window at a fixed position becomes an elementwise op.
// RUN: spmd-opt %s --spmd-decompose | FileCheck %s

// x.at[1:-1, 2:-2].add(y); JAX joins the position of scalars. x + -0.0 is x.
// CHECK-LABEL: @add_to_the_inside(
func.func @add_to_the_inside(%x: tensor<32x16xf32>, %y: tensor<30x12xf32>) -> tensor<32x16xf32> {
  // CHECK: %[[Z:.*]] = stablehlo.constant dense<-0.000000e+00> : tensor<f32>
  // CHECK-NEXT: %[[P:.*]] = stablehlo.pad %arg1, %[[Z]], low = [1, 2], high = [1, 2], interior = [0, 0]
  // CHECK-NEXT: %[[S:.*]] = stablehlo.add %arg0, %[[P]]
  // CHECK-NEXT: return %[[S]]
  %c = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1xi32>
  %d = stablehlo.constant dense<2> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %d, dims = [] : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %3 = "stablehlo.scatter"(%x, %2, %y) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %4 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) : (tensor<32x16xf32>, tensor<2xi32>, tensor<30x12xf32>) -> tensor<32x16xf32>
  return %3 : tensor<32x16xf32>
}

// Maxima have the lowest number around the updates.
// CHECK-LABEL: @largest(
func.func @largest(%x: tensor<16xi32>, %y: tensor<12xi32>) -> tensor<16xi32> {
  // CHECK: %[[LOWEST:.*]] = stablehlo.constant dense<-2147483648> : tensor<i32>
  // CHECK-NEXT: stablehlo.pad %arg1, %[[LOWEST]], low = [1], high = [3], interior = [0]
  // CHECK-NEXT: stablehlo.maximum
  // CHECK-NEXT: return
  %c = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = "stablehlo.scatter"(%x, %c, %y) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.maximum %a, %b : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<16xi32>, tensor<1xi32>, tensor<12xi32>) -> tensor<16xi32>
  return %0 : tensor<16xi32>
}

// Differences, and assignments (below), have no such number: they select.
// CHECK-LABEL: @differences(
func.func @differences(%x: tensor<32x16xf32>, %y: tensor<30x12xf32>) -> tensor<32x16xf32> {
  // CHECK: %[[P:.*]] = stablehlo.pad %arg1, %{{.*}}, low = [1, 2], high = [1, 2], interior = [0, 0]
  // CHECK: %[[S:.*]] = stablehlo.subtract %arg0, %[[P]]
  // CHECK: stablehlo.iota dim = 0
  // CHECK: stablehlo.iota dim = 1
  // CHECK: stablehlo.select %{{.*}}, %[[S]], %arg0
  // CHECK-NOT: scatter
  // CHECK: return
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = "stablehlo.scatter"(%x, %c, %y) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<32x16xf32>, tensor<2xi32>, tensor<30x12xf32>) -> tensor<32x16xf32>
  return %0 : tensor<32x16xf32>
}

// Dims that the updates lack have one element, and a placement goes to the new op.
sdy.mesh @mesh = <["x"=2]>
// CHECK-LABEL: @one_of_two(
func.func @one_of_two(%x: tensor<2x16xi32>, %y: tensor<16xi32>) -> tensor<2x16xi32> {
  // CHECK: stablehlo.pad %{{.*}}, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<1x16xi32>, tensor<i32>) -> tensor<2x16xi32>
  // CHECK: stablehlo.select {{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>}
  // CHECK-NOT: scatter
  // CHECK: return
  %c = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = "stablehlo.scatter"(%x, %c, %y) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : (tensor<2x16xi32>, tensor<1xi32>, tensor<16xi32>) -> tensor<2x16xi32>
  return %0 : tensor<2x16xi32>
}

// A window that covers all needs no select.
// CHECK-LABEL: @all(
func.func @all(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[R:.*]] = stablehlo.multiply %arg0
  // CHECK-NEXT: return %[[R]]
  %c = stablehlo.constant dense<0> : tensor<1xi32>
  %0 = "stablehlo.scatter"(%x, %c, %y) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.multiply %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>, tensor<1xi32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// The placement of the elements in the body is none of the tensors.
// CHECK-LABEL: @placed_elements(
// CHECK: stablehlo.multiply %{{.*}}, %{{.*}} : tensor<16xf32>
func.func @placed_elements(%x: tensor<16xf32>, %y: tensor<12xf32>) -> tensor<16xf32> {
  %c = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = "stablehlo.scatter"(%x, %c, %y) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.multiply %a, %b {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=4]>, [], replicated={"x"}>]>} : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<16xf32>, tensor<1xi32>, tensor<12xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// A window of less than half, one that leaves the operand, a position of the data, several windows, complex elements.
// CHECK-LABEL: @others(
// CHECK-COUNT-5: stablehlo.scatter"(
func.func @others(%x: tensor<16xf32>, %y: tensor<4xf32>, %z: tensor<12xf32>, %i: tensor<1xi32>, %two: tensor<2x8xf32>, %v: tensor<16xcomplex<f32>>, %w: tensor<12xcomplex<f32>>)
    -> (tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xcomplex<f32>>) {
  %c = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = "stablehlo.scatter"(%x, %c, %y) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<16xf32>, tensor<1xi32>, tensor<4xf32>) -> tensor<16xf32>
  %d = stablehlo.constant dense<5> : tensor<1xi32>
  %1 = "stablehlo.scatter"(%x, %d, %z) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<16xf32>, tensor<1xi32>, tensor<12xf32>) -> tensor<16xf32>
  %2 = "stablehlo.scatter"(%x, %i, %z) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<16xf32>, tensor<1xi32>, tensor<12xf32>) -> tensor<16xf32>
  %e = stablehlo.constant dense<[[0], [8]]> : tensor<2x1xi32>
  %3 = "stablehlo.scatter"(%x, %e, %two) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<16xf32>, tensor<2x1xi32>, tensor<2x8xf32>) -> tensor<16xf32>
  %4 = "stablehlo.scatter"(%v, %c, %w) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    stablehlo.return %b : tensor<complex<f32>>
  }) : (tensor<16xcomplex<f32>>, tensor<1xi32>, tensor<12xcomplex<f32>>) -> tensor<16xcomplex<f32>>
  return %0, %1, %2, %3, %4 : tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xcomplex<f32>>
}
