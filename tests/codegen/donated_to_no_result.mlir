// What stands in tf.aliasing_output is the number of a result; anything else is said, and the argument keeps its contents.
// RUN: spmd-run %s --random-args=1 --check-against-sequential --no-cache 2>&1 | FileCheck %s

// CHECK: remark: argument 0 is donated but tf.aliasing_output is not the number of a result
// CHECK: remark: argument 1 is donated to result 7 but there is no such result
func.func @main(%x: tensor<8xf32> {tf.aliasing_output = "zero"}, %y: tensor<8xf32> {tf.aliasing_output = 7 : i32}) -> tensor<8xf32> {
  %0 = stablehlo.add %x, %y : tensor<8xf32>
  return %0 : tensor<8xf32>
}
