// The loops of kernels, one function for each.
// RUN: spmd-opt %s --spmd-simplify --spmd-fuse --spmd-plan-kernels --spmd-stage-rows --spmd-choose-lanes --spmd-expand-kernels | FileCheck %s

// Iterations, and in each one steps of several lanes.
// CHECK-LABEL: func.func private @kernel0(
// CHECK:       scf.for %{{.*}} = %arg2 to %arg3 step %c1 {
// CHECK-NEXT:    scf.for %[[I:.*]] = %c0 to %c16 step %c8 {
// CHECK-NEXT:      %[[X:.*]] = vector.load %arg0[%[[I]]] : memref<16xf32>, vector<8xf32>
// CHECK-NEXT:      %[[Y:.*]] = math.tanh %[[X]] : vector<8xf32>
// CHECK-NEXT:      vector.store %[[Y]], %arg1[%[[I]]] : memref<16xf32>, vector<8xf32>
func.func @tanh(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.tanh %x : tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// A prefix scan: the total of a row so far is carried in a slot; a loop carries it on from lane to lane.
// CHECK-LABEL: func.func private @kernel1(
// CHECK:       %[[CARRIED:.*]] = memref.alloca() {alignment = 64 : i64} : memref<f32>
// CHECK:       scf.for
// CHECK:         memref.store %{{.*}}, %[[CARRIED]][]
// CHECK:         scf.for %{{.*}} = %c0 to %c992 step %c32 {
// CHECK:           %[[X:.*]] = vector.load %arg0[
// CHECK:           %[[BEFORE:.*]] = memref.load %[[CARRIED]][]
// CHECK:           %[[MADE:.*]]:2 = scf.for %[[L:.*]] = %c0 to %c32 step %c1 iter_args(%[[TOTAL:.*]] = %[[BEFORE]], %[[TO:.*]] = %[[X]]) -> (f32, vector<32xf32>) {
// CHECK:             %[[LANE:.*]] = vector.extract %[[X]][%[[L]]]
// CHECK:             %[[AFTER:.*]] = arith.addf %[[TOTAL]], %[[LANE]] : f32
// CHECK:             %[[NEXT:.*]] = vector.insert %[[AFTER]], %[[TO]] [%[[L]]]
// CHECK:             scf.yield %[[AFTER]], %[[NEXT]]
// CHECK:           } {spmd.inclusive_scan}
// CHECK:           %[[LAST:.*]] = vector.extract %[[MADE]]#1[31] : f32
// CHECK:           memref.store %[[LAST]], %[[CARRIED]][]
// CHECK:         vector.extract %{{.*}}#1[7] : f32
func.func @scan(%x: tensor<3x1000xf32>) -> tensor<3x1000xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %scan = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[0, 0], [999, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 1000>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<3x1000xf32>, tensor<f32>) -> tensor<3x1000xf32>
  return %scan : tensor<3x1000xf32>
}

// Rows are walked over three times. The second pass stages the exponentials for the third one.
// CHECK-LABEL: func.func private @kernel2(
// CHECK:       %[[STAGED:.*]] = memref.alloca() {alignment = 64 : i64} : memref<256xf32>
// CHECK:       scf.for %{{.*}} = %arg2 to %arg3 step %c1
// CHECK:         scf.for
// CHECK:           arith.maximumf
// CHECK:         vector.reduction <maximumf>
// CHECK:         scf.for
// CHECK:           math.exp %{{.*}} {spmd.at_most_zero}
// CHECK:           vector.store %{{.*}}, %[[STAGED]][%{{.*}}] : memref<256xf32>, vector<32xf32>
// CHECK:         vector.reduction <add>
// CHECK:         scf.for
// CHECK:           vector.load %[[STAGED]][
// CHECK:           arith.divf
// CHECK:           vector.store %{{.*}}, %arg1[
func.func @softmax(%x: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x init: %ninf) applies stablehlo.maximum across dimensions = [1] : (tensor<64x256xf32>, tensor<f32>) -> tensor<64xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<64xf32>) -> tensor<64x256xf32>
  %d = stablehlo.subtract %x, %mb : tensor<64x256xf32>
  %e = stablehlo.exponential %d : tensor<64x256xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x256xf32>, tensor<f32>) -> tensor<64xf32>
  %sb = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<64xf32>) -> tensor<64x256xf32>
  %r = stablehlo.divide %e, %sb : tensor<64x256xf32>
  return %r : tensor<64x256xf32>
}

