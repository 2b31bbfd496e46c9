// A slice of fewer rows than there are shards stays where all its readers want it whole: the sum of what the devices hold of it is the result.
// It becomes a shift where one reader wants it split, and where there are as many rows as shards.
// RUN: spmd-opt %s --spmd-expand-shifts | FileCheck %s
// CHECK: %[[A:.*]] = stablehlo.slice %arg0 [7:9, 0:8]
// CHECK: %[[B:.*]] = stablehlo.pad %arg0, {{.*}}low = [-9, 0], high = [-53, 0]
// CHECK: %[[C:.*]] = stablehlo.pad %arg0, {{.*}}low = [-9, 0], high = [-51, 0]
// CHECK: %[[D:.*]] = stablehlo.negate %[[B]]
// CHECK: return %[[A]], %[[B]], %[[C]], %[[D]]
sdy.mesh @mesh = <["x"=4]>
func.func @main(%u: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.slice %u [7:9, 0:8] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<64x8xf32>) -> tensor<2x8xf32>
  %1 = stablehlo.slice %u [9:11, 0:8] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<64x8xf32>) -> tensor<2x8xf32>
  %2 = stablehlo.slice %u [9:13, 0:8] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<64x8xf32>) -> tensor<4x8xf32>
  %3 = stablehlo.negate %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<2x8xf32>
  return %0, %1, %2, %3 : tensor<2x8xf32>, tensor<2x8xf32>, tensor<4x8xf32>, tensor<2x8xf32>
}
