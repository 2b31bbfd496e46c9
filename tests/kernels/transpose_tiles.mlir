// Gathers that are contiguous along eight rows are loads of a transposed tile.
// RUN: spmd-opt %s --pass-pipeline='builtin.module(func.func(spmd-transpose-tiles))' | FileCheck %s

// The corner of the tile is %band + %column. Lane i is the row of 8 elements at 100 * i from there; the
// prefetch lies 8 lanes further.
// CHECK-LABEL: @eight_lanes
// CHECK-DAG:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:  %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG:  %[[C100:.*]] = arith.constant 100 : index
// CHECK-DAG:  %[[C800:.*]] = arith.constant 800 : index
// CHECK-DAG:  %[[TILE:.*]] = memref.alloca() {alignment = 64 : i64} : memref<64xf32>
// CHECK:      %[[CORNER:.*]] = arith.addi
// CHECK-NEXT: %[[X0:.*]] = vector.load %arg0[%[[CORNER]]] : memref<1000xf32>, vector<8xf32>
// CHECK-NEXT: %[[NEXT0:.*]] = arith.addi %[[CORNER]], %[[C800]]
// CHECK-NEXT: memref.prefetch %arg0[%[[NEXT0]]], read, locality<2>, data : memref<1000xf32>
// CHECK-NEXT: %[[PLACE1:.*]] = arith.addi %[[CORNER]], %[[C100]]
// CHECK-NEXT: %[[X1:.*]] = vector.load %arg0[%[[PLACE1]]]
// CHECK:      %[[LOW:.*]] = vector.shuffle %[[X0]], %[[X1]] [0, 8, 1, 9, 4, 12, 5, 13]
// CHECK-COUNT-23: vector.shuffle
// CHECK-NEXT: vector.store %{{.*}}, %[[TILE]][%[[C0]]]
// CHECK-NEXT: vector.store %{{.*}}, %[[TILE]][%[[C8]]]
// CHECK-COUNT-6: vector.store
// CHECK-NEXT: scf.for %[[ROW:.*]] =
// CHECK:        %[[PLACE:.*]] = arith.muli %[[ROW]], %[[C8]]
// CHECK-NEXT:   %[[X:.*]] = vector.load %[[TILE]][%[[PLACE]]] : memref<64xf32>, vector<8xf32>
// CHECK-NEXT:   vector.store %[[X]], %arg1
func.func private @eight_lanes(%x: memref<1000xf32>, %out: memref<1000xf32>, %band: index,
                               %column: index) attributes {spmd.loops} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %mask = arith.constant dense<true> : vector<8xi1>
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %steps = arith.constant dense<[0, 100, 200, 300, 400, 500, 600, 700]> : vector<8xindex>
  scf.for %row = %c0 to %c8 step %c1 {
    %at = arith.addi %band, %row : index
    %first = arith.addi %at, %column : index
    %splat = vector.broadcast %first : index to vector<8xindex>
    %places = arith.addi %splat, %steps : vector<8xindex>
    %read = vector.gather %x[%c0][%places], %mask, %zero
        : memref<1000xf32>, vector<8xindex>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    vector.store %read, %out[%at] : memref<1000xf32>, vector<8xf32>
  }
  return
}

