// Elements with a small stride are taken out of whole vectors, and the neighbours of a join are stored together.
// RUN: spmd-opt %s --spmd-plan-kernels --spmd-choose-lanes --spmd-expand-kernels | FileCheck %s

// Both parts come from the same vectors. The store has the lanes of both in turn.
// CHECK-LABEL: func.func private @kernel0(
// CHECK:       scf.for %[[I:.*]] = %{{.*}} to %c64 step %c16
// CHECK:         %[[P:.*]] = arith.muli %[[I]], %c2
// CHECK:         %[[X:.*]] = vector.load %arg0[%[[P]]] : memref<128xf32>, vector<32xf32>
// CHECK:         %[[RE:.*]] = vector.shuffle %[[X]], %[[X]] [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30]
// CHECK:         %[[Y:.*]] = vector.load %arg0[%{{.*}}] : memref<128xf32>, vector<32xf32>
// CHECK:         %[[IM:.*]] = vector.shuffle %[[Y]], %[[Y]] [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31]
// CHECK:         %[[NEG:.*]] = arith.negf %[[IM]]
// CHECK:         %[[BOTH:.*]] = vector.shuffle %[[RE]], %[[NEG]] [0, 1, 2,
// CHECK:         %[[PAIRS:.*]] = vector.shuffle %[[BOTH]], %[[BOTH]] [0, 16, 1, 17, 2, 18, 3, 19,
// CHECK:         vector.store %[[PAIRS]], %arg1[%[[P]]] : memref<128xf32>, vector<32xf32>
func.func @conjugate(%z: tensor<64x2xf32>) -> tensor<64x2xf32> {
  %0 = spmd.fusion(%a = %z) : (tensor<64x2xf32>) -> tensor<64x2xf32> {
    %1 = stablehlo.slice %a [0:64, 0:1] : (tensor<64x2xf32>) -> tensor<64x1xf32>
    %2 = stablehlo.slice %a [0:64, 1:2] : (tensor<64x2xf32>) -> tensor<64x1xf32>
    %3 = stablehlo.negate %2 : tensor<64x1xf32>
    %4 = stablehlo.concatenate %1, %3, dim = 1 : (tensor<64x1xf32>, tensor<64x1xf32>) -> tensor<64x2xf32>
    spmd.yield %4 : tensor<64x2xf32>
  }
  return %0 : tensor<64x2xf32>
}

// Of rows of odd length, every second element lies at an even or an odd place: two vectors, of which the second ends with the
// last element that is wanted.
// CHECK-LABEL: func.func private @kernel1(
// CHECK:       %[[LOW:.*]] = vector.load %arg0[%[[AT:.*]]] : memref<231xf32>, vector<16xf32>
// CHECK:       %[[NEXT:.*]] = arith.addi %[[AT]], %c15
// CHECK:       %[[HIGH:.*]] = vector.load %arg0[%[[NEXT]]] : memref<231xf32>, vector<16xf32>
// CHECK:       vector.shuffle %[[LOW]], %[[HIGH]] [0, 2, 4, 6, 8, 10, 12, 14, 17, 19, 21, 23, 25, 27, 29, 31]
func.func @every_second(%x: tensor<7x33xf32>) -> tensor<7x17xf32> {
  %0 = spmd.fusion(%a = %x) : (tensor<7x33xf32>) -> tensor<7x17xf32> {
    %1 = stablehlo.slice %a [0:7, 0:33:2] : (tensor<7x33xf32>) -> tensor<7x17xf32>
    %2 = stablehlo.negate %1 : tensor<7x17xf32>
    spmd.yield %2 : tensor<7x17xf32>
  }
  return %0 : tensor<7x17xf32>
}
