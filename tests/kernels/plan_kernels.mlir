// Fusions become kernels: which loops, how reductions are accumulated, what is written and shared. Lanes and staged values come later.
// RUN: spmd-opt %s --spmd-plan-kernels | FileCheck %s
// A kernel that is printed and parsed prints equally, and is left as it is.
// RUN: spmd-opt %s --spmd-plan-kernels -o %t.once.mlir
// RUN: spmd-opt %t.once.mlir --spmd-check-kernels --spmd-plan-kernels -o %t.twice.mlir
// RUN: diff %t.once.mlir %t.twice.mlir

// One loop over all elements, by blocks that workers take; the result may take the input's place.
// CHECK-LABEL: @elements
// CHECK: spmd.kernel(%{{.*}} = %arg0, %{{.*}} = %arg1) {nests = [#spmd.nest<columns = [65536], grain = {{[0-9]+}}, block = 4096>],
// CHECK-SAME: shares = [array<i64: 0, 1>], stores = [#spmd.store<output = 0>]}
func.func @elements(%x: tensor<256x256xf32>, %y: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %0 = spmd.fusion(%a = %x, %b = %y) : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32> {
    %1 = stablehlo.multiply %a, %b : tensor<256x256xf32>
    %2 = stablehlo.add %1, %a : tensor<256x256xf32>
    spmd.yield %2 : tensor<256x256xf32>
  }
  return %0 : tensor<256x256xf32>
}

// A softmax walks over a row three times: for the maximum, for the sum of the exponentials, and for the quotients.
// CHECK-LABEL: @softmax
// CHECK: nests = [#spmd.nest<rows = [64], columns = [1024], passes = 3
// CHECK-SAME: stores = [#spmd.store<output = 0, pass = 2>]
// CHECK: applies stablehlo.maximum across dimensions = [1] {spmd.accumulation = #spmd.accumulation<row>}
// CHECK: stablehlo.exponential %{{[^ ]*}} :
// CHECK: applies stablehlo.add across dimensions = [1] {spmd.accumulation = #spmd.accumulation<row, pass = 1>}
func.func @softmax(%x: tensor<64x1024xf32>) -> tensor<64x1024xf32> {
  %0 = spmd.fusion(%a = %x) : (tensor<64x1024xf32>) -> tensor<64x1024xf32> {
    %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.reduce(%a init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<64x1024xf32>, tensor<f32>) -> tensor<64xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<64xf32>) -> tensor<64x1024xf32>
    %3 = stablehlo.subtract %a, %2 : tensor<64x1024xf32>
    %4 = stablehlo.exponential %3 : tensor<64x1024xf32>
    %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x1024xf32>, tensor<f32>) -> tensor<64xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<64xf32>) -> tensor<64x1024xf32>
    %7 = stablehlo.divide %4, %6 : tensor<64x1024xf32>
    spmd.yield %7 : tensor<64x1024xf32>
  }
  return %0 : tensor<64x1024xf32>
}

// A sum over rows leaves a row of partial sums per iteration, which a second nest adds up.
// CHECK-LABEL: @column_sums
// CHECK: nests = [#spmd.nest<rows = [512], columns = [256], grain = {{[0-9]+}}, rows_per_iteration = {{[0-9]+}}>, #spmd.nest<columns = [256]>]
// CHECK-SAME: scratch_bytes = {{[0-9]+}} : i64
// CHECK-SAME: stores = [#spmd.store<output = 0, nest = 1>]
// CHECK: {spmd.accumulation = #spmd.accumulation<columns, scratch = [0]>}
func.func @column_sums(%x: tensor<512x256xf32>) -> tensor<256xf32> {
  %0 = spmd.fusion(%a = %x) : (tensor<512x256xf32>) -> tensor<256xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.multiply %a, %a : tensor<512x256xf32>
    %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<512x256xf32>, tensor<f32>) -> tensor<256xf32>
    spmd.yield %2 : tensor<256xf32>
  }
  return %0 : tensor<256xf32>
}

