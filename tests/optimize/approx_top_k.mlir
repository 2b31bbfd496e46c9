// RUN: spmd-opt %s --spmd-simplify | FileCheck %s
// RUN: spmd-run %s

// CHECK-LABEL: func.func @main
// CHECK: %[[S:.*]]:2 = "stablehlo.sort"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64, is_stable = true}>
// CHECK: stablehlo.compare GT
// CHECK: stablehlo.slice %[[S]]#0 [0:2, 0:3]
// CHECK: stablehlo.slice %[[S]]#1 [0:2, 0:3]
func.func @greater(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %0 : tensor<i1>
}
func.func @main() {
  %x = stablehlo.constant dense<[[1.0, 5.0, 2.0], [4.0, 3.0, 2.0], [7.0, 0.0, 9.0], [0.5, 6.0, 8.0]]> : tensor<4x3xf32>
  %i = stablehlo.iota dim = 0 : tensor<4x3xi32>
  %worst = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %0:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %worst, %none) {called_computations = [@greater], mhlo.backend_config = {aggregate_to_topk = true, is_fallback = true, recall_target = 0.95 : f32, reduction_dim = 0 : i64, reduction_input_size_override = -1 : i64, top_k = 2 : i64}} : (tensor<4x3xf32>, tensor<4x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  check.expect_eq_const %0#0, dense<[[7.0, 6.0, 9.0], [4.0, 5.0, 8.0]]> : tensor<2x3xf32>
  check.expect_eq_const %0#1, dense<[[2, 3, 2], [1, 0, 3]]> : tensor<2x3xi32>
  return
}
