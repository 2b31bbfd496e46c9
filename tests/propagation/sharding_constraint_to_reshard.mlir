// RUN: spmd-opt %s --sdy-sharding-constraint-to-reshard | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: @users_read_the_reshard(
func.func @users_read_the_reshard(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: %[[R:.*]] = sdy.reshard %arg0 <@mesh, [{"a"}]>
  // CHECK-NEXT: stablehlo.tanh %[[R]]
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}]> : tensor<8xf32>
  %1 = stablehlo.tanh %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// The second of two constraints wins, and nobody reads it: both stay, with their debug attributes.
// CHECK-LABEL: @chain_without_users(
func.func @chain_without_users(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: %[[R:.*]] = sdy.reshard %arg0 <@mesh, [{"a"}]> {sdy.sharding_origins = [{a = "self"}]}
  // CHECK-NEXT: sdy.reshard %[[R]] <@mesh, [{"b"}]>
  // CHECK-NEXT: return %arg0
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}]> {sdy.sharding_origins = [{a = "self"}]} : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"b"}]> : tensor<8xf32>
  return %x : tensor<8xf32>
}

// CHECK-LABEL: @shardings_of_ops_stay(
// CHECK-NEXT: stablehlo.tanh %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>}
// CHECK-NEXT: return
func.func @shardings_of_ops_stay(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.tanh %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