// Windows along the minor dim: rows of that dim, split where all windows are inside, in whole steps. Windows of several sizes share
// the borders.
// CHECK-LABEL: @moving
// CHECK: nests = [#spmd.nest<rows = [409], columns = [1151], grain = {{[0-9]+}}, {{.*}}breaks = [16, 1135]
func.func @moving(%x: tensor<409x1151xf32>) -> (tensor<409x1151xf32>, tensor<409x1151xf32>) {
  %0:2 = spmd.fusion(%a = %x) : (tensor<409x1151xf32>) -> (tensor<409x1151xf32>, tensor<409x1151xf32>) {
    %init = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = "stablehlo.reduce_window"(%a, %init) <{padding = dense<[[0, 0], [4, 4]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 9>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<409x1151xf32>, tensor<f32>) -> tensor<409x1151xf32>
    %2 = "stablehlo.reduce_window"(%a, %init) <{padding = dense<[[0, 0], [2, 2]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 5>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.maximum %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<409x1151xf32>, tensor<f32>) -> tensor<409x1151xf32>
    spmd.yield %1, %2 : tensor<409x1151xf32>, tensor<409x1151xf32>
  }
  return %0#0, %0#1 : tensor<409x1151xf32>, tensor<409x1151xf32>
}

// A window that only reaches backwards, at 20 elements, has one border, at 32.
// CHECK-LABEL: @backwards
// CHECK: nests = [#spmd.nest<rows = [64], columns = [200], grain = {{[0-9]+}}, {{.*}}breaks = [32]>]
func.func @backwards(%x: tensor<64x200xf32>) -> tensor<64x200xf32> {
  %0 = spmd.fusion(%a = %x) : (tensor<64x200xf32>) -> tensor<64x200xf32> {
    %init = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = "stablehlo.reduce_window"(%a, %init) <{padding = dense<[[0, 0], [20, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 21>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<64x200xf32>, tensor<f32>) -> tensor<64x200xf32>
    spmd.yield %1 : tensor<64x200xf32>
  }
  return %0 : tensor<64x200xf32>
}

// Windows that reach padding nearly everywhere, and short dims, have masks in one loop over all elements.
// CHECK-LABEL: @long_windows
// CHECK: nests = [#spmd.nest<columns = [12800]
// CHECK-LABEL: @short_rows
// CHECK: nests = [#spmd.nest<columns = [1280]>]
func.func @long_windows(%x: tensor<64x200xf32>) -> tensor<64x200xf32> {
  %0 = spmd.fusion(%a = %x) : (tensor<64x200xf32>) -> tensor<64x200xf32> {
    %init = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = "stablehlo.reduce_window"(%a, %init) <{padding = dense<[[0, 0], [100, 100]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 201>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<64x200xf32>, tensor<f32>) -> tensor<64x200xf32>
    spmd.yield %1 : tensor<64x200xf32>
  }
  return %0 : tensor<64x200xf32>
}
func.func @short_rows(%x: tensor<64x20xf32>) -> tensor<64x20xf32> {
  %0 = spmd.fusion(%a = %x) : (tensor<64x20xf32>) -> tensor<64x20xf32> {
    %init = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = "stablehlo.reduce_window"(%a, %init) <{padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 3>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<64x20xf32>, tensor<f32>) -> tensor<64x20xf32>
    spmd.yield %1 : tensor<64x20xf32>
  }
  return %0 : tensor<64x20xf32>
}

// What is read with a stride goes through tiles; equal fusions get equal kernels.
// CHECK-LABEL: @transposed
// CHECK-COUNT-2: nests = [#spmd.nest<rows = [512], columns = [512], grain = {{[0-9]+}}, rows_per_iteration = {{[0-9]+}}, tile_columns = 256>]
func.func @transposed(%x: tensor<512x512xf32>) -> (tensor<512x512xf32>, tensor<512x512xf32>) {
  %0 = spmd.fusion(%a = %x) : (tensor<512x512xf32>) -> tensor<512x512xf32> {
    %1 = stablehlo.transpose %a, dims = [1, 0] : (tensor<512x512xf32>) -> tensor<512x512xf32>
    %2 = stablehlo.add %a, %1 : tensor<512x512xf32>
    spmd.yield %2 : tensor<512x512xf32>
  }
  %3 = spmd.fusion(%b = %0) : (tensor<512x512xf32>) -> tensor<512x512xf32> {
    %1 = stablehlo.transpose %b, dims = [1, 0] : (tensor<512x512xf32>) -> tensor<512x512xf32>
    %2 = stablehlo.add %b, %1 : tensor<512x512xf32>
    spmd.yield %2 : tensor<512x512xf32>
  }
  return %0, %3 : tensor<512x512xf32>, tensor<512x512xf32>
}

// An update in place stores the window alone, into the input's buffer.
// CHECK-LABEL: @update
// CHECK: nests = [#spmd.nest<columns = [32]
// CHECK-SAME: stores = [#spmd.store<output = 0, operand = 1>], updates = [array<i64: 0, 0>]
func.func @update(%x: tensor<64x32xf32>, %u: tensor<1x32xf32>, %i: tensor<i32>) -> tensor<64x32xf32> {
  %0 = spmd.fusion(%a = %x, %b = %u, %j = %i) : (tensor<64x32xf32>, tensor<1x32xf32>, tensor<i32>) -> tensor<64x32xf32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %a, %b, %j, %zero : (tensor<64x32xf32>, tensor<1x32xf32>, tensor<i32>, tensor<i32>) -> tensor<64x32xf32>
    spmd.yield %1 : tensor<64x32xf32>
  }
  return %0 : tensor<64x32xf32>
}

// A scatter's windows are the rows of its nest.
// CHECK-LABEL: @scatter
// CHECK: #spmd.nest<rows = [3], columns = [24], {{.*}}scatters = true>
// CHECK: "stablehlo.scatter"
func.func @scatter(%x: tensor<50x24xf32>, %i: tensor<3x1xi32>, %u: tensor<3x24xf32>) -> tensor<50x24xf32> {
  %0 = spmd.fusion(%a = %x, %j = %i, %b = %u) : (tensor<50x24xf32>, tensor<3x1xi32>, tensor<3x24xf32>) -> tensor<50x24xf32> {
    %1 = "stablehlo.scatter"(%a, %j, %b) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %2 = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<50x24xf32>, tensor<3x1xi32>, tensor<3x24xf32>) -> tensor<50x24xf32>
    spmd.yield %1 : tensor<50x24xf32>
  }
  return %0 : tensor<50x24xf32>
}

// The parts of complex numbers are computed at one place and stored together; another result has one element there.
// CHECK-LABEL: @parts
// CHECK: nests = [#spmd.nest<columns = [8192]>],
// CHECK-SAME: stores = [#spmd.store<output = 0>, #spmd.store<output = 1>]}
func.func @parts(%z: tensor<64x128x2xf32>) -> (tensor<64x128x2xf32>, tensor<64x128xf32>) {
  %0:2 = spmd.fusion(%a = %z) : (tensor<64x128x2xf32>) -> (tensor<64x128x2xf32>, tensor<64x128xf32>) {
    %1 = stablehlo.slice %a [0:64, 0:128, 0:1] : (tensor<64x128x2xf32>) -> tensor<64x128x1xf32>
    %2 = stablehlo.slice %a [0:64, 0:128, 1:2] : (tensor<64x128x2xf32>) -> tensor<64x128x1xf32>
    %3 = stablehlo.negate %2 : tensor<64x128x1xf32>
    %4 = stablehlo.concatenate %1, %3, dim = 2 : (tensor<64x128x1xf32>, tensor<64x128x1xf32>) -> tensor<64x128x2xf32>
    %5 = stablehlo.multiply %1, %2 : tensor<64x128x1xf32>
    %6 = stablehlo.reshape %5 : (tensor<64x128x1xf32>) -> tensor<64x128xf32>
    spmd.yield %4, %6 : tensor<64x128x2xf32>, tensor<64x128xf32>
  }
  return %0#0, %0#1 : tensor<64x128x2xf32>, tensor<64x128xf32>
}
