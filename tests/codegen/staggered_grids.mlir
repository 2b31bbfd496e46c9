// Fields on staggered grids: windows that are added to, read at shifted places, in one kernel a step.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
// RUN: spmd-opt %s --spmd-pipeline=stop-after=kernels | FileCheck %s

// The condition, and two trips with the numbers of trips.
// CHECK-COUNT-5: spmd.kernel(
// CHECK-NOT: spmd.kernel(
func.func public @main(%arg0: tensor<65x33xf32>, %arg1: tensor<65x33xf32>, %arg2: tensor<65x33xf32>) -> (tensor<65x33xf32>, tensor<65x33xf32>, tensor<65x33xf32>) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:4 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0, %iterArg_1 = %arg1, %iterArg_2 = %arg2) : tensor<i32>, tensor<65x33xf32>, tensor<65x33xf32>, tensor<65x33xf32>
  cond {
    %c_3 = stablehlo.constant dense<6> : tensor<i32>
    %1 = stablehlo.compare LT, %iterArg, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1:3 = func.call @closed_call(%iterArg_0, %iterArg_1, %iterArg_2) : (tensor<65x33xf32>, tensor<65x33xf32>, tensor<65x33xf32>) -> (tensor<65x33xf32>, tensor<65x33xf32>, tensor<65x33xf32>)
    %c_3 = stablehlo.constant dense<1> : tensor<i32>
    %2 = stablehlo.add %iterArg, %c_3 : tensor<i32>
    stablehlo.return %2, %1#0, %1#1, %1#2 : tensor<i32>, tensor<65x33xf32>, tensor<65x33xf32>, tensor<65x33xf32>
  }
  return %0#1, %0#2, %0#3 : tensor<65x33xf32>, tensor<65x33xf32>, tensor<65x33xf32>
}
func.func private @closed_call(%arg0: tensor<65x33xf32>, %arg1: tensor<65x33xf32>, %arg2: tensor<65x33xf32>) -> (tensor<65x33xf32>, tensor<65x33xf32>, tensor<65x33xf32>) {
  %0 = stablehlo.slice %arg0 [0:65, 1:33] : (tensor<65x33xf32>) -> tensor<65x32xf32>
  %1 = stablehlo.slice %arg0 [0:65, 0:32] : (tensor<65x33xf32>) -> tensor<65x32xf32>
  %2 = stablehlo.subtract %0, %1 : tensor<65x32xf32>
  %cst = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
  %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<65x32xf32>
  %4 = stablehlo.multiply %3, %2 : tensor<65x32xf32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1xi32>
  %6 = "stablehlo.scatter"(%arg1, %5, %4) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %27 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %27 : tensor<f32>
  }) : (tensor<65x33xf32>, tensor<1xi32>, tensor<65x32xf32>) -> tensor<65x33xf32>
  %7 = stablehlo.slice %arg0 [1:65, 0:33] : (tensor<65x33xf32>) -> tensor<64x33xf32>
  %8 = stablehlo.slice %arg0 [0:64, 0:33] : (tensor<65x33xf32>) -> tensor<64x33xf32>
  %9 = stablehlo.subtract %7, %8 : tensor<64x33xf32>
  %cst_0 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
  %10 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64x33xf32>
  %11 = stablehlo.multiply %10, %9 : tensor<64x33xf32>
  %c_1 = stablehlo.constant dense<0> : tensor<i32>
  %12 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<1xi32>
  %13 = "stablehlo.scatter"(%arg2, %12, %11) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %27 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %27 : tensor<f32>
  }) : (tensor<65x33xf32>, tensor<1xi32>, tensor<64x33xf32>) -> tensor<65x33xf32>
  %14 = stablehlo.slice %13 [1:64, 1:32] : (tensor<65x33xf32>) -> tensor<63x31xf32>
  %15 = stablehlo.slice %13 [0:63, 1:32] : (tensor<65x33xf32>) -> tensor<63x31xf32>
  %16 = stablehlo.subtract %14, %15 : tensor<63x31xf32>
  %17 = stablehlo.slice %6 [1:64, 1:32] : (tensor<65x33xf32>) -> tensor<63x31xf32>
  %18 = stablehlo.subtract %16, %17 : tensor<63x31xf32>
  %19 = stablehlo.slice %6 [1:64, 0:31] : (tensor<65x33xf32>) -> tensor<63x31xf32>
  %20 = stablehlo.add %18, %19 : tensor<63x31xf32>
  %cst_2 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
  %21 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<63x31xf32>
  %22 = stablehlo.multiply %21, %20 : tensor<63x31xf32>
  %c_3 = stablehlo.constant dense<1> : tensor<i32>
  %23 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<1xi32>
  %c_4 = stablehlo.constant dense<1> : tensor<i32>
  %24 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<1xi32>
  %25 = stablehlo.concatenate %23, %24, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %26 = "stablehlo.scatter"(%arg0, %25, %22) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>, unique_indices = true}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %27 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %27 : tensor<f32>
  }) : (tensor<65x33xf32>, tensor<2xi32>, tensor<63x31xf32>) -> tensor<65x33xf32>
  return %26, %6, %13 : tensor<65x33xf32>, tensor<65x33xf32>, tensor<65x33xf32>
}

