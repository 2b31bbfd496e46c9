// RUN: spmd-opt %s --allow-unregistered-dialect --sdy-drop-sharding-and-mesh --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-NOT: sdy.
// CHECK-LABEL: func.func @all_is_dropped(%arg0: tensor<8xf32>) -> tensor<8xf32> {
sdy.mesh @mesh = <["a"=2]>
func.func @all_is_dropped(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  // CHECK-NEXT: stablehlo.tanh %arg0 : tensor<8xf32>
  %0 = stablehlo.tanh %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<8xf32>
  // Ops that name no mesh may stay.
  // CHECK-NEXT: sdy.propagation_barrier
  %1 = sdy.propagation_barrier %0 allowed_direction=NONE : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @reshards_need_a_mesh(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{needs its mesh ("sharding" is #sdy.sharding<@mesh, [{"a"}]>); lower it before meshes are dropped}}
  %0 = sdy.reshard %x <@mesh, [{"a"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @computations_need_a_mesh(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{needs its mesh ("in_shardings" is #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>)}}
  %0 = sdy.named_computation<"f">(%x) in_shardings=[<@mesh, [{"a"}]>] (%a: tensor<8xf32>) {
    sdy.return %a : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// Meshes that are written out stay where they are.
// CHECK-LABEL: @meshes_written_out
sdy.mesh @mesh = <["a"=2]>
func.func @meshes_written_out(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: sdy.reshard %arg0 <mesh<["a"=2]>, [{"a"}]> : tensor<8xf32>
  %0 = sdy.reshard %x <mesh<["a"=2]>, [{"a"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// CHECK-LABEL: @dialect_not_loaded
sdy.mesh @mesh = <["a"=2]>
func.func @dialect_not_loaded(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: "other.op"(%arg0) {flag} : (tensor<8xf32>) -> tensor<8xf32>
  %0 = "other.op"(%x) {flag, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
