// RUN: spmd-opt %s --sdy-add-data-flow-edges --sdy-user-priority-propagate --sdy-sink-data-flow-edges --sdy-close-shardings --split-input-file | FileCheck %s

sdy.mesh @mesh = <["x"=2, "y"=4]>

// CHECK-LABEL: @main
// CHECK-NOT: data_flow_edge
func.func @main(%n: tensor<i32>, %x: tensor<8xf32>, %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  // CHECK: stablehlo.while
  // CHECK-SAME: <[<@mesh, []>, <@mesh, [{"x"}]>]>
  %0:2 = stablehlo.while(%i = %n, %v = %x) : tensor<i32>, tensor<8xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %i, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    // CHECK: stablehlo.tanh %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>}
    %1 = stablehlo.tanh %v : tensor<8xf32>
    stablehlo.return %i, %1 : tensor<i32>, tensor<8xf32>
  }
  %2 = stablehlo.add %0#1, %y : tensor<8xf32>
  return %2 : tensor<8xf32>
}

// -----

sdy.mesh @m = <["x"=2, "y"=4]>
// CHECK-LABEL: @free_axes_enter_a_manual_computation
// CHECK: in_shardings=[<@m, [{"x", "y"}, {}]>] out_shardings=[<@m, [{"x", "y"}, {}]>] manual_axes={"x"}
// CHECK: stablehlo.tanh {{.*}}<@m, [{"y"}, {}]>
func.func @free_axes_enter_a_manual_computation(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x","y"}, {?}]>}) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x", ?}, {?}]>] out_shardings=[<@m, [{"x", ?}, {?}]>] manual_axes={"x"} (%c: tensor<4x8xf32>) {
    %1 = stablehlo.tanh %c : tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
