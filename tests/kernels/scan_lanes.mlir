// RUN: spmd-opt %s --spmd-scan-lanes | FileCheck %s

// A loop from lane to lane becomes two steps over all four lanes, of which lanes from the distance on take the sum. Then the total so far
// is on the left of all lanes, and the last lane is the next total.
// CHECK-LABEL: @sums(
// CHECK-SAME:    %[[BUFFER:.*]]: memref<4xf32>
// CHECK:       %[[X:.*]] = vector.load %[[BUFFER]]
// CHECK:       %[[BEFORE:.*]] = memref.load %{{.*}}[] : memref<f32>
// CHECK-NEXT:  %[[TOTALS:.*]] = vector.broadcast %[[BEFORE]] : f32 to vector<4xf32>
// CHECK-NEXT:  %[[LEFT1:.*]] = vector.shuffle %[[X]], %[[X]] [0, 0, 1, 2]
// CHECK-NEXT:  %[[SUM1:.*]] = arith.addf %[[LEFT1]], %[[X]]
// CHECK-NEXT:  %[[MASK1:.*]] = arith.constant dense<[false, true, true, true]>
// CHECK-NEXT:  %[[TWO:.*]] = arith.select %[[MASK1]], %[[SUM1]], %[[X]]
// CHECK-NEXT:  %[[LEFT2:.*]] = vector.shuffle %[[TWO]], %[[TWO]] [0, 1, 0, 1]
// CHECK-NEXT:  %[[SUM2:.*]] = arith.addf %[[LEFT2]], %[[TWO]]
// CHECK-NEXT:  %[[MASK2:.*]] = arith.constant dense<[false, false, true, true]>
// CHECK-NEXT:  %[[FOUR:.*]] = arith.select %[[MASK2]], %[[SUM2]], %[[TWO]]
// CHECK-NEXT:  %[[MADE:.*]] = arith.addf %[[TOTALS]], %[[FOUR]]
// CHECK-NEXT:  %[[LAST:.*]] = vector.extract %[[MADE]][3]
// CHECK-NEXT:  memref.store %[[LAST]]
// CHECK-NEXT:  vector.store %[[MADE]], %[[BUFFER]]
// CHECK-NEXT:  return
func.func private @sums(%buffer: memref<4xf32>, %begin: index, %end: index) attributes {spmd.loops} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %carried = memref.alloca() {alignment = 64 : i64} : memref<f32>
  %x = vector.load %buffer[%c0] : memref<4xf32>, vector<4xf32>
  %before = memref.load %carried[] : memref<f32>
  %sum, %made = scf.for %l = %c0 to %c4 step %c1 iter_args(%total = %before, %to = %x) -> (f32, vector<4xf32>) {
    %lane = vector.extract %x[%l] : f32 from vector<4xf32>
    %after = arith.addf %total, %lane : f32
    %next = vector.insert %after, %to[%l] : f32 into vector<4xf32>
    scf.yield %after, %next : f32, vector<4xf32>
  } {spmd.inclusive_scan}
  %last = vector.extract %made[3] : f32 from vector<4xf32>
  memref.store %last, %carried[] : memref<f32>
  vector.store %made, %buffer[%c0] : memref<4xf32>, vector<4xf32>
  return
}

// A reducer of several values and ops, which keeps left on the left: the larger value and its position.
// CHECK-LABEL: @positions(
// CHECK-NOT:   scf.for
// CHECK:       %[[LEFT:.*]] = vector.shuffle %[[X:.*]], %[[X]] [0, 0] : vector<2xf32>
// CHECK:       %[[LEFT_AT:.*]] = vector.shuffle %[[AT:.*]], %[[AT]] [0, 0] : vector<2xi32>
// CHECK:       %[[KEEPS:.*]] = arith.cmpf oge, %[[LEFT]], %[[X]] : vector<2xf32>
// CHECK:       arith.select %[[KEEPS]], %[[LEFT]], %[[X]]
// CHECK:       arith.select %[[KEEPS]], %[[LEFT_AT]], %[[AT]]
// CHECK:       vector.extract %{{.*}}[1] : i32 from vector<2xi32>
func.func private @positions(%values: memref<2xf32>, %places: memref<2xi32>, %begin: index, %end: index) attributes {spmd.loops} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %low = arith.constant 0xFF800000 : f32
  %none = arith.constant 0 : i32
  %x = vector.load %values[%c0] : memref<2xf32>, vector<2xf32>
  %at = vector.load %places[%c0] : memref<2xi32>, vector<2xi32>
  %r:4 = scf.for %l = %c0 to %c2 step %c1 iter_args(%t0 = %low, %t1 = %none, %to0 = %x, %to1 = %at) -> (f32, i32, vector<2xf32>, vector<2xi32>) {
    %x0 = vector.extract %x[%l] : f32 from vector<2xf32>
    %x1 = vector.extract %at[%l] : i32 from vector<2xi32>
    %keeps = arith.cmpf oge, %t0, %x0 : f32
    %a0 = arith.select %keeps, %t0, %x0 : f32
    %a1 = arith.select %keeps, %t1, %x1 : i32
    %n0 = vector.insert %a0, %to0[%l] : f32 into vector<2xf32>
    %n1 = vector.insert %a1, %to1[%l] : i32 into vector<2xi32>
    scf.yield %a0, %a1, %n0, %n1 : f32, i32, vector<2xf32>, vector<2xi32>
  } {spmd.inclusive_scan}
  vector.store %r#2, %values[%c0] : memref<2xf32>, vector<2xf32>
  memref.store %r#1, %places[%c0] : memref<2xi32>
  return
}

