// What reads a value behind a chain of constraints of it reads the chain's last. Not where something is asked of that last, nor
// where the value had a sharding of its own.
// RUN: spmd-opt %s --sdy-apply-sharding-constraints | FileCheck %s
sdy.mesh @m = <["x"=4, "y"=2]>

// CHECK-LABEL: func.func @redirected
func.func @redirected(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.sharding_constraint %a <@m, [{"x"}, {"y"}]> : tensor<8x8xf32>
  // CHECK: %[[LAST:.*]] = sdy.sharding_constraint %{{.*}} <@m, [{"x", ?}, {}]>
  %1 = sdy.sharding_constraint %0 <@m, [{"x", ?}, {}]> : tensor<8x8xf32>
  // CHECK: stablehlo.divide %[[LAST]], %[[LAST]]
  %2 = stablehlo.divide %1, %a : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @more_is_asked
func.func @more_is_asked(%a: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = sdy.sharding_constraint %a <@m, [{"x"}, {"y"}]> : tensor<8x8xf32>
  %1 = sdy.sharding_constraint %0 <@m, [{"x", ?}, {}]> : tensor<8x8xf32>
  %2 = sdy.sharding_constraint %1 <@m, [{?}, {"x", ?}]> : tensor<8x8xf32>
  // CHECK: stablehlo.divide %{{.*}}, %arg0
  %3 = stablehlo.divide %1, %a : tensor<8x8xf32>
  return %2, %3 : tensor<8x8xf32>, tensor<8x8xf32>
}

// CHECK-LABEL: func.func @has_a_sharding
func.func @has_a_sharding(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"x", ?}]>}) -> tensor<8x8xf32> {
  %0 = sdy.sharding_constraint %a <@m, [{"x"}, {"y"}]> : tensor<8x8xf32>
  %1 = sdy.sharding_constraint %0 <@m, [{"x", ?}, {}]> : tensor<8x8xf32>
  // CHECK: stablehlo.divide %{{.*}}, %arg0
  %2 = stablehlo.divide %1, %a : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
