// How many lanes the steps of a nest have. Kernels have one lane before; what is still a fusion is planned first in the second command.
// RUN: spmd-opt %s --spmd-choose-lanes | FileCheck %s --check-prefix=KERNELS
// RUN: spmd-opt %s --spmd-plan-kernels --spmd-choose-lanes | FileCheck %s

// Sixteen where nothing hides a latency; 32 where a function does, which is a chain of instructions.
// CHECK-LABEL: @sum
// CHECK: #spmd.nest<columns = [65536], lanes = 16,
func.func @sum(%x: tensor<256x256xf32>, %y: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %0 = spmd.fusion(%a = %x, %b = %y) : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32> {
    %1 = stablehlo.add %a, %b : tensor<256x256xf32>
    spmd.yield %1 : tensor<256x256xf32>
  }
  return %0 : tensor<256x256xf32>
}
// CHECK-LABEL: @function
// CHECK: #spmd.nest<columns = [65536], lanes = 32,
func.func @function(%x: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %0 = spmd.fusion(%a = %x) : (tensor<256x256xf32>) -> tensor<256x256xf32> {
    %1 = stablehlo.tanh %a : tensor<256x256xf32>
    spmd.yield %1 : tensor<256x256xf32>
  }
  return %0 : tensor<256x256xf32>
}

// Sums of long rows have more registers in flight than sums of short ones. A row of five elements has no more than four lanes.
// CHECK-LABEL: @row_sums
// CHECK: #spmd.nest<rows = [4], columns = [1000], lanes = 32,
// CHECK: #spmd.nest<rows = [40], columns = [100], lanes = 16,
// CHECK: #spmd.nest<rows = [800], columns = [5], lanes = 4,
func.func @row_sums(%x: tensor<4x1000xf32>, %y: tensor<40x100xf32>, %z: tensor<800x5xf32>) -> (tensor<4xf32>, tensor<40xf32>, tensor<800xf32>) {
  %0 = spmd.fusion(%a = %x) : (tensor<4x1000xf32>) -> tensor<4xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %3 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x1000xf32>, tensor<f32>) -> tensor<4xf32>
    spmd.yield %3 : tensor<4xf32>
  }
  %1 = spmd.fusion(%a = %y) : (tensor<40x100xf32>) -> tensor<40xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %3 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<40x100xf32>, tensor<f32>) -> tensor<40xf32>
    spmd.yield %3 : tensor<40xf32>
  }
  %2 = spmd.fusion(%a = %z) : (tensor<800x5xf32>) -> tensor<800xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %3 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<800x5xf32>, tensor<f32>) -> tensor<800xf32>
    spmd.yield %3 : tensor<800xf32>
  }
  return %0, %1, %2 : tensor<4xf32>, tensor<40xf32>, tensor<800xf32>
}

// A step of column sums holds as many lanes as the registers have room for: two inputs and two sums of f32 leave each 32, three sums of
// f64 leave 16. Of short rows too much would be left over. The sum of one input has as many as there may be.
// CHECK-LABEL: @two_column_sums
// CHECK: nests = [#spmd.nest<rows = [512], columns = [256], lanes = 32,
func.func @two_column_sums(%x: tensor<512x256xf32>, %y: tensor<512x256xf32>) -> (tensor<256xf32>, tensor<256xf32>) {
  %0:2 = spmd.fusion(%a = %x, %b = %y) : (tensor<512x256xf32>, tensor<512x256xf32>) -> (tensor<256xf32>, tensor<256xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.multiply %a, %b : tensor<512x256xf32>
    %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<512x256xf32>, tensor<f32>) -> tensor<256xf32>
    %3 = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<512x256xf32>, tensor<f32>) -> tensor<256xf32>
    spmd.yield %2, %3 : tensor<256xf32>, tensor<256xf32>
  }
  return %0#0, %0#1 : tensor<256xf32>, tensor<256xf32>
}
// CHECK-LABEL: @three_column_sums_of_f64
// CHECK: nests = [#spmd.nest<rows = [512], columns = [256], lanes = 16,
func.func @three_column_sums_of_f64(%x: tensor<512x256xf64>) -> (tensor<256xf64>, tensor<256xf64>, tensor<256xf64>) {
  %0:3 = spmd.fusion(%a = %x) : (tensor<512x256xf64>) -> (tensor<256xf64>, tensor<256xf64>, tensor<256xf64>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f64>
    %1 = stablehlo.multiply %a, %a : tensor<512x256xf64>
    %2 = stablehlo.multiply %1, %a : tensor<512x256xf64>
    %3 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<512x256xf64>, tensor<f64>) -> tensor<256xf64>
    %4 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<512x256xf64>, tensor<f64>) -> tensor<256xf64>
    %5 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<512x256xf64>, tensor<f64>) -> tensor<256xf64>
    spmd.yield %3, %4, %5 : tensor<256xf64>, tensor<256xf64>, tensor<256xf64>
  }
  return %0#0, %0#1, %0#2 : tensor<256xf64>, tensor<256xf64>, tensor<256xf64>
}
// CHECK-LABEL: @narrow_column_sums
// CHECK: nests = [#spmd.nest<rows = [65536], columns = [48], lanes = 8,
func.func @narrow_column_sums(%x: tensor<65536x48xf32>) -> tensor<48xf32> {
  %0 = spmd.fusion(%a = %x) : (tensor<65536x48xf32>) -> tensor<48xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<65536x48xf32>, tensor<f32>) -> tensor<48xf32>
    spmd.yield %1 : tensor<48xf32>
  }
  return %0 : tensor<48xf32>
}
// A function in a step is no plain sum: each lane is a chain of instructions that needs registers of its own.
// CHECK-LABEL: @column_sums_of_a_function
// CHECK: nests = [#spmd.nest<rows = [512], columns = [256], lanes = 16,
func.func @column_sums_of_a_function(%x: tensor<512x256xf32>) -> tensor<256xf32> {
  %0 = spmd.fusion(%a = %x) : (tensor<512x256xf32>) -> tensor<256xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.tanh %a : tensor<512x256xf32>
    %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<512x256xf32>, tensor<f32>) -> tensor<256xf32>
    spmd.yield %2 : tensor<256xf32>
  }
  return %0 : tensor<256xf32>
}
// CHECK-LABEL: @one_column_sum
// CHECK: nests = [#spmd.nest<rows = [512], columns = [256], lanes = 64,
func.func @one_column_sum(%x: tensor<512x256xf32>) -> tensor<256xf32> {
  %0 = spmd.fusion(%a = %x) : (tensor<512x256xf32>) -> tensor<256xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<512x256xf32>, tensor<f32>) -> tensor<256xf32>
    spmd.yield %1 : tensor<256xf32>
  }
  return %0 : tensor<256xf32>
}