// Two blocks of eight lanes. bf16 is transposed as bits, so that it is not converted to f32 and back.
// Writing past the caches: the prefetch lies 256 bytes further in the row.
// CHECK-LABEL: @sixteen_lanes_of_bf16
// CHECK-DAG:  %[[C128:.*]] = arith.constant 128 : index
// CHECK-DAG:  %[[TILE:.*]] = memref.alloca() {alignment = 64 : i64} : memref<128xi16>
// CHECK:      %[[X0:.*]] = vector.load %arg0[%arg1] : memref<1000xbf16>, vector<8xbf16>
// CHECK-NEXT: vector.bitcast %[[X0]] : vector<8xbf16> to vector<8xi16>
// CHECK-NEXT: %[[NEXT0:.*]] = arith.addi %arg1, %[[C128]]
// CHECK-NEXT: memref.prefetch %arg0[%[[NEXT0]]]
// CHECK-COUNT-15: vector.load %arg0
// CHECK:      scf.for
// CHECK:        %[[X:.*]] = vector.load %[[TILE]]{{.*}} : memref<128xi16>, vector<16xi16>
// CHECK-NEXT:   %[[FLOATS:.*]] = vector.bitcast %[[X]] : vector<16xi16> to vector<16xbf16>
// CHECK-NEXT:   arith.extf %[[FLOATS]]
func.func private @sixteen_lanes_of_bf16(%x: memref<1000xbf16>, %corner: index)
    attributes {spmd.loops, spmd.non_temporal = array<i64: 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %mask = arith.constant dense<true> : vector<16xi1>
  %zero = arith.constant dense<0.0> : vector<16xbf16>
  %steps = arith.constant dense<[0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150]>
      : vector<16xindex>
  scf.for %row = %c0 to %c8 step %c1 {
    %first = arith.addi %corner, %row : index
    %splat = vector.broadcast %first : index to vector<16xindex>
    %places = arith.addi %splat, %steps : vector<16xindex>
    %read = vector.gather %x[%c0][%places], %mask, %zero
        : memref<1000xbf16>, vector<16xindex>, vector<16xi1>, vector<16xbf16> into vector<16xbf16>
    %wide = arith.extf %read : vector<16xbf16> to vector<16xf32>
  }
  return
}

// These stay: the first reads under a condition, the second has two elements from row to row, the third
// no common stride, the fourth no corner outside of the loop, the fifth reads what the loop writes.
// CHECK-LABEL: @others
// CHECK-NOT:     alloca
// CHECK-COUNT-5: vector.gather
func.func private @others(%x: memref<1000xf32>, %out: memref<1000xf32>, %holds: i1)
    attributes {spmd.loops} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %mask = arith.constant dense<true> : vector<8xi1>
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %steps = arith.constant dense<[0, 100, 200, 300, 400, 500, 600, 700]> : vector<8xindex>
  %other_steps = arith.constant dense<[0, 100, 200, 300, 400, 500, 600, 701]> : vector<8xindex>
  scf.for %row = %c0 to %c8 step %c1 {
    %splat = vector.broadcast %row : index to vector<8xindex>
    %places = arith.addi %splat, %steps : vector<8xindex>
    scf.if %holds {
      %0 = vector.gather %x[%c0][%places], %mask, %zero
          : memref<1000xf32>, vector<8xindex>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    }
    %twice = arith.addi %row, %row : index
    %twice_splat = vector.broadcast %twice : index to vector<8xindex>
    %twice_places = arith.addi %twice_splat, %steps : vector<8xindex>
    %1 = vector.gather %x[%c0][%twice_places], %mask, %zero
        : memref<1000xf32>, vector<8xindex>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    %other_places = arith.addi %splat, %other_steps : vector<8xindex>
    %2 = vector.gather %x[%c0][%other_places], %mask, %zero
        : memref<1000xf32>, vector<8xindex>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    %third = arith.divui %row, %c8 : index
    %sum = arith.addi %row, %third : index
    %sum_splat = vector.broadcast %sum : index to vector<8xindex>
    %sum_places = arith.addi %sum_splat, %steps : vector<8xindex>
    %3 = vector.gather %x[%c0][%sum_places], %mask, %zero
        : memref<1000xf32>, vector<8xindex>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    %4 = vector.gather %out[%c0][%places], %mask, %zero
        : memref<1000xf32>, vector<8xindex>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    vector.store %4, %out[%row] : memref<1000xf32>, vector<8xf32>
  }
  return
}

// Bytes stay, too: their transpose is no cheaper than their loads.
// CHECK-LABEL: @bytes
// CHECK: vector.gather
func.func private @bytes(%x: memref<1000xi8>) attributes {spmd.loops} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %mask = arith.constant dense<true> : vector<8xi1>
  %zero = arith.constant dense<0> : vector<8xi8>
  %steps = arith.constant dense<[0, 100, 200, 300, 400, 500, 600, 700]> : vector<8xindex>
  scf.for %row = %c0 to %c8 step %c1 {
    %splat = vector.broadcast %row : index to vector<8xindex>
    %places = arith.addi %splat, %steps : vector<8xindex>
    %read = vector.gather %x[%c0][%places], %mask, %zero
        : memref<1000xi8>, vector<8xindex>, vector<8xi1>, vector<8xi8> into vector<8xi8>
  }
  return
}
