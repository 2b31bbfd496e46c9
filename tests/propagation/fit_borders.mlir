// RUN: spmd-opt %s -spmd-fit-borders | FileCheck %s
// RUN: spmd-opt %s -sdy-update-non-divisible-input-output-shardings | FileCheck %s --check-prefix=ALL

// Ours cuts what is open, the public pass of the export pipeline what is closed, too.
sdy.mesh @mesh = <["x"=2, "y"=4]>

// CHECK: %arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y":(1)2, ?}]>}
// CHECK-SAME: %arg1: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}
// CHECK-SAME: -> (tensor<3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}]>}
// CHECK-SAME: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y", ?}]>})
// ALL: %arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y":(1)2, ?}]>}
// ALL-SAME: %arg1: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y":(1)2}]>}
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y", ?}]>},
                %b: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>},
                %c: tensor<3xf32>, %d: tensor<8xf32>)
    -> (tensor<3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}]>},
        tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y", ?}]>}) {
  return %c, %d : tensor<3xf32>, tensor<8xf32>
}
