// Partial sums of bf16 products, which a loop adds up in f32, are widened on each device and summed up behind the loop in f32: 768 bytes.
// Small integers, which bf16 holds, sum up without rounding.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
// RUN: spmd-opt %s --spmd-check-budget
// BUDGET: all_reduce<=1 wire_bytes<=768
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<32x16xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %d: tensor<32x8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<16x8xf32> {
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %g0 = stablehlo.constant dense<0.0> : tensor<16x8xf32>
  %0:2 = stablehlo.while(%i = %i0, %sum = %g0) : tensor<i32>, tensor<16x8xf32>
   cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %xr = stablehlo.round_nearest_even %x : tensor<32x16xbf16>
    %dr = stablehlo.round_nearest_even %d : tensor<32x8xbf16>
    %1 = stablehlo.dot_general %xr, %dr, contracting_dims = [0] x [0] : (tensor<32x16xbf16>, tensor<32x8xbf16>) -> tensor<16x8xbf16>
    %2 = stablehlo.convert %1 : (tensor<16x8xbf16>) -> tensor<16x8xf32>
    %3 = stablehlo.add %sum, %2 : tensor<16x8xf32>
    %4 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %4, %3 : tensor<i32>, tensor<16x8xf32>
  }
  return %0#1 : tensor<16x8xf32>
}
