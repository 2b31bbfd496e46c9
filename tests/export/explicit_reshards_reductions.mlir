// RUN: spmd-opt %s --sdy-insert-explicit-reshards=enable-full-version=true | FileCheck %s
// Partial results are combined as the body of the reduction combines elements.

sdy.mesh @m = <["a"=2, "b"=2]>

// CHECK-LABEL: @maximum
func.func @maximum(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}, %i: tensor<f32>) -> tensor<8xf32> {
  // CHECK-NEXT: %[[R:.*]] = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.maximum across dimensions = [1]
  // CHECK-NEXT: sdy.all_reduce max {"b"} %[[R]] out_sharding=<@m, [{"a"}]>
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.maximum across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: @all_of_booleans
// CHECK: sdy.all_reduce min {"a"}
func.func @all_of_booleans(%x: tensor<8xi1> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, %i: tensor<i1>) -> tensor<i1> {
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.and across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, []>]>} : (tensor<8xi1>, tensor<i1>) -> tensor<i1>
  return %0 : tensor<i1>
}

// No all_reduce multiplies, so every device gets all factors.
// CHECK-LABEL: @products_are_computed_in_whole
// CHECK-NEXT: %[[X:.*]] = sdy.reshard %arg0 <@m, [{}]>
// CHECK-NEXT: stablehlo.reduce(%[[X]] init: %arg1) applies stablehlo.multiply
// CHECK-NOT: all_reduce
func.func @products_are_computed_in_whole(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, %i: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.multiply across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, []>]>} : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// Each result is combined by its own op.
// CHECK-LABEL: @a_sum_and_a_minimum
func.func @a_sum_and_a_minimum(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) -> (tensor<f32>, tensor<f32>) {
  // CHECK: %[[R:.*]]:2 = stablehlo.reduce
  // CHECK: %[[S:.*]] = sdy.all_reduce {"a"} %[[R]]#0
  // CHECK-NEXT: %[[M:.*]] = sdy.all_reduce min {"a"} %[[R]]#1
  // CHECK-NEXT: return %[[S]], %[[M]]
  %zero = sdy.constant dense<0.0> : tensor<f32>
  %inf = sdy.constant dense<0x7F800000> : tensor<f32>
  %0:2 = stablehlo.reduce(%x init: %zero), (%x init: %inf) across dimensions = [0] : (tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<f32>, %d: tensor<f32>) {
      %1 = stablehlo.add %a, %b : tensor<f32>
      %2 = stablehlo.minimum %c, %d : tensor<f32>
      stablehlo.return %1, %2 : tensor<f32>, tensor<f32>
    }
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}

// Every device starts from zero, and the initial value is added once.
// CHECK-LABEL: @initial_values_count_once
func.func @initial_values_count_once(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}, %i: tensor<f32>) -> tensor<8xf32> {
  // CHECK-NEXT: %[[Z:.*]] = stablehlo.constant dense<-0.000000e+00>
  // CHECK-NEXT: %[[R:.*]] = stablehlo.reduce(%arg0 init: %[[Z]]) applies stablehlo.add
  // CHECK-NEXT: %[[W:.*]] = sdy.all_reduce {"b"} %[[R]] out_sharding=<@m, [{"a"}]>
  // CHECK-NEXT: %[[I:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>}
  // CHECK-NEXT: %[[S:.*]] = stablehlo.add %[[W]], %[[I]] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>}
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: @scatters_combine_by_their_body
// CHECK: sdy.all_reduce max {"a"}
func.func @scatters_combine_by_their_body(%x: tensor<16x4xf32>, %i: tensor<8x1xi32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>},
                                          %u: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) -> tensor<16x4xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>} : (tensor<16x4xf32>, tensor<8x1xi32>, tensor<8x4xf32>) -> tensor<16x4xf32>
  return %0 : tensor<16x4xf32>
}
