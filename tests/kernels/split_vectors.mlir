// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spmd-opt %s --spmd-split-vectors=machine=vector-bytes=32 | FileCheck %s
// RUN: spmd-opt %s --spmd-split-vectors=machine=vector-bytes=64 | FileCheck %s --check-prefix=WIDE

// Sums of columns: eight lanes of f32 fill a register of 32 bytes. Each piece is loaded, added and stored before the next one.
// CHECK-LABEL: @columns(
// CHECK:         scf.for %[[I:.*]] = %c0 to %c3072 step %c32
// CHECK:           %[[X0:.*]] = vector.load %arg0[%[[I]]] : memref<3072xf32>, vector<8xf32>
// CHECK-NEXT:      %[[S0:.*]] = vector.load %arg1[%[[I]]] : memref<3072xf32>, vector<8xf32>
// CHECK-NEXT:      %[[T0:.*]] = arith.addf %[[S0]], %[[X0]] : vector<8xf32>
// CHECK-NEXT:      vector.store %[[T0]], %arg1[%[[I]]]
// CHECK-NEXT:      %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:      %[[AT:.*]] = arith.addi %[[I]], %[[C8]]
// CHECK-NEXT:      vector.load %arg0[%[[AT]]] : memref<3072xf32>, vector<8xf32>
// CHECK-COUNT-2:   arith.constant {{16|24}} : index
// With registers of 64 bytes there are two of them, which LLVM loads in order.
// WIDE-LABEL: @columns(
// WIDE:         vector.load %{{.*}} : memref<3072xf32>, vector<32xf32>
func.func private @columns(%x: memref<3072xf32>, %sums: memref<3072xf32>, %begin: index, %end: index) attributes {spmd.loops} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c3072 = arith.constant 3072 : index
  scf.for %i = %c0 to %c3072 step %c32 {
    %a = vector.load %x[%i] : memref<3072xf32>, vector<32xf32>
    %s = vector.load %sums[%i] : memref<3072xf32>, vector<32xf32>
    %t = arith.addf %s, %a : vector<32xf32>
    vector.store %t, %sums[%i] : memref<3072xf32>, vector<32xf32>
  }
  return
}

// The widest element decides; masks, constants and vectors from outside are cut as well.
// CHECK-LABEL: @mixed(
// CHECK:         %[[CUT0:.*]] = vector.shuffle %[[Y:.*]], %[[Y]] [0, 1, 2, 3] : vector<16xf64>, vector<16xf64>
// CHECK:         scf.for
// CHECK:           vector.load %arg0[%{{.*}}] : memref<64xbf16>, vector<4xbf16>
// CHECK:           arith.extf %{{.*}} : vector<4xbf16> to vector<4xf64>
// CHECK:           arith.constant dense<1.000000e+00> : vector<4xf64>
// CHECK:           arith.cmpf ogt, %{{.*}} : vector<4xf64>
// CHECK:           arith.select %{{.*}}, %{{.*}}, %[[CUT0]] : vector<4xi1>, vector<4xf64>
func.func private @mixed(%x: memref<64xbf16>, %y: memref<64xf64>, %begin: index, %end: index) attributes {spmd.loops} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %outside = vector.load %y[%c0] : memref<64xf64>, vector<16xf64>
  scf.for %i = %c0 to %c64 step %c16 {
    %a = vector.load %x[%i] : memref<64xbf16>, vector<16xbf16>
    %b = arith.extf %a : vector<16xbf16> to vector<16xf64>
    %one = arith.constant dense<1.0> : vector<16xf64>
    %m = arith.cmpf ogt, %b, %one : vector<16xf64>
    %s = arith.select %m, %b, %outside : vector<16xi1>, vector<16xf64>
    vector.store %s, %y[%i] : memref<64xf64>, vector<16xf64>
  }
  return
}

// What stays whole: functions, vectors that are kept between steps, stores to where another lane is read, numbers of lanes.
// CHECK-LABEL: @whole(
// CHECK-NOT:     vector<8xf32>
// CHECK:         return
func.func private @whole(%x: memref<4096xf32>, %y: memref<4096xf32>, %begin: index, %end: index) attributes {spmd.loops} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %total = memref.alloca() : memref<vector<32xf32>>
  scf.for %i = %c0 to %c64 step %c32 {
    %a = vector.load %x[%i] : memref<4096xf32>, vector<32xf32>
    %e = math.exp %a : vector<32xf32>
    vector.store %e, %y[%i] : memref<4096xf32>, vector<32xf32>
  }
  scf.for %i = %c0 to %c64 step %c32 {
    %a = vector.load %x[%i] : memref<4096xf32>, vector<32xf32>
    %t = memref.load %total[] : memref<vector<32xf32>>
    %s = arith.addf %t, %a : vector<32xf32>
    memref.store %s, %total[] : memref<vector<32xf32>>
  }
  scf.for %i = %c0 to %c64 step %c32 {
    %next = arith.addi %i, %c1 : index
    %a = vector.load %x[%next] : memref<4096xf32>, vector<32xf32>
    %b = arith.addf %a, %a : vector<32xf32>
    vector.store %b, %x[%i] : memref<4096xf32>, vector<32xf32>
  }
  scf.for %i = %c0 to %c64 step %c32 {
    %lanes = arith.constant dense<[0.,1.,2.,3.,4.,5.,6.,7.,8.,9.,10.,11.,12.,13.,14.,15.,16.,17.,18.,19.,20.,21.,22.,23.,24.,25.,26.,27.,28.,29.,30.,31.]> : vector<32xf32>
    vector.store %lanes, %y[%i] : memref<4096xf32>, vector<32xf32>
  }
  return
}
