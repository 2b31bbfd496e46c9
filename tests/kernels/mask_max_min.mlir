// RUN: spmd-opt %s --spmd-mask-max-min | FileCheck %s

// Each lane keeps the maximum of what is no NaN. Beside it are a mask of NaNs, of half as many lanes as two registers share one
// comparison, and the conjunction of the bits, whose sign bit tells whether all signs were set.
// CHECK-LABEL: @maximum_of_a_row(
// CHECK-SAME:    %[[X:.*]]: memref<4096xf32>
// CHECK-DAG:   %[[TOTAL:.*]] = memref.alloca() {alignment = 64 : i64} : memref<vector<16xf32>>
// CHECK-DAG:   %[[NANS:.*]] = memref.alloca() {alignment = 64 : i64} : memref<vector<8xi32>>
// CHECK-DAG:   %[[SIGNS:.*]] = memref.alloca() {alignment = 64 : i64} : memref<vector<16xi32>>
// CHECK-NOT:   memref.alloca
// CHECK-DAG:   memref.store %{{.*}}, %[[TOTAL]][]
// CHECK-DAG:   memref.store %{{.*}}, %[[NANS]][]
// CHECK-DAG:   memref.store %{{.*}}, %[[SIGNS]][]
// CHECK:       scf.for
// CHECK:         %[[ROW:.*]] = vector.load %[[X]]
// CHECK:         %[[BEFORE:.*]] = memref.load %[[TOTAL]][]
// CHECK:         %[[IS_LARGER:.*]] = arith.cmpf ogt, %[[ROW]], %[[BEFORE]] : vector<16xf32>
// CHECK:         %[[AFTER:.*]] = arith.select %[[IS_LARGER]], %[[ROW]], %[[BEFORE]]
// CHECK:         memref.store %[[AFTER]], %[[TOTAL]][]
// CHECK:         %[[IS_NAN:.*]] = arith.cmpf uno, %{{.*}}, %{{.*}} : vector<8xf32>
// CHECK:         arith.extsi %[[IS_NAN]] : vector<8xi1> to vector<8xi32>
// CHECK:         arith.ori
// CHECK:         memref.store %{{.*}}, %[[NANS]][]
// CHECK:         arith.bitcast %[[ROW]] : vector<16xf32> to vector<16xi32>
// CHECK:         arith.andi
// CHECK:         memref.store %{{.*}}, %[[SIGNS]][]
// CHECK-NEXT:  }
// CHECK-COUNT-4: arith.cmpf ogt
// CHECK:       vector.bitcast %{{.*}} : vector<8xi1> to vector<1xi8>
// CHECK:       vector.bitcast %{{.*}} : vector<8xi1> to vector<1xi8>
// CHECK:       %[[ZERO:.*]] = arith.select %{{.*}} : f32
// CHECK:       %[[OR_ZERO:.*]] = arith.select %{{.*}}, %[[ZERO]], %{{.*}} : f32
// CHECK:       %[[OR_NAN:.*]] = arith.select %{{.*}}, %{{.*}}, %[[OR_ZERO]] : f32
// CHECK-NEXT:  memref.store %[[OR_NAN]], %{{.*}}[%c0]
// CHECK-NOT:   maximumf
func.func private @maximum_of_a_row(%x: memref<4096xf32>, %y: memref<1xf32>, %begin: index, %end: index) attributes {spmd.loops} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %slot = memref.alloca() {alignment = 64 : i64} : memref<vector<16xf32>>
  %none = arith.constant dense<0xFF800000> : vector<16xf32>
  memref.store %none, %slot[] : memref<vector<16xf32>>
  scf.for %i = %begin to %end step %c16 {
    %row = vector.load %x[%i] : memref<4096xf32>, vector<16xf32>
    %before = memref.load %slot[] : memref<vector<16xf32>>
    %after = arith.maximumf %before, %row : vector<16xf32>
    memref.store %after, %slot[] : memref<vector<16xf32>>
  }
  %lanes = memref.load %slot[] : memref<vector<16xf32>>
  %m = vector.reduction <maximumf>, %lanes : vector<16xf32> into f32
  memref.store %m, %y[%c0] : memref<1xf32>
  return
}

