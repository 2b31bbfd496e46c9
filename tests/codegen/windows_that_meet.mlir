// Windows that an index moves along a dim of theirs meet at different elements, so they are applied one after the other as a whole: by the routine of the runtime, and by a kernel where there are two inputs. A kernel may have more updates than results.
// RUN: spmd-run %s --random-args=1 --threads=1 --check-against-sequential
// RUN: spmd-run %s --random-args=1 --threads=2 --check-against-sequential
// RUN: spmd-run %s --random-args=1 --stop-after=kernels --print-after=kernels 2>&1 | FileCheck %s

// CHECK: spmd.kernel
// CHECK: block = 1024
func.func @main(%x: tensor<2048xf32>, %y: tensor<2048xf32>, %u: tensor<4x1024xf32>, %v: tensor<4x1024xf32>, %d: tensor<4x1xi32>, %few: tensor<64xf32>, %few_i: tensor<64xi32>, %at: tensor<1000x1xi32>, %w: tensor<1000xf32>, %w_i: tensor<1000xi32>)
    -> (tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<64xf32>, tensor<64xi32>) {
  // Starts that no pass knows.
  %big = stablehlo.constant dense<100000> : tensor<4x1xi32>
  %k = stablehlo.constant dense<[[0], [100], [50], [300]]> : tensor<4x1xi32>
  %p = stablehlo.compare GT, %d, %big : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x1xi1>
  %i = stablehlo.select %p, %d, %k : tensor<4x1xi1>, tensor<4x1xi32>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %b : tensor<f32>
  }) : (tensor<2048xf32>, tensor<4x1xi32>, tensor<4x1024xf32>) -> tensor<2048xf32>
  %1:2 = "stablehlo.scatter"(%x, %y, %i, %u, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f32>, %a2: tensor<f32>, %b: tensor<f32>, %b2: tensor<f32>):
      stablehlo.return %b, %b2 : tensor<f32>, tensor<f32>
  }) : (tensor<2048xf32>, tensor<2048xf32>, tensor<4x1xi32>, tensor<4x1024xf32>, tensor<4x1024xf32>) -> (tensor<2048xf32>, tensor<2048xf32>)
  %2:2 = "stablehlo.scatter"(%few, %few_i, %at, %w, %w_i) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f32>, %a2: tensor<i32>, %b: tensor<f32>, %b2: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      %t = stablehlo.add %a2, %b2 : tensor<i32>
      stablehlo.return %s, %t : tensor<f32>, tensor<i32>
  }) : (tensor<64xf32>, tensor<64xi32>, tensor<1000x1xi32>, tensor<1000xf32>, tensor<1000xi32>) -> (tensor<64xf32>, tensor<64xi32>)
  return %0, %1#0, %1#1, %2#0, %2#1 : tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<64xf32>, tensor<64xi32>
}
