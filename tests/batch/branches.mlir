// RUN: spmd-opt %s --spmd-batch="function=f size=8 in=none,0" | FileCheck %s --check-prefix=ONE
// RUN: spmd-opt %s --spmd-batch="function=f size=8 in=0,none" | FileCheck %s --check-prefix=EACH

// One choice for all entries stays a choice. Where entries choose, both branches run.
func.func @f(%i: tensor<i32>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<f32>) {
  %0:2 = "stablehlo.case"(%i) ({
    %1 = stablehlo.sine %x : tensor<4xf32>
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    stablehlo.return %1, %one : tensor<4xf32>, tensor<f32>
  }, {
    %two = stablehlo.constant dense<2.0> : tensor<f32>
    stablehlo.return %x, %two : tensor<4xf32>, tensor<f32>
  }, {
    %1 = stablehlo.negate %x : tensor<4xf32>
    %three = stablehlo.constant dense<3.0> : tensor<f32>
    stablehlo.return %1, %three : tensor<4xf32>, tensor<f32>
  }) : (tensor<i32>) -> (tensor<4xf32>, tensor<f32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<f32>
}
// ONE-LABEL: func.func @f_batched(
// ONE:       %[[C:.*]]:2 = "stablehlo.case"(%{{.*}}) ({
// ONE:       }) : (tensor<i32>) -> (tensor<8x4xf32>, tensor<f32>)
// ONE-NEXT:  stablehlo.broadcast_in_dim %[[C]]#1, dims = [] : (tensor<f32>) -> tensor<8xf32>
// EACH-LABEL: func.func @f_batched(
// EACH-NOT:  stablehlo.case
// EACH:      stablehlo.compare EQ, %{{.*}} : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
// EACH-COUNT-4: stablehlo.select
// EACH-NOT:  stablehlo.select
