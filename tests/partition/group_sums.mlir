// RUN: spmd-opt %s --spmd-insert-reshards | FileCheck %s
// RUN: spmd-run --devices=4 --check-against-sequential %s

sdy.mesh @mesh = <["a"=4]>

// A residual with two branches whose matmuls are split along the contracted dim: one sum is sent, not two.
// CHECK-LABEL: @main
// CHECK: %[[P:.*]] = stablehlo.dot_general %arg1, %arg2 {{.*}}unreduced={"a"}
// CHECK: %[[Q:.*]] = stablehlo.dot_general %arg1, %arg3 {{.*}}unreduced={"a"}
// CHECK: %[[PQ:.*]] = stablehlo.add %[[P]], %[[Q]] {{.*}}unreduced={"a"}
// CHECK: %[[SUM:.*]] = sdy.reshard %[[PQ]] <@mesh, [{}, {}]>
// CHECK: stablehlo.add %arg0, %[[SUM]]
func.func @main(%x: tensor<8x8xf32>, %h: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>},
                %v: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>},
                %w: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %h, %v, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.add %x, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<8x8xf32>
  %2 = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  %3 = stablehlo.add %1, %2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}