// The total may be either operand. One register is compared with itself, and one sign that is set makes the smallest zero negative.
// CHECK-LABEL: @minimum_in_a_straight_line(
// CHECK:       arith.cmpf olt, %[[ROW:.*]], %{{.*}} : vector<4xf64>
// CHECK:       arith.cmpf uno, %[[ROW]], %[[ROW]] : vector<4xf64>
// CHECK:       arith.ori
// CHECK:       arith.bitcast %[[ROW]] : vector<4xf64> to vector<4xi64>
// CHECK-NEXT:  arith.ori
// CHECK-COUNT-2: arith.cmpf olt
// CHECK-COUNT-2: vector.bitcast %{{.*}} : vector<4xi1> to vector<1xi4>
// CHECK-NOT:   minimumf
func.func private @minimum_in_a_straight_line(%x: memref<4xf64>, %y: memref<1xf64>, %begin: index, %end: index) attributes {spmd.loops} {
  %c0 = arith.constant 0 : index
  %slot = memref.alloca() {alignment = 64 : i64} : memref<vector<4xf64>>
  %none = arith.constant dense<0x7FF0000000000000> : vector<4xf64>
  memref.store %none, %slot[] : memref<vector<4xf64>>
  %row = vector.load %x[%c0] : memref<4xf64>, vector<4xf64>
  %before = memref.load %slot[] : memref<vector<4xf64>>
  %after = arith.minimumf %row, %before : vector<4xf64>
  memref.store %after, %slot[] : memref<vector<4xf64>>
  %lanes = memref.load %slot[] : memref<vector<4xf64>>
  %m = vector.reduction <minimumf>, %lanes : vector<4xf64> into f64
  memref.store %m, %y[%c0] : memref<1xf64>
  return
}

// A total that starts at zero may be the result, a total whose lanes are results is no row's, and a reduction that differs from the
// steps is another function.
// CHECK-LABEL: @others_stay(
// CHECK-COUNT-3: memref.alloca
// CHECK-NOT:   memref.alloca
// CHECK-COUNT-3: arith.maximumf
// CHECK-NOT:   arith.select
// CHECK:       return
func.func private @others_stay(%x: memref<4xf32>, %y: memref<4xf32>, %begin: index, %end: index) attributes {spmd.loops} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %from_zero = memref.alloca() {alignment = 64 : i64} : memref<vector<4xf32>>
  %unfolded = memref.alloca() {alignment = 64 : i64} : memref<vector<4xf32>>
  %mixed = memref.alloca() {alignment = 64 : i64} : memref<vector<4xf32>>
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %none = arith.constant dense<0xFF800000> : vector<4xf32>
  %row = vector.load %x[%c0] : memref<4xf32>, vector<4xf32>
  memref.store %zero, %from_zero[] : memref<vector<4xf32>>
  %before0 = memref.load %from_zero[] : memref<vector<4xf32>>
  %after0 = arith.maximumf %before0, %row : vector<4xf32>
  memref.store %after0, %from_zero[] : memref<vector<4xf32>>
  %lanes0 = memref.load %from_zero[] : memref<vector<4xf32>>
  %m0 = vector.reduction <maximumf>, %lanes0 : vector<4xf32> into f32
  memref.store %m0, %y[%c0] : memref<4xf32>
  memref.store %none, %unfolded[] : memref<vector<4xf32>>
  %before1 = memref.load %unfolded[] : memref<vector<4xf32>>
  %after1 = arith.maximumf %before1, %row : vector<4xf32>
  memref.store %after1, %unfolded[] : memref<vector<4xf32>>
  %lanes1 = memref.load %unfolded[] : memref<vector<4xf32>>
  vector.store %lanes1, %y[%c0] : memref<4xf32>, vector<4xf32>
  memref.store %none, %mixed[] : memref<vector<4xf32>>
  %before2 = memref.load %mixed[] : memref<vector<4xf32>>
  %after2 = arith.maximumf %before2, %row : vector<4xf32>
  memref.store %after2, %mixed[] : memref<vector<4xf32>>
  %lanes2 = memref.load %mixed[] : memref<vector<4xf32>>
  %m2 = vector.reduction <minimumf>, %lanes2 : vector<4xf32> into f32
  memref.store %m2, %y[%c1] : memref<4xf32>
  return
}

// A store between the load of a total and its own would be lost.
// CHECK-LABEL: @interleaved_steps_stay(
// CHECK-COUNT-2: arith.maximumf
// CHECK-NOT:   arith.select
// CHECK:       return
func.func private @interleaved_steps_stay(%x: memref<8xf32>, %y: memref<1xf32>, %begin: index, %end: index) attributes {spmd.loops} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %slot = memref.alloca() {alignment = 64 : i64} : memref<vector<4xf32>>
  %none = arith.constant dense<0xFF800000> : vector<4xf32>
  memref.store %none, %slot[] : memref<vector<4xf32>>
  %low = vector.load %x[%c0] : memref<8xf32>, vector<4xf32>
  %high = vector.load %x[%c4] : memref<8xf32>, vector<4xf32>
  %before0 = memref.load %slot[] : memref<vector<4xf32>>
  %before1 = memref.load %slot[] : memref<vector<4xf32>>
  %after0 = arith.maximumf %before0, %low : vector<4xf32>
  %after1 = arith.maximumf %before1, %high : vector<4xf32>
  memref.store %after0, %slot[] : memref<vector<4xf32>>
  memref.store %after1, %slot[] : memref<vector<4xf32>>
  %lanes = memref.load %slot[] : memref<vector<4xf32>>
  %m = vector.reduction <maximumf>, %lanes : vector<4xf32> into f32
  memref.store %m, %y[%c0] : memref<1xf32>
  return
}
