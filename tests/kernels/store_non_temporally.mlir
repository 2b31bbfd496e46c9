// RUN: spmd-opt %s --spmd-store-non-temporally | FileCheck %s

// Two versions of the loop: run time tells whether the output is aligned and no input. Reads of a
// piece of a long row are prefetched 2 KiB ahead.
// CHECK-LABEL: @blocks(
// CHECK:       %[[Y:.*]] = memref.extract_aligned_pointer_as_index %arg1
// CHECK:       arith.andi %[[Y]], %c31
// CHECK:       %[[X:.*]] = memref.extract_aligned_pointer_as_index %arg0
// CHECK:       arith.cmpi ne, %[[Y]], %[[X]]
// CHECK:       %[[ALLOWED:.*]] = arith.andi
// CHECK:       scf.if %[[ALLOWED]] {
// CHECK:         scf.for %[[I:.*]] =
// CHECK:           %[[AHEAD:.*]] = arith.addi %[[I]], %c512
// CHECK:           memref.prefetch %arg0[%[[AHEAD]]], read, locality<2>, data
// CHECK:           vector.load %arg0
// CHECK:           vector.store %{{.*}} {alignment = 32 : i64, nontemporal = true}
// CHECK:       } else {
// CHECK:         scf.for
// CHECK-NOT:       nontemporal
func.func private @blocks(%x: memref<16777216xf32>, %y: memref<16777216xf32>, %begin: index, %end: index) attributes {spmd.loops, spmd.non_temporal = array<i64: 1>} {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c4096 = arith.constant 4096 : index
  scf.for %t = %begin to %end step %c1 {
    %from = arith.muli %t, %c4096 : index
    %to = arith.addi %from, %c4096 : index
    scf.for %i = %from to %to step %c16 {
      %a = vector.load %x[%i] : memref<16777216xf32>, vector<16xf32>
      vector.store %a, %y[%i] : memref<16777216xf32>, vector<16xf32>
    }
  }
  return
}

// Rows of 4,097 numbers begin anywhere: only the loop that begins at an aligned place may.
// CHECK-LABEL: @odd_rows(
// CHECK:       scf.if
// CHECK:         vector.store %{{.*}} {alignment = 32 : i64, nontemporal = true, spmd.aligned}
// CHECK:       else
// CHECK:       scf.for
// CHECK:         vector.store %{{.*}} : memref
func.func private @odd_rows(%x: memref<16781312xf32>, %y: memref<16781312xf32>, %begin: index, %end: index) attributes {spmd.loops, spmd.non_temporal = array<i64: 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c4090 = arith.constant 4090 : index
  %c4097 = arith.constant 4097 : index
  scf.for %row = %begin to %end step %c1 {
    %start = arith.muli %row, %c4097 : index
    %back = arith.subi %c0, %start : index
    %first = arith.andi %back, %c7 : index
    scf.for %i = %first to %c4090 step %c8 {
      %at = arith.addi %start, %i : index
      %a = vector.load %x[%at] : memref<16781312xf32>, vector<8xf32>
      vector.store %a, %y[%at] {spmd.aligned} : memref<16781312xf32>, vector<8xf32>
    }
    scf.for %i = %c0 to %c4090 step %c8 {
      %at = arith.addi %start, %i : index
      %a = vector.load %x[%at] : memref<16781312xf32>, vector<8xf32>
      vector.store %a, %y[%at] : memref<16781312xf32>, vector<8xf32>
    }
  }
  return
}

// Not listed: a cache holds it until it is read.
// CHECK-LABEL: @small(
// CHECK-NOT:   nontemporal
func.func private @small(%x: memref<4096xf32>, %y: memref<4096xf32>, %begin: index, %end: index) attributes {spmd.loops} {
  %c16 = arith.constant 16 : index
  scf.for %i = %begin to %end step %c16 {
    %a = vector.load %x[%i] : memref<4096xf32>, vector<16xf32>
    vector.store %a, %y[%i] : memref<4096xf32>, vector<16xf32>
  }
  return
}

// Rows of 1,572,865 numbers, an odd count above 2^20: a row begins anywhere.
// CHECK-LABEL: @long_odd_rows(
// CHECK-NOT:   nontemporal
func.func private @long_odd_rows(%x: memref<7864325xf32>, %y: memref<7864325xf32>, %begin: index, %end: index) attributes {spmd.loops, spmd.non_temporal = array<i64: 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c1572864 = arith.constant 1572864 : index
  %c1572865 = arith.constant 1572865 : index
  scf.for %row = %begin to %end step %c1 {
    %start = arith.muli %row, %c1572865 : index
    scf.for %i = %c0 to %c1572864 step %c16 {
      %at = arith.addi %start, %i : index
      %a = vector.load %x[%at] : memref<7864325xf32>, vector<16xf32>
      vector.store %a, %y[%at] : memref<7864325xf32>, vector<16xf32>
    }
  }
  return
}

// Booleans are bytes in memory: 32 of them are a whole vector, 16 are not.
// CHECK-LABEL: @booleans(
// CHECK:         vector.store %{{.*}} {alignment = 32 : i64, nontemporal = true} : memref<33554432xi1>, vector<32xi1>
// CHECK:       else
// CHECK-NOT:   nontemporal
// CHECK:       return
func.func private @booleans(%x: memref<33554432xi1>, %y: memref<33554432xi1>, %begin: index, %end: index) attributes {spmd.loops, spmd.non_temporal = array<i64: 1>} {
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %begin to %end step %c32 {
    %at = arith.muli %i, %c32 : index
    %a = vector.load %x[%at] : memref<33554432xi1>, vector<32xi1>
    vector.store %a, %y[%at] : memref<33554432xi1>, vector<32xi1>
  }
  scf.for %i = %begin to %end step %c16 {
    %at = arith.muli %i, %c16 : index
    %a = vector.load %x[%at] : memref<33554432xi1>, vector<16xi1>
    vector.store %a, %y[%at] : memref<33554432xi1>, vector<16xi1>
  }
  return
}
