// What still has to be summed up over devices is summed up where the fewest bytes are.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
// RUN: spmd-run %s --random-args=1 --check-against-sequential --mesh=x=2
// RUN: spmd-opt %s --spmd-account --spmd-check-budget | FileCheck %s
// BUDGET: all_reduce<=4 reduce_scatter<=2 all_gather<=0 all_to_all<=0
sdy.mesh @mesh = <["x"=4]>

// The sum of a matmul's result: 16 numbers are sent, not 32 x 16.
// CHECK-DAG: 96 {{.*}}all_reduce {{.*}}tensor<16xf32> -> tensor<16xf32>
// A matmul's result that one user sums up along the rows and another one takes by rows, as in tensor parallel layers whose
// sequence is split: a reduce_scatter and a small sum. The constraint between them says what JAX's transposed ones say.
// CHECK-DAG: 1,536 {{.*}}reduce_scatter {{.*}}tensor<32x16xf32> -> tensor<8x16xf32>, operand 0 of stablehlo.multiply
// CHECK-DAG: 96 {{.*}}all_reduce {{.*}}tensor<16xf32> -> tensor<16xf32>
// Where another user takes all of it, the reduction sends nothing.
// CHECK-DAG: 3,072 {{.*}}all_reduce {{.*}}tensor<32x16xf32> -> tensor<32x16xf32>
// An annotation that makes a sum whole before it is split is no user.
// CHECK-DAG: 1,536 {{.*}}reduce_scatter {{.*}}tensor<32x16xf32> -> tensor<8x16xf32>, operand 5 of func.return
// A reduction from a number other than zero sums up first: the number counts once.
// CHECK-DAG: 3,072 {{.*}}all_reduce {{.*}}tensor<32x16xf32> -> tensor<32x16xf32>, operand 0 of stablehlo.reduce
func.func @main(%a: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<64x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %h: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<16xf32>, tensor<16xf32>, tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<16xf32>, tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
        tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<16xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x16xf32>) -> tensor<32x16xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<32x16xf32>, tensor<f32>) -> tensor<16xf32>

  %a2 = stablehlo.sine %a : tensor<32x64xf32>
  %2 = stablehlo.dot_general %a2, %b, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x16xf32>) -> tensor<32x16xf32>
  %whole = sdy.sharding_constraint %2 <@mesh, [{}, {}]> : tensor<32x16xf32>
  %3 = stablehlo.reduce(%whole init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<32x16xf32>, tensor<f32>) -> tensor<16xf32>
  %4 = stablehlo.multiply %whole, %h : tensor<32x16xf32>

  %a3 = stablehlo.cosine %a : tensor<32x64xf32>
  %5 = stablehlo.dot_general %a3, %b, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x16xf32>) -> tensor<32x16xf32>
  %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<32x16xf32>, tensor<f32>) -> tensor<16xf32>
  %7 = stablehlo.exponential %5 : tensor<32x16xf32>

  %a4 = stablehlo.tanh %a : tensor<32x64xf32>
  %8 = stablehlo.dot_general %a4, %b, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x16xf32>) -> tensor<32x16xf32>
  %9 = sdy.sharding_constraint %8 <@mesh, [{}, {}]> : tensor<32x16xf32>

  %a5 = stablehlo.abs %a : tensor<32x64xf32>
  %10 = stablehlo.dot_general %a5, %b, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x16xf32>) -> tensor<32x16xf32>
  %11 = stablehlo.reduce(%10 init: %two) applies stablehlo.add across dimensions = [0] : (tensor<32x16xf32>, tensor<f32>) -> tensor<16xf32>
  return %1, %3, %4, %6, %7, %9, %11 : tensor<16xf32>, tensor<16xf32>, tensor<32x16xf32>, tensor<16xf32>, tensor<32x16xf32>, tensor<32x16xf32>, tensor<16xf32>
}