// Sums over rows: each iteration adds its rows to a piece in scratch memory, and a second nest adds
// the pieces up.
// CHECK-LABEL: func.func private @kernel3_0(
// CHECK:       %[[PIECES:.*]] = memref.view %arg2[%c0{{.*}}][] : memref<256xi8> to memref<64xf32>
// CHECK:       scf.for %[[T:.*]] = %arg3 to %arg4
// CHECK:         %[[OWN:.*]] = arith.muli %[[T]], %c16
// CHECK:         vector.store %{{.*}}, %[[PIECES]][
// CHECK:         scf.for %[[COLUMN:.*]] = %c0{{.*}} to %c16 step %c8 {
// CHECK:           %[[X:.*]] = vector.load %arg0[
// CHECK:           %[[AT:.*]] = arith.addi %[[OWN]], %[[COLUMN]]
// CHECK:           %[[SUM:.*]] = vector.load %[[PIECES]][%[[AT]]]
// CHECK:           arith.addf %[[SUM]], %[[X]]
// CHECK-LABEL: func.func private @kernel3_1(
// CHECK:       %[[PIECES:.*]] = memref.view %arg2
// CHECK:       vector.load %[[PIECES]]
// CHECK:       vector.store %{{.*}}, %arg1[
func.func @columns(%x: tensor<4096x16xf32>) -> tensor<16xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4096x16xf32>, tensor<f32>) -> tensor<16xf32>
  return %s : tensor<16xf32>
}

// A scatter: windows in order, each only if it lies inside; its elements in steps of several lanes.
// CHECK-LABEL: func.func private @kernel4(
// CHECK:       scf.for %[[WINDOW:.*]] = %c0 to %c5 step %c1 {
// CHECK:         memref.load %arg1[%[[WINDOW]]]
// CHECK:         scf.if
// CHECK:           scf.for
// CHECK:             %[[OLD:.*]] = vector.load %arg3[%[[AT:.*]]] : memref<3200xf32>
// CHECK:             %[[NEW:.*]] = vector.load %arg2[
// CHECK:             %[[SUM:.*]] = arith.addf %[[OLD]], %[[NEW]]
// CHECK:             vector.store %[[SUM]], %arg3[%[[AT]]]
func.func @scatter(%x: tensor<100x32xf32>, %i: tensor<5x1xi32>, %u: tensor<5x32xf32>) -> tensor<100x32xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
  }) : (tensor<100x32xf32>, tensor<5x1xi32>, tensor<5x32xf32>) -> tensor<100x32xf32>
  return %0 : tensor<100x32xf32>
}

// Numbers of rows and columns of lanes are divided in 32 bits, which hold them; vectors have no division of 64 bits.
// CHECK-LABEL: func.func private @kernel5(
// CHECK:       vector.broadcast %{{.*}} : i32 to vector<16xi32>
// CHECK:       arith.divui %{{.*}}, %{{.*}} : vector<16xi32>
// CHECK:       arith.remui %{{.*}}, %{{.*}} : vector<16xi32>
func.func @lanes_of_rows(%x: tensor<i64>) -> tensor<64x48xi64> {
  %rows = stablehlo.iota dim = 0 : tensor<64x48xi64>
  %columns = stablehlo.iota dim = 1 : tensor<64x48xi64>
  %n = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<i64>) -> tensor<64x48xi64>
  %0 = stablehlo.multiply %rows, %n : tensor<64x48xi64>
  %1 = stablehlo.add %0, %columns : tensor<64x48xi64>
  return %1 : tensor<64x48xi64>
}
