// Ops that move rows along a split dim send the rows that leave a device's part, and nothing else. The numbers are checked on meshes
// that divide the rows and on meshes that do not (spmd/neighbour_rows).
// RUN: spmd-opt %s --spmd-pipeline=stop-after=partition --split-input-file 2>/dev/null | FileCheck %s
// RUN: spmd-opt %s --spmd-expand-shifts --split-input-file | FileCheck %s --check-prefix=SHIFT

// A slice of 15 rows: the first row of each right neighbour.
// SHIFT-LABEL: func.func @slice(
// SHIFT: stablehlo.pad %{{.*}}, %{{.*}}, low = [-1, 0], high = [0, 0], interior = [0, 0] {{.*}} -> tensor<15x3xf32>
// CHECK-LABEL: func.func @slice(
// CHECK-SAME:  %[[X:.*]]: tensor<4x3xf32>
// CHECK-DAG:   %[[OWN:.*]] = stablehlo.slice %[[X]] [1:4, 0:3]
// CHECK-DAG:   %[[SENT:.*]] = stablehlo.slice %[[X]] [0:1, 0:3]
// CHECK:       %[[GOT:.*]] = "stablehlo.collective_permute"(%[[SENT]]) <{{{.*}}source_target_pairs = dense<{{\[\[}}1, 0], [2, 1], [3, 2]]>
// CHECK:       %[[ROWS:.*]] = stablehlo.concatenate %[[OWN]], %[[GOT]], dim = 0
// CHECK:       return %[[ROWS]]
sdy.mesh @mesh = <["x"=4]>
func.func @slice(%x: tensor<16x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<15x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.slice %x [1:16, 0:3] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<16x3xf32>) -> tensor<15x3xf32>
  return %0 : tensor<15x3xf32>
}

// -----

// Every second row from the second one on: one row of the right neighbour, then rows 0, 2 of the device's own.
// CHECK-LABEL: func.func @stride(
// CHECK-COUNT-1: collective_permute{{.*}}tensor<1x3xf32>
// CHECK:       stablehlo.slice %{{.*}} [0:4:2, 0:3] : (tensor<4x3xf32>) -> tensor<2x3xf32>
sdy.mesh @mesh = <["x"=4]>
func.func @stride(%x: tensor<16x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.slice %x [1:16:2, 0:3] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<16x3xf32>) -> tensor<8x3xf32>
  return %0 : tensor<8x3xf32>
}

// -----

// roll(x, -3): three rows of the right neighbour; the last device gets the first three rows. One permute does both.
// SHIFT-LABEL: func.func @roll(
// SHIFT-DAG: stablehlo.pad %arg0, {{.*}}low = [-3], high = [3]
// SHIFT-DAG: stablehlo.pad %arg0, {{.*}}low = [13], high = [-13]
// CHECK-LABEL: func.func @roll(
// CHECK:       collective_permute{{.*}}dense<{{\[\[}}0, 3], [1, 0], [2, 1], [3, 2]]>{{.*}}tensor<3xf32>
// CHECK-NOT:   collective_permute
// CHECK-NOT:   all_gather
sdy.mesh @mesh = <["x"=4]>
func.func @roll(%x: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.slice %x [3:16] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<16xf32>) -> tensor<13xf32>
  %1 = stablehlo.slice %x [0:3] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<16xf32>) -> tensor<3xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<13xf32>, tensor<3xf32>) -> tensor<16xf32>
  return %2 : tensor<16xf32>
}

// -----

// The shards come in reverse order by one permutation.
// CHECK-LABEL: func.func @reverse(
// CHECK:       %[[SHARD:.*]] = "stablehlo.collective_permute"(%arg0) <{{{.*}}tensor<4x2xi64>
// CHECK:       stablehlo.reverse %[[SHARD]], dims = [0] : tensor<4xf32>
sdy.mesh @mesh = <["x"=4]>
func.func @reverse(%x: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.reverse %x, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

// Padding between the elements needs no other device; the shift of the one before it does.
// SHIFT-LABEL: func.func @spread(
// SHIFT: stablehlo.pad %arg0, {{.*}}low = [0], high = [1], interior = [1]
// SHIFT: stablehlo.pad {{.*}}low = [1], high = [-1], interior = [0]
// CHECK-LABEL: func.func @spread(
// CHECK:       stablehlo.pad %arg0, {{.*}}low = [0], high = [1], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
// CHECK:       collective_permute{{.*}}dense<{{\[\[}}0, 1], [1, 2], [2, 3]]>{{.*}}tensor<1xf32>
// CHECK-NOT:   all_gather
sdy.mesh @mesh = <["x"=4]>
func.func @spread(%x: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %v: tensor<f32>) -> (tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.pad %x, %v, low = [1], high = [0], interior = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<16xf32>, tensor<f32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}

// -----

// Two rows for all devices: each gives what it holds. A slice of most rows is cheaper to cut out of the gathered whole.
// CHECK-LABEL: func.func @whole(
// CHECK:       "stablehlo.all_gather"{{.*}}(tensor<4x3xf32>) -> tensor<16x3xf32>
// CHECK-NEXT:  stablehlo.slice %{{.*}} [1:16, 0:3]
// CHECK-NOT:   all_gather
// CHECK:       "stablehlo.all_reduce"
// CHECK:       (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:  return
sdy.mesh @mesh = <["x"=4]>
func.func @whole(%x: tensor<16x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<2x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<15x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.slice %x [7:9, 0:3] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<16x3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.slice %x [1:16, 0:3] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<16x3xf32>) -> tensor<15x3xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<15x3xf32>
}

// -----

// 10 rows over 4 devices, reversed: rows move by the padding, then shards are exchanged.
// CHECK-LABEL: func.func @reversed(
// CHECK-NOT:   all_gather
// CHECK:       collective_permute
// CHECK-NOT:   all_gather
// CHECK:       stablehlo.reverse %{{.*}}, dims = [0] : tensor<3x3xf32>
// CHECK-NOT:   all_gather
// CHECK:       return
sdy.mesh @mesh = <["x"=4]>
func.func @reversed(%x: tensor<10x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<10x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.reverse %x, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<10x3xf32>
  return %0 : tensor<10x3xf32>
}
