// The candidates among which the split of an op is chosen, and their prices: as remarks of the pass, and in --explain.
// RUN: rm -rf %t && split-file %s %t
// RUN: spmd-opt %t/dot.mlir --spmd-insert-reshards=prices=all -o /dev/null 2>&1 | FileCheck %s --check-prefixes=PASS,QUIET
// RUN: spmd-opt %t/dot.mlir --spmd-insert-reshards=prices=sending -o /dev/null 2>&1 | FileCheck %s --check-prefix=PASS --implicit-check-not=remark:
// RUN: spmd-opt %t/dot.mlir --spmd-insert-reshards -o /dev/null 2>&1 | count 0
// RUN: not spmd-opt %t/dot.mlir --spmd-insert-reshards=prices=some -o /dev/null 2>&1 | FileCheck %s --check-prefix=WORD
// Along a slow axis, 20 us and a byte in a nanosecond, the same bytes take longer and cost five times as much.
// RUN: spmd-opt %t/dot.mlir --spmd-insert-reshards="prices=sending topology=%S/Inputs/slow_a.json" -o /dev/null 2>&1 | FileCheck %s --check-prefix=SLOW
// RUN: spmd-opt %t/explain.mlir --explain=%%0 | FileCheck %s --check-prefix=EXPLAIN
// RUN: spmd-opt %t/explain.mlir --explain=%%1 | FileCheck %s --check-prefix=TANH
// RUN: spmd-opt %t/explain.mlir --explain=all | FileCheck %s --check-prefix=ALL
// RUN: spmd-opt %t/explain.mlir --explain=%%0 --topology=%S/Inputs/slow_a.json | FileCheck %s --check-prefix=SLOW
// RUN: not spmd-opt %t/explain.mlir --explain=%%0 --topology=/dev/zero 2>&1 | FileCheck %s --check-prefix=TOPOLOGY
// RUN: spmd-opt %t/rows.mlir --explain=%%0 | FileCheck %s --check-prefix=ROWS
// RUN: spmd-opt %t/pools.mlir --explain=%%0 | FileCheck %s --check-prefix=POOLS
// RUN: spmd-opt %t/refused.mlir --explain=%%0 | FileCheck %s --check-prefix=REFUSED

// 768 = 3/4 of 16 x 16 elements. The price adds a tenth of a byte for each of the 32 x 16 x 16 iterations of a device.
// PASS:       dot.mlir:3:8: remark: chosen of 3 splits: [{"a"}, {}] x [{}, {}] -> [{"a"}, {}] sends 768 bytes in 1.15 us, price 1587
// PASS:       note: instead of: [{}, {"a"}] x [{"a"}, {}] -> [{}, {}], unreduced={"a"} sends
// PASS:       note: instead of: [{}, {}] x [{}, {}] -> [{}, {}] sends
// QUIET:      dot.mlir:4:8: remark: chosen of 2 splits: [{"a"}, {}] -> [{"a"}, {}] sends 0 bytes in 0.00 us, price 51
// WORD:       error: prices: 'some' is neither sending nor all
// SLOW:       -> [{"a"}, {}] sends 768 bytes in 20.77 us, price 4659
// EXPLAIN:      %0 = stablehlo.dot_general
// EXPLAIN:      == annotated: result 0 of @main
// EXPLAIN:      {{^}} chosen of 3 splits: [{"a"}, {}] x [{}, {}] -> [{"a"}, {}] sends 768 bytes in 1.15 us, price 1587
// EXPLAIN-NEXT: {{^}} instead of: [{}, {"a"}] x [{"a"}, {}] -> [{}, {}], unreduced={"a"} sends
// TANH:     %1 = stablehlo.tanh
// TANH:     chosen of 2 splits: [{"a"}, {}] -> [{"a"}, {}] sends 0 bytes
// TOPOLOGY: /dev/zero is no regular file
// All at once, only ops that send something have prices.
// ALL:      %0 = stablehlo.dot_general
// ALL:      chosen of 3 splits
// ALL:      %1 = stablehlo.tanh
// ALL-NOT:  chosen
// Rows that the op itself exchanges count: one of 32 elements, from each neighbour.
// ROWS: chosen of {{[0-9]}} splits: [{"a"}, {}] x [] -> [{"a"}, {}] sends 128 bytes in 1.03 us
// Windows that lie on one device each exchange no rows, so not even the latency counts.
// POOLS: chosen of 2 splits: [{"a"}, {}] x [] -> [{"a"}, {}] sends 0 bytes in 0.00 us
// REFUSED: %0 = stablehlo.tanh
// REFUSED: prices are not known where partition refuses the program: {{.*}}: result 0 is unreduced over "b"; partial sums cannot cross the border of the program
//--- dot.mlir
sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<128x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %w: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<128x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : (tensor<128x16xf32>, tensor<16x16xf32>) -> tensor<128x16xf32>
  %1 = stablehlo.tanh %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : tensor<128x16xf32>
  return %1 : tensor<128x16xf32>
}
//--- explain.mlir
sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<128x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %w: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<128x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<128x16xf32>, tensor<16x16xf32>) -> tensor<128x16xf32>
  %1 = stablehlo.tanh %0 : tensor<128x16xf32>
  return %1 : tensor<128x16xf32>
}
//--- rows.mlir
sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %z: tensor<f32>) -> (tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  %0 = stablehlo.pad %x, %z, low = [1, 0], high = [-1, 0], interior = [0, 0] : (tensor<64x32xf32>, tensor<f32>) -> tensor<64x32xf32>
  return %0 : tensor<64x32xf32>
}
//--- pools.mlir
sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %z: tensor<f32>) -> (tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 4, 1>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %m = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<64x32xf32>, tensor<f32>) -> tensor<16x32xf32>
  return %0 : tensor<16x32xf32>
}
//--- refused.mlir
sdy.mesh @mesh = <["a"=4, "b"=2]>
func.func @main(%x: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}], unreduced={"b"}>}) {
  %0 = stablehlo.tanh %x : tensor<16xf32>
  return %0 : tensor<16xf32>
}
