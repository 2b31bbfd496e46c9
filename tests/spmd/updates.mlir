// RUN: spmd-run --check-against-sequential --random-args=1 %s
// RUN: spmd-run --check-against-sequential --random-args=2 --mesh=x=1,y=2 %s
// RUN: spmd-run --check-against-sequential --random-args=3 --mesh=x=4,y=2 %s
// RUN: spmd-opt %s --spmd-pipeline=stop-after=partition | FileCheck %s

// Updates in part of dims that are split. Each device writes what of the update lies on its shard, at whatever start, also
// where the update crosses shards, is longer than a shard, or is moved because it would stick out.
sdy.mesh @mesh = <["x"=4, "y"=2]>

// CHECK-NOT: all_gather
func.func @main(%cache: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
                %row: tensor<1x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>},
                %rows: tensor<5x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>},
                %corner: tensor<3x3xf32>, %empty: tensor<0x4xf32>, %bytes: tensor<256xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
                %few: tensor<2xi32>)
    -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<256xi32>)
    {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %3 = stablehlo.constant dense<3> : tensor<i32>
  %6 = stablehlo.constant dense<6> : tensor<i32>
  %before = stablehlo.constant dense<-9> : tensor<i32>
  %behind = stablehlo.constant dense<99> : tensor<i32>
  %far = stablehlo.constant dense<255> : tensor<ui8>
  %in = stablehlo.dynamic_update_slice %cache, %row, %3, %0 : (tensor<8x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
  %across = stablehlo.dynamic_update_slice %cache, %rows, %3, %0 : (tensor<8x4xf32>, tensor<5x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
  %early = stablehlo.dynamic_update_slice %cache, %rows, %before, %0 : (tensor<8x4xf32>, tensor<5x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
  %late = stablehlo.dynamic_update_slice %cache, %rows, %behind, %0 : (tensor<8x4xf32>, tensor<5x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
  %both = stablehlo.dynamic_update_slice %cache, %corner, %6, %3 : (tensor<8x4xf32>, tensor<3x3xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
  %none = stablehlo.dynamic_update_slice %cache, %empty, %3, %0 : (tensor<8x4xf32>, tensor<0x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
  %turned = stablehlo.subtract %in, %late : tensor<8x4xf32>
  %twice = stablehlo.dynamic_update_slice %turned, %row, %6, %0 : (tensor<8x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
  %narrow = stablehlo.dynamic_update_slice %bytes, %few, %far : (tensor<256xi32>, tensor<2xi32>, tensor<ui8>) -> tensor<256xi32>
  return %in, %across, %early, %late, %both, %none, %twice, %narrow : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<256xi32>
}
