// Stencils that JAX writes as x.at[1:-1].add(..): a row of each neighbour is sent, and no device gathers anything.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
// RUN: spmd-run %s --random-args=1 --check-against-sequential --mesh=x=3,y=2
// RUN: spmd-run %s --random-args=1 --check-against-sequential --mesh=x=1,y=5
// RUN: spmd-opt %s --spmd-account --spmd-fail-on="all_gather>0,all_to_all>0,all_reduce>0"
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%u: tensor<48x20xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<48x20xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %v = %u) : tensor<i32>, tensor<48x20xf32>
   cond {
    %five = stablehlo.constant dense<5> : tensor<i32>
    %p = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
   } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %n = stablehlo.slice %v [0:46, 1:19] : (tensor<48x20xf32>) -> tensor<46x18xf32>
    %s = stablehlo.slice %v [2:48, 1:19] : (tensor<48x20xf32>) -> tensor<46x18xf32>
    %w = stablehlo.slice %v [1:47, 0:18] : (tensor<48x20xf32>) -> tensor<46x18xf32>
    %e = stablehlo.slice %v [1:47, 2:20] : (tensor<48x20xf32>) -> tensor<46x18xf32>
    %1 = stablehlo.add %n, %s : tensor<46x18xf32>
    %2 = stablehlo.add %w, %e : tensor<46x18xf32>
    %3 = stablehlo.multiply %1, %2 : tensor<46x18xf32>
    %at = stablehlo.constant dense<1> : tensor<2xi32>
    %4 = "stablehlo.scatter"(%v, %at, %3) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %5 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %5 : tensor<f32>
    }) : (tensor<48x20xf32>, tensor<2xi32>, tensor<46x18xf32>) -> tensor<48x20xf32>
    stablehlo.return %j, %4 : tensor<i32>, tensor<48x20xf32>
  }
  return %0#1 : tensor<48x20xf32>
}
