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
