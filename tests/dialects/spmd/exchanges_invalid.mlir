// RUN: not spmd-opt %s --split-input-file 2>&1 | FileCheck %s
// CHECK: error: 'spmd.collective_start' op has 1 buffers for 2 operands
func.func @count(%x: tensor<4xf32>, %b: tensor<2x8xf32>, %i: tensor<i32>) {
  %h = spmd.collective_start all_gather none(%x, %x) into(%b : tensor<2x8xf32>) at %i : tensor<i32> {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<4xf32>, tensor<4xf32>
  return
}
// -----
// CHECK: error: 'spmd.collective_start' op writes to the row of number {{.*}}tensor<1xi32>{{.*}}, which is no scalar integer
// CHECK: note: the number
func.func @row(%x: tensor<4xf32>, %b: tensor<2x8xf32>, %i: tensor<1xi32>) {
  %h = spmd.collective_start all_gather none(%x) into(%b : tensor<2x8xf32>) at %i : tensor<1xi32> {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<4xf32>
  return
}
// -----
// CHECK: error: 'spmd.collective_start' op writes to a row of {{.*}}tensor<3x8xf32>{{.*}}, which has not two rows
// CHECK: note: the buffer
func.func @rows(%x: tensor<4xf32>, %b: tensor<3x8xf32>, %i: tensor<i32>) {
  %h = spmd.collective_start all_gather none(%x) into(%b : tensor<3x8xf32>) at %i : tensor<i32> {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<4xf32>
  return
}
// -----
// CHECK: error: 'spmd.collective_done' op returns other types than the buffers that the collective_start writes to
// CHECK: note: the start is here
func.func @types(%x: tensor<4xf32>, %b: tensor<2x8xf32>, %i: tensor<i32>) {
  %h = spmd.collective_start all_gather none(%x) into(%b : tensor<2x8xf32>) at %i : tensor<i32> {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<4xf32>
  %y = spmd.collective_done %h : tensor<8xf32>
  return
}
// -----
// CHECK: error: 'spmd.collective_start' op names buffers without a row of them, or a row without buffers
func.func @neither(%x: tensor<4xf32>, %i: tensor<i32>) {
  %h = "spmd.collective_start"(%x, %i) <{operandSegmentSizes = array<i32: 1, 0, 0, 1>, kind = 0 : i32, combine = 0 : i32, groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>, tensor<i32>) -> !spmd.handle
  return
}
// -----
// CHECK: error: 'spmd.collective_start' op names roots of an all_gather; only a broadcast has a root
func.func @roots_of_a_gather(%x: tensor<4xf32>, %r: tensor<i32>) {
  %h = spmd.collective_start all_gather none(%x from %r : tensor<i32>) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<4xf32>
  return
}
// -----
// CHECK: error: 'spmd.collective_start' op names 1 roots for 2 operands
func.func @one_root(%x: tensor<4xf32>, %r: tensor<i32>) {
  %h = spmd.collective_start collective_broadcast none(%x, %x from %r : tensor<i32>) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<4xf32>, tensor<4xf32>
  return
}
// -----
// CHECK: error: 'spmd.collective_start' op names the root {{.*}}tensor<i64>{{.*}}, which is no scalar i32
// CHECK: note: the root
func.func @long_root(%x: tensor<4xf32>, %r: tensor<i64>) {
  %h = spmd.collective_start collective_broadcast none(%x from %r : tensor<i64>) {groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<4xf32>
  return
}