// A scatter combines the elements of a window that lies inside or not as a whole; otherwise one after the other.
// CHECK-LABEL: @scatters
// CHECK: #spmd.nest<rows = [3], columns = [24], lanes = 8, {{.*}}scatters = true>
// CHECK: #spmd.nest<rows = [1], columns = [24], {{grain|block}}{{.*}}scatters = true>
func.func @scatters(%x: tensor<50x24xf32>, %i: tensor<3x1xi32>, %u: tensor<3x24xf32>, %y: tensor<50xf32>, %j: tensor<1x1xi32>, %v: tensor<1x24xf32>) -> (tensor<50x24xf32>, tensor<50xf32>) {
  %0 = spmd.fusion(%a = %x, %k = %i, %b = %u) : (tensor<50x24xf32>, tensor<3x1xi32>, tensor<3x24xf32>) -> tensor<50x24xf32> {
    %2 = "stablehlo.scatter"(%a, %k, %b) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %3 = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) : (tensor<50x24xf32>, tensor<3x1xi32>, tensor<3x24xf32>) -> tensor<50x24xf32>
    spmd.yield %2 : tensor<50x24xf32>
  }
  %1 = spmd.fusion(%a = %y, %k = %j, %b = %v) : (tensor<50xf32>, tensor<1x1xi32>, tensor<1x24xf32>) -> tensor<50xf32> {
    %2 = "stablehlo.scatter"(%a, %k, %b) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %3 = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) : (tensor<50xf32>, tensor<1x1xi32>, tensor<1x24xf32>) -> tensor<50xf32>
    spmd.yield %2 : tensor<50xf32>
  }
  return %0, %1 : tensor<50x24xf32>, tensor<50xf32>
}

// A kernel that has lanes keeps them.
// CHECK-LABEL: @edited
// CHECK: nests = [#spmd.nest<columns = [64], lanes = 2>]
func.func @edited(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = spmd.kernel(%a = %x) {nests = [#spmd.nest<columns = [64], lanes = 2>], stores = [#spmd.store<output = 0>]} : (tensor<64xf32>) -> tensor<64xf32> {
    %1 = stablehlo.abs %a : tensor<64xf32>
    spmd.yield %1 : tensor<64xf32>
  }
  return %0 : tensor<64xf32>
}

// CHECK-LABEL: @planned
// KERNELS-LABEL: @planned
// KERNELS: nests = [#spmd.nest<rows = [4], columns = [100], lanes = 16, passes = 2>]
func.func @planned(%x: tensor<4x100xf32>) -> tensor<4x100xf32> {
  %0 = spmd.kernel(%a = %x) {nests = [#spmd.nest<rows = [4], columns = [100], passes = 2>], shares = [array<i64: 0>], stores = [#spmd.store<output = 0, pass = 1>]} : (tensor<4x100xf32>) -> tensor<4x100xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1] {spmd.accumulation = #spmd.accumulation<row>} : (tensor<4x100xf32>, tensor<f32>) -> tensor<4xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4xf32>) -> tensor<4x100xf32>
    %3 = stablehlo.subtract %a, %2 : tensor<4x100xf32>
    spmd.yield %3 : tensor<4x100xf32>
  }
  return %0 : tensor<4x100xf32>
}
