// RUN: spmd-opt --split-input-file --spmd-pipeline=stop-after=partition %s 2>/dev/null | FileCheck %s

// The matmul sends nothing, though its sum would be larger than both operands: what reads it sums up 128 rows first.
// CHECK-LABEL: func.func @reduced(
// CHECK-NOT:   all_gather
// CHECK:       dot_general
// CHECK:       stablehlo.reduce
// CHECK-NEXT:  "stablehlo.all_reduce"
// CHECK:       (tensor<128xf32>) -> tensor<128xf32>
// CHECK-NEXT:  return
sdy.mesh @mesh = <["x"=4]>
func.func @reduced(%x: tensor<128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
                   %w: tensor<32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<128x32xf32>, tensor<32x128xf32>) -> tensor<128x128xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<128x128xf32>, tensor<f32>) -> tensor<128xf32>
  return %1 : tensor<128xf32>
}

// -----

// A gradient of two parts, as of tied embeddings: the rows of a scatter and those of a matmul. Each by itself would rather gather its
// operands; as one sum they send less.
// CHECK-LABEL: func.func @shared(
// CHECK-NOT:   all_gather
// CHECK-NOT:   all_to_all
// CHECK:       "stablehlo.scatter"
// CHECK:       dot_general
// CHECK-NEXT:  stablehlo.add %{{.*}}, %{{.*}} : tensor<160x32xf32>
// CHECK-NEXT:  "stablehlo.reduce_scatter"
// CHECK:       (tensor<160x32xf32>) -> tensor<160x4xf32>
// CHECK-NEXT:  return
sdy.mesh @mesh = <["x"=8]>
func.func @shared(%ids: tensor<16x48x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>},
                  %rows: tensor<16x48x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>},
                  %logits: tensor<16x48x160xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>})
    -> (tensor<160x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %nothing = stablehlo.constant dense<0.0> : tensor<160x32xf32>
  %0 = "stablehlo.scatter"(%nothing, %ids, %rows) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<160x32xf32>, tensor<16x48x1xi32>, tensor<16x48x32xf32>) -> tensor<160x32xf32>
  %1 = stablehlo.dot_general %logits, %rows, contracting_dims = [0, 1] x [0, 1] : (tensor<16x48x160xf32>, tensor<16x48x32xf32>) -> tensor<160x32xf32>
  %2 = stablehlo.add %0, %1 : tensor<160x32xf32>
  return %2 : tensor<160x32xf32>
}

// -----

// Behind a function that is not linear, the sum is needed before: operands are gathered, which costs less.
// CHECK-LABEL: func.func @not_linear(
// CHECK:       all_gather
// CHECK:       all_gather
// CHECK-NOT:   all_reduce
// CHECK:       return
sdy.mesh @mesh = <["x"=4]>
func.func @not_linear(%x: tensor<128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
                      %w: tensor<32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<128x32xf32>, tensor<32x128xf32>) -> tensor<128x128xf32>
  %1 = stablehlo.tanh %0 : tensor<128x128xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<128x128xf32>, tensor<f32>) -> tensor<128xf32>
  return %2 : tensor<128xf32>
}
