// Matmuls of vectors and of small matrices are products of elements that are summed up; others stay.
// RUN: spmd-opt %s --split-input-file --spmd-simplify | FileCheck %s

// CHECK-LABEL: func.func @inner
// CHECK-NOT: dot_general
// CHECK: %[[P:.*]] = stablehlo.multiply %{{.*}} : tensor<50000xf32>
// CHECK: stablehlo.reduce(%[[P]] init: %{{.*}}) applies stablehlo.add across dimensions = [0]
func.func @inner(%x: tensor<50000xf32>, %y: tensor<50000xf32>) -> tensor<f32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<50000xf32>, tensor<50000xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// No sum: the contracted dim has one element.
// CHECK-LABEL: func.func @outer
// CHECK-NOT: stablehlo.reduce
// CHECK: stablehlo.multiply %{{.*}} : tensor<700x1x800xf32>
func.func @outer(%x: tensor<700x1xf32>, %y: tensor<1x800xf32>) -> tensor<700x800xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<700x1xf32>, tensor<1x800xf32>) -> tensor<700x800xf32>
  return %0 : tensor<700x800xf32>
}

// -----

// Sums of bf16 are f32 to their end.
// CHECK-LABEL: func.func @few_results
// CHECK: %[[P:.*]] = stablehlo.multiply %{{.*}} : tensor<3x9000xf32>
// CHECK: %[[S:.*]] = stablehlo.reduce(%[[P]] {{.*}} -> tensor<3xf32>
// CHECK: stablehlo.convert %[[S]] : (tensor<3xf32>) -> tensor<3xbf16>
func.func @few_results(%x: tensor<3x9000xbf16>, %y: tensor<9000xbf16>) -> tensor<3xbf16> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<3x9000xbf16>, tensor<9000xbf16>) -> tensor<3xbf16>
  return %0 : tensor<3xbf16>
}

// -----

// A matrix that is computed for the vector alone is never stored.
// CHECK-LABEL: func.func @own_matrix
// CHECK-NOT: dot_general
func.func @own_matrix(%x: tensor<3000x3000xf32>, %y: tensor<3000xf32>) -> tensor<3000xf32> {
  %a = stablehlo.abs %x : tensor<3000x3000xf32>
  %0 = stablehlo.dot_general %a, %y, contracting_dims = [1] x [0] : (tensor<3000x3000xf32>, tensor<3000xf32>) -> tensor<3000xf32>
  return %0 : tensor<3000xf32>
}

// -----

// Integers are widened first. The sums come last where the columns of the right operand are not contiguous.
// CHECK-LABEL: func.func @small
// CHECK-DAG: stablehlo.convert %arg0 : (tensor<100x4x4xi8>) -> tensor<100x4x4xi32>
// CHECK: %[[P:.*]] = stablehlo.multiply %{{.*}} : tensor<100x4x5x4xi32>
// CHECK: stablehlo.reduce(%[[P]] init: %{{.*}}) applies stablehlo.add across dimensions = [3]
func.func @small(%x: tensor<100x4x4xi8>, %y: tensor<100x5x4xi8>) -> tensor<100x4x5xi32> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<100x4x4xi8>, tensor<100x5x4xi8>) -> tensor<100x4x5xi32>
  return %0 : tensor<100x4x5xi32>
}

// -----

// A large matrix, a large product, one entry that is not small, truth values, complex numbers.
// CHECK-LABEL: func.func @others
// CHECK-COUNT-5: dot_general
func.func @others(%x: tensor<3000x3000xf32>, %y: tensor<3000xf32>, %a: tensor<64x64xf32>, %b: tensor<2x40x40xf32>, %p: tensor<4x4xi1>, %c: tensor<4x4xcomplex<f32>>)
    -> (tensor<3000xf32>, tensor<64x64xf32>, tensor<2x40x40xf32>, tensor<4x4xi1>, tensor<4x4xcomplex<f32>>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<3000x3000xf32>, tensor<3000xf32>) -> tensor<3000xf32>
  %1 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = stablehlo.dot_general %b, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x40x40xf32>, tensor<2x40x40xf32>) -> tensor<2x40x40xf32>
  %3 = stablehlo.dot_general %p, %p, contracting_dims = [1] x [0] : (tensor<4x4xi1>, tensor<4x4xi1>) -> tensor<4x4xi1>
  %4 = stablehlo.dot_general %c, %c, contracting_dims = [1] x [0] : (tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>) -> tensor<4x4xcomplex<f32>>
  return %0, %1, %2, %3, %4 : tensor<3000xf32>, tensor<64x64xf32>, tensor<2x40x40xf32>, tensor<4x4xi1>, tensor<4x4xcomplex<f32>>
}
