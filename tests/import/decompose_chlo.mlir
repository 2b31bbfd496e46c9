// RUN: spmd-opt %s --spmd-decompose-chlo | FileCheck %s

sdy.mesh @mesh = <["a"=2]>

// CHECK-LABEL: @square_keeps_its_sharding
func.func @square_keeps_its_sharding(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: stablehlo.multiply %arg0, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<8xf32>
  %0 = chlo.square %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<8xf32> -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: @functions
// CHECK-NOT: chlo.
// CHECK: return
func.func @functions(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %0 = chlo.tan %x : tensor<4xf32> -> tensor<4xf32>
  %1 = chlo.sinh %x : tensor<4xf32> -> tensor<4xf32>
  %2 = chlo.cosh %x : tensor<4xf32> -> tensor<4xf32>
  %3 = chlo.asin %x : tensor<4xf32> -> tensor<4xf32>
  %4 = chlo.acos %x : tensor<4xf32> -> tensor<4xf32>
  %5 = chlo.atan %x : tensor<4xf32> -> tensor<4xf32>
  %6 = chlo.asinh %x : tensor<4xf32> -> tensor<4xf32>
  %7 = chlo.acosh %x : tensor<4xf32> -> tensor<4xf32>
  %8 = chlo.atanh %x : tensor<4xf32> -> tensor<4xf32>
  %9 = chlo.erf_inv %x : tensor<4xf32> -> tensor<4xf32>
  %10 = chlo.is_inf %x : tensor<4xf32> -> tensor<4xi1>
  %11 = chlo.is_pos_inf %x : tensor<4xf32> -> tensor<4xi1>
  %12 = chlo.is_neg_inf %x : tensor<4xf32> -> tensor<4xi1>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// Long series stay.
// CHECK-LABEL: @lgamma
func.func @lgamma(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: chlo.lgamma
  %0 = chlo.lgamma %x : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
