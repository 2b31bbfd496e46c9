// RUN: spmd-opt %s --sdy-remove-size-one-axes | FileCheck %s

// CHECK: sdy.mesh @mesh = <["x"=2, "one"=1, "uno"=1]>
sdy.mesh @mesh = <["x"=2, "one"=1, "uno"=1]>

// CHECK-LABEL: @axes_of_size_one_go
// CHECK-SAME: %arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}
func.func @axes_of_size_one_go(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "one"}, {"uno"}p1]>}) -> tensor<8x8xf32> {
  // CHECK: sdy.sharding_constraint %arg0 <@mesh, [{?}, {"x"}]>
  %0 = sdy.sharding_constraint %a <@mesh, [{"one", ?}, {"x"}], replicated={"uno"}> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: @manual_axes_of_size_one_stay
func.func @manual_axes_of_size_one_stay(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "one"}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {"one"}]>] out_shardings=[<@mesh, [{"x"}, {}], replicated={"one"}>]
      manual_axes={"x", "one"} (%b: tensor<4x8xf32>) {
    %1 = stablehlo.tanh %b : tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: @collectives_move_the_others
func.func @collectives_move_the_others(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "one"}, {"uno"}]>}) -> tensor<8x8xf32> {
  // CHECK-NEXT: %[[G:.*]] = sdy.all_gather [{"x"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]>
  // CHECK-NEXT: %[[N:.*]] = stablehlo.negate %[[G]]
  // CHECK-NEXT: %[[S:.*]] = sdy.all_slice [{}, {"x"}] %[[N]] out_sharding=<@mesh, [{}, {"x"}]>
  // CHECK-NEXT: return %[[S]]
  %0 = sdy.all_to_all [{"uno"}: 1->0] %a out_sharding=<@mesh, [{"x", "one", "uno"}, {}]> : tensor<8x8xf32>
  %1 = sdy.all_gather [{"x", "one", "uno"}, {}] %0 out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  %2 = stablehlo.negate %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<8x8xf32>
  %3 = sdy.replicated_to_unreduced {"one"} %2 out_sharding=<@mesh, [{}, {}], unreduced={"one"}> : tensor<8x8xf32>
  %4 = sdy.reduce_scatter [{"one"}, {}] %3 out_sharding=<@mesh, [{"one"}, {}]> : tensor<8x8xf32>
  %5 = sdy.all_slice [{}, {"uno", "x"}] %4 out_sharding=<@mesh, [{"one"}, {"uno", "x"}]> : tensor<8x8xf32>
  return %5 : tensor<8x8xf32>
}
