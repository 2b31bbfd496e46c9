// RUN: spmd-opt %s --spmd-lower-reshards --split-input-file --verify-diagnostics | FileCheck %s

sdy.mesh @mesh = <["x"=2, "y"=4]>

// CHECK-LABEL: @one_collective_each(
func.func @one_collective_each(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"y"}>})
    -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  // CHECK-NEXT: sdy.all_gather [{"x"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]>
  // CHECK-NEXT: sdy.all_slice [{}, {"y"}] %arg0 out_sharding=<@mesh, [{"x"}, {"y"}]>
  // CHECK-NEXT: sdy.all_to_all [{"x"}: 0->1] %arg0 out_sharding=<@mesh, [{}, {"x"}]>
  // CHECK-NEXT: sdy.all_reduce {"y"} %arg1 out_sharding=<@mesh, [{}, {}]>
  // CHECK-NEXT: sdy.reduce_scatter [{}, {"y"}] %arg1 out_sharding=<@mesh, [{}, {"y"}]>
  %0 = sdy.reshard %a <@mesh, [{}, {}]> : tensor<8x8xf32>
  %1 = sdy.reshard %a <@mesh, [{"x"}, {"y"}]> : tensor<8x8xf32>
  %2 = sdy.reshard %a <@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  %3 = sdy.reshard %b <@mesh, [{}, {}]> : tensor<8x8xf32>
  %4 = sdy.reshard %b <@mesh, [{}, {"y"}]> : tensor<8x8xf32>
  return %0, %1, %2, %3, %4 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

// A reshard to the sharding that the value has is no collective.
// CHECK-LABEL: @same_sharding(
// CHECK-NEXT: return %arg0
func.func @same_sharding(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@mesh, [{"x"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>

// expected-note @+2 {{the value is 'tensor<6xf32>'}}
// expected-note @+1 {{its sharding is #sdy.sharding<@mesh, [{"x"}]>}}
func.func @does_not_divide(%a: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<6xf32> {
  // expected-error @+1 {{cannot be made of collectives with parts of equal size}}
  %0 = sdy.reshard %a <@mesh, [{"y"}]> : tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// Without a mesh nothing is placed.
// CHECK-LABEL: @no_mesh(
// CHECK-NEXT: stablehlo.tanh %arg0
func.func @no_mesh(%a: tensor<6xf32>) -> tensor<6xf32> {
  %0 = stablehlo.tanh %a : tensor<6xf32>
  return %0 : tensor<6xf32>
}
