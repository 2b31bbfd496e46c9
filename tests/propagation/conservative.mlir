// RUN: spmd-opt %s --sdy-basic-propagate=conservative-propagation=true --split-input-file | FileCheck %s
// RUN: spmd-opt %s --sdy-aggressive-propagate=conservative-propagation=true --split-input-file | FileCheck %s

sdy.mesh @m = <["a"=4, "b"=2]>

// CHECK-LABEL: @axes_are_not_split
// CHECK: stablehlo.reshape %arg0 : (tensor<4xf32>) -> tensor<2x2xf32>
func.func @axes_are_not_split(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", ?}]>}) -> tensor<2x2xf32> {
  %0 = stablehlo.reshape %x : (tensor<4xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

sdy.mesh @m = <["a"=4, "b"=2]>

// CHECK-LABEL: @parts_that_users_wrote_do_not_travel
// CHECK: stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{?}, {"b", ?}]>]>}
func.func @parts_that_users_wrote_do_not_travel(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a":(1)2, ?}, {"b"}]>},
                                                %y: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %x, %y : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

sdy.mesh @m = <["a"=4, "b"=2]>

// CHECK-LABEL: @edges_pass_on_what_is_split_already
// CHECK: sdy.data_flow_edge %{{.*}} sharding=<@m, [{"a":(1)2, ?}]>
func.func @edges_pass_on_what_is_split_already(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a":(1)2}]>}) -> tensor<8xf32> {
  %0 = stablehlo.optimization_barrier %x : tensor<8xf32>
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
