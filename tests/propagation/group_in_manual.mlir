// A group inside a manual computation does not see the manual axes of an argument that is in it, even where no edges were added.
// RUN: spmd-opt %s --sdy-basic-propagate | FileCheck %s
sdy.mesh @m = <["x"=2, "y"=4]>
sdy.mesh @n = <["a"=2, "b"=2, "c"=2]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: sdy.manual_computation(%{{.*}}) in_shardings=[<@m, [{"x", ?}, {"y", ?}]>]
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"x", ?}, {"y", ?}]>] out_shardings=[<@m, [{"x", ?}, {?}]>] manual_axes={"x"} (%a: tensor<4x8xf32>) {
    sdy.sharding_group %a group_id=2 : tensor<4x8xf32>
    // CHECK: stablehlo.tanh %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@m, [{?}, {"y", ?}]>]>}
    %1 = stablehlo.tanh %a : tensor<4x8xf32>
    sdy.sharding_group %1 group_id=2 : tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// A group on two meshes: in_shardings stay on the mesh of their manual axes, and the members are separate.
// CHECK-LABEL: func.func @meshes
func.func @meshes(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: sdy.manual_computation(%{{.*}}) in_shardings=[<@n, [{"a", ?}, {?}]>]
  %0 = sdy.manual_computation(%x) in_shardings=[<@n, [{"a", ?}, {?}]>] out_shardings=[<@n, [{"a", ?}, {?}]>] manual_axes={"a"} (%local: tensor<4x8xf32>) {
    sdy.sharding_group %local group_id=1 : tensor<4x8xf32>
    // CHECK: stablehlo.tanh {{.*}}<@m, [{}, {"y"}]>
    %1 = stablehlo.tanh %local {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"y"}]>]>} : tensor<4x8xf32>
    sdy.sharding_group %1 group_id=1 : tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// in_shardings keep their own replicated axes, though those of the group's are seen inside.
// CHECK-LABEL: func.func @replicated
func.func @replicated(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: sdy.manual_computation(%{{.*}}) in_shardings=[<@n, [{"a", ?}, {"c", ?}]>]
  %0 = sdy.manual_computation(%x) in_shardings=[<@n, [{"a", ?}, {?}]>] out_shardings=[<@n, [{"a", ?}, {?}]>] manual_axes={"a"} (%local: tensor<4x8xf32>) {
    sdy.sharding_group %local group_id=0 : tensor<4x8xf32>
    // CHECK: stablehlo.tanh {{.*}}<@n, [{?}, {"c", ?}], replicated={"b"}>
    %1 = stablehlo.tanh %local {sdy.sharding = #sdy.sharding_per_value<[<@n, [{?}, {"c", ?}], replicated={"b"}>]>} : tensor<4x8xf32>
    sdy.sharding_group %1 group_id=0 : tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
