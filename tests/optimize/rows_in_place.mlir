// A kernel that reads a row of a stack and writes that row works in the stack's place where each element follows from itself, also
// through reshapes; a row that is reversed or transposed is made in a copy.
// RUN: sed 's/ROW_OP/stablehlo.multiply %row, %other : tensor<1x4096xf32>/' %s > %t.same.mlir
// RUN: sed 's/ROW_OP/stablehlo.reshape %wave : (tensor<64x64xf32>) -> tensor<1x4096xf32>/' %s > %t.reshaped.mlir
// RUN: sed 's/ROW_OP/stablehlo.reverse %row, dims = [1] : tensor<1x4096xf32>/' %s > %t.reversed.mlir
// RUN: sed 's/ROW_OP/stablehlo.reshape %across : (tensor<64x64xf32>) -> tensor<1x4096xf32>/' %s > %t.turned.mlir
// RUN: spmd-run %t.same.mlir --random-args=1 --check-against-sequential
// RUN: spmd-run %t.reshaped.mlir --random-args=1 --check-against-sequential
// RUN: spmd-run %t.reversed.mlir --random-args=1 --check-against-sequential
// RUN: spmd-run %t.turned.mlir --random-args=1 --check-against-sequential
// RUN: spmd-run %t.same.mlir --no-run --stats=json > %t.json
// RUN: %python %S/Inputs/at_most.py %t.json copy_bytes 8
// RUN: spmd-run %t.reshaped.mlir --no-run --stats=json > %t.json
// RUN: %python %S/Inputs/at_most.py %t.json copy_bytes 8
func.func @main(%x: tensor<4x4096xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<4x4096xf32> {tf.aliasing_output = 1 : i32})
    -> (tensor<4x4096xf32>, tensor<4x4096xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %s = %x, %t = %y) : tensor<i32>, tensor<4x4096xf32>, tensor<4x4096xf32>
    cond {
      %c = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %row = stablehlo.dynamic_slice %s, %i, %zero, sizes = [1, 4096] : (tensor<4x4096xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4096xf32>
      %other = stablehlo.dynamic_slice %t, %i, %zero, sizes = [1, 4096] : (tensor<4x4096xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4096xf32>
      %square = stablehlo.reshape %row : (tensor<1x4096xf32>) -> tensor<64x64xf32>
      %wave = stablehlo.tanh %square : tensor<64x64xf32>
      %across = stablehlo.transpose %wave, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
      %moved = ROW_OP
      %sum = stablehlo.add %moved, %other : tensor<1x4096xf32>
      %product = stablehlo.multiply %sum, %row : tensor<1x4096xf32>
      %n = stablehlo.dynamic_update_slice %s, %sum, %i, %zero : (tensor<4x4096xf32>, tensor<1x4096xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4096xf32>
      %m = stablehlo.dynamic_update_slice %t, %product, %i, %zero : (tensor<4x4096xf32>, tensor<1x4096xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4096xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %n, %m : tensor<i32>, tensor<4x4096xf32>, tensor<4x4096xf32>
    }
  return %0#1, %0#2 : tensor<4x4096xf32>, tensor<4x4096xf32>
}
