// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An axis of 12 that is cut after 2, after 3 and after 4, in arguments, results, constraints and manual computations.
// RUN: spmd-run --check-against-sequential --random-args=1 %s
sdy.mesh @m = <["x"=12, "y"=2]>

func.func @main(%x: tensor<12x12xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(1)2}, {"x":(2)6}]>},
                %y: tensor<12x12xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(3)4}, {"x":(1)3}]>},
                %z: tensor<12x12xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x":(1)3}, {}]>})
    -> (tensor<12x12xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(1)3, "y"}, {"x":(6)2}]>}, tensor<12x12xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(4)3}, {"x":(1)4}]>},
        tensor<12x12xf32>) {
  %0 = stablehlo.add %x, %y : tensor<12x12xf32>
  %1 = sdy.sharding_constraint %0 <@m, [{}, {"x":(1)6}]> : tensor<12x12xf32>
  %2 = sdy.reshard %1 <@m, [{"x":(4)3}, {}]> : tensor<12x12xf32>
  %3 = stablehlo.dot_general %2, %z, contracting_dims = [1] x [0] : (tensor<12x12xf32>, tensor<12x12xf32>) -> tensor<12x12xf32>
  %4 = sdy.manual_computation(%3, %y) in_shardings=[<@m, [{"y"}, {"x":(1)3}]>, <@m, [{"y", "x":(3)4}, {}]>] out_shardings=[<@m, [{"y"}, {"x":(3)4}]>] manual_axes={"y"}
      (%p: tensor<6x12xf32>, %q: tensor<6x12xf32>) {
    %5 = stablehlo.multiply %p, %q : tensor<6x12xf32>
    sdy.return %5 : tensor<6x12xf32>
  } : (tensor<12x12xf32>, tensor<12x12xf32>) -> tensor<12x12xf32>
  return %0, %3, %4 : tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>
}
