// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values on single devices beside values over all of them: the ops on one device run there alone, and -0 stays -0.
// RUN: spmd-run --check-against-sequential --random-args=1 %s
// RUN: spmd-run --random-args=1 %s

sdy.mesh @m = <["a"=2, "b"=2], device_ids=[3, 1, 2, 0]>
sdy.mesh @first = <[], device_ids=[0]>
sdy.mesh @third = <[], device_ids=[2]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@third, []>}, %y: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}, %c: tensor<8xcomplex<f32>>)
    -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@first, []>}, tensor<8x4xi1> {sdy.sharding = #sdy.sharding<@m, [{}, {"a"}]>}, tensor<4xf32>, tensor<4x4xbf16>, tensor<8xcomplex<f32>>) {
  %0 = stablehlo.add %x, %y {sdy.sharding = #sdy.sharding_per_value<[<@third, []>]>} : tensor<8x4xf32>
  %1 = stablehlo.tanh %0 {sdy.sharding = #sdy.sharding_per_value<[<@first, []>]>} : tensor<8x4xf32>
  %2 = sdy.sharding_constraint %1 <@m, [{"b"}, {}]> : tensor<8x4xf32>
  %3 = stablehlo.compare LT, %2, %0 {sdy.sharding = #sdy.sharding_per_value<[<@first, []>]>} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
  %4 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@first, []>]>} dense<-0.0> : tensor<4xf32>
  %5 = stablehlo.dot_general %1, %2, contracting_dims = [0] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@third, []>]>} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %6 = stablehlo.convert %5 {sdy.sharding = #sdy.sharding_per_value<[<@third, []>]>} : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  %7 = stablehlo.multiply %c, %c {sdy.sharding = #sdy.sharding_per_value<[<@third, []>]>} : tensor<8xcomplex<f32>>
  %8 = stablehlo.bitcast_convert %4 : (tensor<4xf32>) -> tensor<4xui32>
  check.expect_eq_const %8, dense<2147483648> : tensor<4xui32>
  return %1, %3, %4, %6, %7 : tensor<8x4xf32>, tensor<8x4xi1>, tensor<4xf32>, tensor<4x4xbf16>, tensor<8xcomplex<f32>>
}
