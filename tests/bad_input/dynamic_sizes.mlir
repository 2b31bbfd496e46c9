// Sizes that are known at run time only, and do not give the result that the program writes.
// RUN: split-file %s %t
// RUN: not spmd-run %t/gather.mlir --backend=reference --random-args=1 2>&1 | FileCheck %t/gather.mlir
// RUN: not spmd-run %t/conv.mlir --backend=reference --random-args=1 2>&1 | FileCheck %t/conv.mlir

//--- gather.mlir
// CHECK: error: 'stablehlo.dynamic_gather' op takes windows of {{[0-9]+}} elements along dim 1 of size 9, its result has 9
func.func @main(%x: tensor<2x9xf32>, %i: tensor<3x1xi32>, %n: tensor<1xi32>) -> tensor<3x9xf32> {
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %sizes = stablehlo.concatenate %one, %n, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = "stablehlo.dynamic_gather"(%x, %i, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<2x9xf32>, tensor<3x1xi32>, tensor<2xi32>) -> tensor<3x9xf32>
  return %0 : tensor<3x9xf32>
}

//--- conv.mlir
// CHECK: error: 'stablehlo.dynamic_conv' op gives {{[0-9]+}} elements along dim 2 with this padding, its result has 40
func.func @main(%x: tensor<2x3x8xf32>, %k: tensor<3x3x4xf32>, %p: tensor<1x2xi32>) -> tensor<2x4x40xf32> {
  %0 = "stablehlo.dynamic_conv"(%x, %k, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[0, i, o]->[b, f, 0]>, feature_group_count = 1 : i64}> : (tensor<2x3x8xf32>, tensor<3x3x4xf32>, tensor<1x2xi32>) -> tensor<2x4x40xf32>
  return %0 : tensor<2x4x40xf32>
}
