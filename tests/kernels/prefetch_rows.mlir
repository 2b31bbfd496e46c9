// RUN: spmd-opt %s --spmd-prefetch-rows | FileCheck %s

// The second walk prefetches what the first one reads two rows of 1,024 bytes later.
// CHECK-LABEL: @second_walk(
// CHECK:       %[[START:.*]] = arith.muli
// CHECK:       scf.for %[[I:.*]] =
// CHECK-NOT:     memref.prefetch
// CHECK:       scf.for %[[I:.*]] =
// CHECK:         %[[AHEAD:.*]] = arith.constant 512 : index
// CHECK:         %[[LATER:.*]] = arith.addi %[[START]], %[[AHEAD]]
// CHECK:         %[[AT:.*]] = arith.addi %[[LATER]], %[[I]]
// CHECK:         memref.prefetch %arg0[%[[AT]]], read, locality<2>, data
// CHECK:       scf.for
// CHECK-NOT:     memref.prefetch
func.func private @second_walk(%x: memref<25600xf32>, %y: memref<25600xf32>, %begin: index, %end: index) attributes {spmd.loops} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c256 = arith.constant 256 : index
  %total = memref.alloca() : memref<vector<16xf32>>
  scf.for %row = %begin to %end step %c1 {
    %start = arith.muli %row, %c256 : index
    scf.for %i = %c0 to %c256 step %c16 {
      %at = arith.addi %start, %i : index
      %a = vector.load %x[%at] : memref<25600xf32>, vector<16xf32>
      memref.store %a, %total[] : memref<vector<16xf32>>
    }
    scf.for %i = %c0 to %c256 step %c16 {
      %at = arith.addi %start, %i : index
      %a = vector.load %x[%at] : memref<25600xf32>, vector<16xf32>
      memref.store %a, %total[] : memref<vector<16xf32>>
    }
    %b = memref.load %total[] : memref<vector<16xf32>>
    scf.for %i = %c0 to %c256 step %c16 {
      %at = arith.addi %start, %i : index
      vector.store %b, %y[%at] : memref<25600xf32>, vector<16xf32>
    }
  }
  return
}

// A row of a table that is looked up: the place of the next row, or of the last one, is read before
// the walk.
// CHECK-LABEL: @looked_up(
// CHECK:       scf.for %[[ROW:.*]] = %arg3 to %arg4 step %[[ONE:.*]] {
// CHECK:         %[[LAST:.*]] = arith.subi %arg4,
// CHECK:         %[[NEXT:.*]] = arith.addi %[[ROW]], %[[ONE]]
// CHECK:         %[[NUMBER:.*]] = arith.minsi %[[NEXT]], %[[LAST]]
// CHECK:         %[[PLACE:.*]] = memref.load %arg0[%[[NUMBER]]]
// CHECK:         %[[WIDE:.*]] = arith.index_cast %[[PLACE]]
// CHECK:         %[[START:.*]] = arith.muli %[[WIDE]], %{{.*}}
// CHECK:         scf.for %[[I:.*]] =
// CHECK:           %[[AT:.*]] = arith.addi %[[START]], %[[I]]
// CHECK:           memref.prefetch %arg1[%[[AT]]], read, locality<2>, data
func.func private @looked_up(%places: memref<64xi32>, %table: memref<2560000xf32>, %y: memref<16384xf32>, %begin: index, %end: index) attributes {spmd.loops} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c256 = arith.constant 256 : index
  scf.for %row = %begin to %end step %c1 {
    %place = memref.load %places[%row] : memref<64xi32>
    %wide = arith.index_cast %place : i32 to index
    %start = arith.muli %wide, %c256 : index
    %to = arith.muli %row, %c256 : index
    scf.for %i = %c0 to %c256 step %c16 {
      %from = arith.addi %start, %i : index
      %a = vector.load %table[%from] : memref<2560000xf32>, vector<16xf32>
      %at = arith.addi %to, %i : index
      vector.store %a, %y[%at] : memref<16384xf32>, vector<16xf32>
    }
  }
  return
}

// One walk over plain rows is foreseen by the machine, and rows of three lines are too short.
// CHECK-LABEL: @foreseen(
// CHECK-NOT:   memref.prefetch
// CHECK-LABEL: @short_rows(
// CHECK-NOT:   memref.prefetch
func.func private @foreseen(%x: memref<25600xf32>, %y: memref<25600xf32>, %begin: index, %end: index) attributes {spmd.loops} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c256 = arith.constant 256 : index
  scf.for %row = %begin to %end step %c1 {
    %start = arith.muli %row, %c256 : index
    scf.for %i = %c0 to %c256 step %c16 {
      %at = arith.addi %start, %i : index
      %a = vector.load %x[%at] : memref<25600xf32>, vector<16xf32>
      vector.store %a, %y[%at] : memref<25600xf32>, vector<16xf32>
    }
  }
  return
}
func.func private @short_rows(%places: memref<64xi32>, %table: memref<2560000xf32>, %y: memref<2048xf32>, %begin: index, %end: index) attributes {spmd.loops} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  scf.for %row = %begin to %end step %c1 {
    %place = memref.load %places[%row] : memref<64xi32>
    %wide = arith.index_cast %place : i32 to index
    %start = arith.muli %wide, %c32 : index
    %to = arith.muli %row, %c32 : index
    scf.for %i = %c0 to %c32 step %c16 {
      %from = arith.addi %start, %i : index
      %a = vector.load %table[%from] : memref<2560000xf32>, vector<16xf32>
      %at = arith.addi %to, %i : index
      vector.store %a, %y[%at] : memref<2048xf32>, vector<16xf32>
    }
  }
  return
}
