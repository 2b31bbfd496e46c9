// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spmd-opt %s --allow-unregistered-dialect --sdy-per-instruction-partitioning | FileCheck %s

sdy.mesh @m = <["x"=3]>

// A dim of unknown size has no shards of known size, so the op stays global.
// CHECK-LABEL: @dynamic_shapes
// CHECK-NEXT: {{.*}} = stablehlo.negate %arg0 {{.*}} : tensor<?xf32>
// CHECK-NEXT: return
func.func @dynamic_shapes(%a: tensor<?xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> tensor<?xf32> {
  %0 = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Ops of dialects that are not loaded are candidates like others without a sharding rule.
// CHECK-LABEL: @dialect_not_loaded
// CHECK-NEXT: {{.*}} = sdy.manual_computation(%arg0)
// CHECK-NEXT: {{.*}} = "other.op"
func.func @dialect_not_loaded(%a: tensor<6xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> tensor<6xf32> {
  %0 = "other.op"(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