// Other loops stay, and so do those of functions that are no kernel's.
// CHECK-LABEL: @no_scan(
// CHECK:       scf.for
// CHECK-LABEL: @no_kernel(
// CHECK:       scf.for
func.func private @no_scan(%x: memref<4xf32>, %begin: index, %end: index) attributes {spmd.loops} {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.for %l = %begin to %end step %c1 {
    memref.store %zero, %x[%l] : memref<4xf32>
  }
  return
}
func.func private @no_kernel(%x: vector<4xf32>, %begin: index, %end: index) -> f32 {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %sum, %made = scf.for %l = %begin to %end step %c1 iter_args(%total = %zero, %to = %x) -> (f32, vector<4xf32>) {
    %lane = vector.extract %x[%l] : f32 from vector<4xf32>
    %after = arith.addf %total, %lane : f32
    %next = vector.insert %after, %to[%l] : f32 into vector<4xf32>
    scf.yield %after, %next : f32, vector<4xf32>
  } {spmd.inclusive_scan}
  return %sum : f32
}

// A constant of the reducer that canonicalization moved before the loop is cloned into the steps.
// CHECK-LABEL: @scaled(
// CHECK-NOT:   scf.for
// CHECK:       %[[LEFT:.*]] = vector.shuffle
// CHECK:       %[[HALF:.*]] = arith.constant dense<5.000000e-01> : vector<2xf32>
// CHECK:       arith.mulf %{{.*}}, %[[HALF]] : vector<2xf32>
func.func private @scaled(%buffer: memref<2xf32>, %begin: index, %end: index) attributes {spmd.loops} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %two = arith.constant 2.0 : f32
  %half = arith.constant 0.5 : f32
  %x = vector.load %buffer[%c0] : memref<2xf32>, vector<2xf32>
  %sum, %made = scf.for %l = %c0 to %c2 step %c1 iter_args(%total = %two, %to = %x) -> (f32, vector<2xf32>) {
    %lane = vector.extract %x[%l] : f32 from vector<2xf32>
    %both = arith.mulf %total, %lane : f32
    %after = arith.mulf %both, %half : f32
    %next = vector.insert %after, %to[%l] : f32 into vector<2xf32>
    scf.yield %after, %next : f32, vector<2xf32>
  } {spmd.inclusive_scan}
  vector.store %made, %buffer[%c0] : memref<2xf32>, vector<2xf32>
  return
}

// A reducer that reads a value from outside the loop that is no constant: the loop stays.
// CHECK-LABEL: @unknown(
// CHECK:       scf.for
func.func private @unknown(%buffer: memref<2xf32>, %scale: memref<f32>, %begin: index, %end: index) attributes {spmd.loops} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %two = arith.constant 2.0 : f32
  %x = vector.load %buffer[%c0] : memref<2xf32>, vector<2xf32>
  %by = memref.load %scale[] : memref<f32>
  %sum, %made = scf.for %l = %c0 to %c2 step %c1 iter_args(%total = %two, %to = %x) -> (f32, vector<2xf32>) {
    %lane = vector.extract %x[%l] : f32 from vector<2xf32>
    %both = arith.mulf %total, %lane : f32
    %after = arith.mulf %both, %by : f32
    %next = vector.insert %after, %to[%l] : f32 into vector<2xf32>
    scf.yield %after, %next : f32, vector<2xf32>
  } {spmd.inclusive_scan}
  vector.store %made, %buffer[%c0] : memref<2xf32>, vector<2xf32>
  return
}
