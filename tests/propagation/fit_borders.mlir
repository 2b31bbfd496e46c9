// RUN: spmd-opt %s --spmd-fit-borders | FileCheck %s
// RUN: spmd-opt %s --spmd-fit-borders=even-borders=true | FileCheck %s --check-prefix=EVEN

// Only open dims are cut, and only axes that add nothing but padding: 4 over 8 shards. Three over two stays, in shards of 2 and 1.
// sdy-update-non-divisible-input-output-shardings cuts closed dims, too, and to even shards.
sdy.mesh @mesh = <["x"=2, "y"=4]>

// CHECK: %arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y":(1)2, ?}]>}
// CHECK-SAME: %arg1: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}
// CHECK-SAME: -> (tensor<3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}]>}
// CHECK-SAME: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y", ?}]>})
// With even-borders, borders are split evenly, by whole axes, also in closed dims.
// EVEN: %arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}]>}
// EVEN-SAME: %arg1: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}
// EVEN-SAME: -> (tensor<3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}]>}
// EVEN-SAME: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y", ?}]>})
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y", ?}]>},
                %b: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>},
                %c: tensor<3xf32>, %d: tensor<8xf32>)
    -> (tensor<3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}]>},
        tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y", ?}]>}) {
  return %c, %d : tensor<3xf32>, tensor<8xf32>
}

// The same holds for reshards. Manual computations and reshards in them have even shards.
// CHECK-LABEL: @fixed_placements
func.func private @fixed_placements(%x: tensor<2x6xf32>) -> tensor<2x6xf32> {
  // CHECK: sdy.reshard %arg0 <@mesh, [{"x"}, {"y", ?}]>
  %0 = sdy.reshard %x <@mesh, [{"x"}, {"y", ?}]> : tensor<2x6xf32>
  // CHECK: sdy.reshard %0 <@mesh, [{"x"}, {"y"}]>
  %1 = sdy.reshard %0 <@mesh, [{"x"}, {"y"}]> : tensor<2x6xf32>
  // EVEN: in_shardings=[<@mesh, [{"x"}, {"y":(1)2, ?}]>]
  // CHECK: in_shardings=[<@mesh, [{"x"}, {"y":(1)2, ?}]>] out_shardings=[<@mesh, [{"x", ?}, {"y":(1)2, ?}]>]
  %2 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"x"}, {"y", ?}]>] out_shardings=[<@mesh, [{"x", ?}, {"y", ?}]>] manual_axes={"x"} (%part: tensor<1x6xf32>) {
    // CHECK: sdy.reshard %{{.*}} <@mesh, [{}, {"y":(1)2, ?}]>
    %3 = sdy.reshard %part <@mesh, [{}, {"y", ?}]> : tensor<1x6xf32>
    sdy.return %3 : tensor<1x6xf32>
  } : (tensor<2x6xf32>) -> tensor<2x6xf32>
  return %2 : tensor<2x6xf32>
}

// Parts that do not nest: what is closed comes first, then what is fixed, then what ops would like.
sdy.mesh @six = <["z"=6]>
// CHECK-LABEL: @parts_that_do_not_nest
// CHECK-SAME: %arg0: tensor<36x36xf32> {sdy.sharding = #sdy.sharding<@six, [{"z":(1)3}, {}]>}
// CHECK-SAME: %arg1: tensor<36xf32> {sdy.sharding = #sdy.sharding<@six, [{?}]>}
func.func private @parts_that_do_not_nest(%a: tensor<36x36xf32> {sdy.sharding = #sdy.sharding<@six, [{"z":(1)3}, {}]>},
                                          %b: tensor<36xf32> {sdy.sharding = #sdy.sharding<@six, [{"z":(1)2, ?}]>}) -> tensor<36xf32> {
  // CHECK: stablehlo.tanh %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@six, [{?}]>]>}
  %0 = stablehlo.tanh %b {sdy.sharding = #sdy.sharding_per_value<[<@six, [{"z":(1)2, ?}]>]>} : tensor<36xf32>
  // CHECK: stablehlo.abs %0 {sdy.sharding = #sdy.sharding_per_value<[<@six, [{"z":(1)3, ?}]>]>}
  %1 = stablehlo.abs %0 {sdy.sharding = #sdy.sharding_per_value<[<@six, [{"z":(1)3, ?}]>]>} : tensor<36xf32>
  return %1 : tensor<36xf32>
}

// Propagation leaves parts of an axis where a reshape splits a dim. A framework has no name for them, though they divide the dim.
// EVEN-LABEL: @parts_at_the_border
// EVEN-SAME: -> (tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@eight, [{?}, {?}]>}
// EVEN-SAME: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@eight, [{"x", ?}, {?}]>})
sdy.mesh @eight = <["x"=8]>
func.func private @parts_at_the_border(%a: tensor<4x6xf32>, %b: tensor<8x6xf32>)
    -> (tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@eight, [{"x":(1)4, ?}, {"x":(4)2, ?}]>},
        tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@eight, [{"x", ?}, {?}]>}) {
  return %a, %b : tensor<4x6xf32>, tensor<8x6xf32>
}
