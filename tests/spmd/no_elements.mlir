// Split dims beside a dim without elements: nothing is computed and nothing sent.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
// RUN: spmd-run %s --random-args=1 --backend=reference
// RUN: spmd-run %s --stop-after=optimize | FileCheck %s
// CHECK-NOT: collective
sdy.mesh @mesh = <["x"=2]>

func.func @main(%a: tensor<8x0xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %i: tensor<4x1xi32>,
                %u: tensor<4x0xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %z: tensor<4x0xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<4x0xf32>, tensor<8x0xf32>, tensor<0x0xcomplex<f32>>, tensor<0xf32>, tensor<0xi32>) {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
      start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 0>, indices_are_sorted = false}>
      : (tensor<8x0xf32>, tensor<4x1xi32>) -> tensor<4x0xf32>
  %1 = "stablehlo.scatter"(%0, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
      indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x0xf32>, tensor<4x1xi32>, tensor<4x0xf32>) -> tensor<4x0xf32>
  %2 = stablehlo.dot_general %z, %z, contracting_dims = [0] x [0]
      : (tensor<4x0xcomplex<f32>>, tensor<4x0xcomplex<f32>>) -> tensor<0x0xcomplex<f32>>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %3 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x0xf32>, tensor<f32>) -> tensor<0xf32>
  %4 = stablehlo.iota dim = 0 : tensor<0xi32>
  return %1, %a, %2, %3, %4 : tensor<4x0xf32>, tensor<8x0xf32>, tensor<0x0xcomplex<f32>>, tensor<0xf32>, tensor<0xi32>
}
