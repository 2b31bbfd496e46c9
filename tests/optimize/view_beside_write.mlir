// A kernel that writes a row of a stack and reads the row through a view that a product wants, too: in place element by
// element, in a copy of the stack where the row is reversed.
// RUN: sed 's/ROW_OP/stablehlo.tanh %row/' %s > %t.same.mlir
// RUN: sed 's/ROW_OP/stablehlo.reverse %row, dims = [1]/' %s > %t.reversed.mlir
// RUN: spmd-run %t.same.mlir --random-args=1 --check-against-sequential
// RUN: spmd-run %t.reversed.mlir --random-args=1 --check-against-sequential
// RUN: spmd-run %t.same.mlir --no-run --stats=json > %t.json
// RUN: %python %S/Inputs/at_most.py %t.json copy_bytes 81924
func.func @main(%x: tensor<4x64x64xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<64x64xf32>) -> (tensor<4x64x64xf32>, tensor<64x64xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %s = %x, %h = %y) : tensor<i32>, tensor<4x64x64xf32>, tensor<64x64xf32>
    cond {
      %c = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %row = stablehlo.dynamic_slice %s, %i, %zero, %zero, sizes = [1, 64, 64] : (tensor<4x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x64xf32>
      %w = stablehlo.reshape %row : (tensor<1x64x64xf32>) -> tensor<64x64xf32>
      %d = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %r = ROW_OP : tensor<1x64x64xf32>
      %n = stablehlo.dynamic_update_slice %s, %r, %i, %zero, %zero : (tensor<4x64x64xf32>, tensor<1x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x64x64xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %n, %d : tensor<i32>, tensor<4x64x64xf32>, tensor<64x64xf32>
    }
  return %0#1, %0#2 : tensor<4x64x64xf32>, tensor<64x64xf32>
}
