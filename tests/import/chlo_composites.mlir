// RUN: spmd-opt %s --spmd-inline-calls | FileCheck %s
// Artifacts have ops of chlo as composites of their names.

// CHECK-LABEL: @composite_named_as_a_chlo_op
// CHECK: chlo.erf %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<4xf32>
sdy.mesh @m = <["x"=2]>
func.func @composite_named_as_a_chlo_op(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.composite "chlo.erf" %x {decomposition = @chlo.erf.impl, version = 1 : i32, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: @attributes_of_the_op
// CHECK: chlo.top_k(%{{.*}}, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
func.func @attributes_of_the_op(%x: tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %0:2 = stablehlo.composite "chlo.top_k" %x {composite_attributes = {k = 2 : i64}, decomposition = @top, version = 1 : i32} : (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xi32>
}

// CHECK-LABEL: @others_are_their_decomposition
// CHECK-NOT: chlo.
// CHECK-COUNT-3: stablehlo.negate
func.func @others_are_their_decomposition(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.composite "chlo.erf" %x {decomposition = @chlo.erf.impl} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.composite "chlo.erf" %0 {composite_attributes = {other = 1 : i64}, decomposition = @chlo.erf.impl, version = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.composite "my.op" %1 {decomposition = @chlo.erf.impl, version = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

func.func private @chlo.erf.impl(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @top(%x: tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %0 = stablehlo.slice %x [0:2] : (tensor<4xf32>) -> tensor<2xf32>
  %1 = stablehlo.iota dim = 0 : tensor<2xi32>
  return %0, %1 : tensor<2xf32>, tensor<2xi32>
}
