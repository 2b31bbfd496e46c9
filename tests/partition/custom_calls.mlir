// RUN: spmd-opt %s --spmd-pipeline=stop-after=partition --split-input-file | FileCheck %s
// RUN: spmd-opt %s --spmd-pipeline=stop-after=propagate --split-input-file | FileCheck %s --check-prefix=PROPAGATED
// Custom calls that need all of a dim get all of it, whatever propagation has passed through; other dims stay split.

sdy.mesh @mesh = <["x"=2, "y"=4]>

// CHECK-LABEL: func.func @main(%arg0: tensor<8x4xf32>
func.func @main(%v: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %i: tensor<16x16xi32>)
    -> (tensor<16x4xf32>, tensor<16x4xi32>) {
  %low = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  // PROPAGATED: custom_call @ApproxTopK({{.*}} {{.*}}[{"x"}, {}]>, <@mesh, [{"x"}, {}]>
  // The axis of the dim moves to the rows.
  // CHECK: %[[V:.*]] = "stablehlo.all_to_all"(%arg0) <{{{.*}}concat_dimension = 1 : i64{{.*}}split_dimension = 0
  // CHECK-SAME: (tensor<8x4xf32>) -> tensor<2x16xf32>
  // CHECK: stablehlo.custom_call @ApproxTopK(%[[V]], {{.*}} : (tensor<2x16xf32>, tensor<2x16xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x4xf32>, tensor<2x4xi32>)
  %0:2 = stablehlo.custom_call @ApproxTopK(%v, %i, %low, %none) {called_computations = [@greater],
      mhlo.backend_config = {aggregate_to_topk = true, reduction_dim = 1 : i64, top_k = 4 : i64}}
      : (tensor<16x16xf32>, tensor<16x16xi32>, tensor<f32>, tensor<i32>) -> (tensor<16x4xf32>, tensor<16x4xi32>)
  return %0#0, %0#1 : tensor<16x4xf32>, tensor<16x4xi32>
}
func.func private @greater(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

// All of the dim is chosen: it is still sorted as a whole. Without a word about the dim nothing is split.
sdy.mesh @mesh = <["x"=2, "y"=4]>
// CHECK-LABEL: func.func @main
func.func @main(%v: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %i: tensor<16x16xi32>)
    -> (tensor<16x16xf32>, tensor<16x16xi32>, tensor<16x16xf32>, tensor<16x16xi32>) {
  %low = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  // CHECK: stablehlo.custom_call @ApproxTopK{{.*}} -> (tensor<2x16xf32>, tensor<2x16xi32>)
  // CHECK: stablehlo.custom_call @PartialReduce{{.*}} -> (tensor<16x16xf32>, tensor<16x16xi32>)
  %0:2 = stablehlo.custom_call @ApproxTopK(%v, %i, %low, %none) {mhlo.backend_config = {reduction_dim = -1 : i64, top_k = 16 : i64}}
      : (tensor<16x16xf32>, tensor<16x16xi32>, tensor<f32>, tensor<i32>) -> (tensor<16x16xf32>, tensor<16x16xi32>)
  %1:2 = stablehlo.custom_call @PartialReduce(%v, %i, %low, %none)
      : (tensor<16x16xf32>, tensor<16x16xi32>, tensor<f32>, tensor<i32>) -> (tensor<16x16xf32>, tensor<16x16xi32>)
  return %0#0, %0#1, %1#0, %1#1 : tensor<16x16xf32>, tensor<16x16xi32>, tensor<16x16xf32>, tensor<16x16xi32>
}

// -----

// The brothers: top k of which all are chosen, matrices, rotations. What works on each element stays split.
sdy.mesh @mesh = <["x"=2, "y"=4]>
// CHECK-LABEL: func.func @main
func.func @main(%v: tensor<4x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {"y"}]>})
    -> (tensor<4x16x16xf32>, tensor<4x16x16xi32>, tensor<4x16x16xf32>, tensor<4x16x16xf32>, tensor<4x16xf32>, tensor<4x16x16xf32>, tensor<4x16x16xf32>) {
  // The axis of the dim moves to the one before it; a matrix has no other dim.
  // CHECK: @mhlo.topk{{.*}} -> (tensor<2x4x16xf32>, tensor<2x4x16xi32>)
  %0:2 = stablehlo.custom_call @mhlo.topk(%v) : (tensor<4x16x16xf32>) -> (tensor<4x16x16xf32>, tensor<4x16x16xi32>)
  // CHECK: @Cholesky{{.*}} -> tensor<2x16x16xf32>
  %1 = stablehlo.custom_call @Cholesky(%v) : (tensor<4x16x16xf32>) -> tensor<4x16x16xf32>
  // CHECK: @Eigh{{.*}} -> (tensor<2x16x16xf32>, tensor<2x16xf32>)
  %2:2 = stablehlo.custom_call @Eigh(%v) : (tensor<4x16x16xf32>) -> (tensor<4x16x16xf32>, tensor<4x16xf32>)
  // CHECK: @_SPMDInternalOp_RotateRight{{.*}} -> tensor<4x16x16xf32>
  %3 = stablehlo.custom_call @_SPMDInternalOp_RotateRight(%v) : (tensor<4x16x16xf32>) -> tensor<4x16x16xf32>
  // CHECK: @mhlo.erf{{.*}} -> tensor<2x16x4xf32>
  %4 = stablehlo.custom_call @mhlo.erf(%v) : (tensor<4x16x16xf32>) -> tensor<4x16x16xf32>
  return %0#0, %0#1, %1, %2#0, %2#1, %3, %4 : tensor<4x16x16xf32>, tensor<4x16x16xi32>, tensor<4x16x16xf32>, tensor<4x16x16xf32>, tensor<4x16xf32>, tensor<4x16x16xf32>, tensor<4x16x16xf32>
}
