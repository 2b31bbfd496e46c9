// Slices and paddings of sharded dims, as far as no device needs elements of another one.
// RUN: spmd-opt %s --sdy-convert-global-to-local | FileCheck %s

sdy.mesh @m = <["a"=2, "b"=2]>

// Every second element of all; an unsharded dim is cut as before.
// CHECK-LABEL: func.func @slice(
// CHECK-SAME: %arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) -> (tensor<2x3xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
// CHECK-NEXT: %0 = stablehlo.slice %arg0 [0:4:2, 1:7:2] : (tensor<4x8xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: return %0 : tensor<2x3xf32>
func.func @slice(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) -> (tensor<4x3xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  %0 = stablehlo.slice %x [0:8:2, 1:7:2] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>, lost = 1 : i64} : (tensor<8x8xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// CHECK-LABEL: func.func @whole_slice(
// CHECK-SAME: %arg0: tensor<8xf32>) -> tensor<3xf32> {
// CHECK-NEXT: %0 = stablehlo.slice %arg0 [1:4] {kept = 1 : i64, sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<8xf32>) -> tensor<3xf32>
// CHECK-NEXT: return %0 : tensor<3xf32>
func.func @whole_slice(%x: tensor<8xf32>) -> (tensor<3xf32>) {
  %0 = stablehlo.slice %x [1:4] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>, kept = 1 : i64} : (tensor<8xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// Padding between and behind elements is the same for all shards.
// CHECK-LABEL: func.func @uniform(
// CHECK-SAME: %arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, %arg1: tensor<f32>) -> (tensor<8x18xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
// CHECK-NEXT: %0 = stablehlo.pad %arg0, %arg1, low = [0, 1], high = [1, 2], interior = [1, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8x18xf32>
// CHECK-NEXT: return %0 : tensor<8x18xf32>
func.func @uniform(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, %v: tensor<f32>) -> (tensor<16x18xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  %0 = stablehlo.pad %x, %v, low = [0, 1], high = [1, 2], interior = [1, 1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>, lost = 1 : i64} : (tensor<8x8xf32>, tensor<f32>) -> tensor<16x18xf32>
  return %0 : tensor<16x18xf32>
}

// Of two shards the first one needs padding in front, the second one behind: both get both, and cut their part.
// CHECK-LABEL: func.func @both_ends(
// CHECK-SAME: %arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, %arg1: tensor<f32>) -> (tensor<5x9xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
// CHECK-NEXT: %0 = stablehlo.pad %arg0, %arg1, low = [1, 1], high = [1, 0], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<6x9xf32>
// CHECK-NEXT: %1 = stablehlo.partition_id : tensor<ui32>
// CHECK-NEXT: %2 = stablehlo.convert %1 : (tensor<ui32>) -> tensor<i64>
// CHECK-NEXT: %c = stablehlo.constant dense<[0, 0, 1, 1]> : tensor<4xi64>
// CHECK-NEXT: %3 = stablehlo.dynamic_slice %c, %2, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: %4 = stablehlo.reshape %3 : (tensor<1xi64>) -> tensor<i64>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<0> : tensor<i64>
// CHECK-NEXT: %5 = stablehlo.dynamic_slice %0, %4, %c_0, sizes = [5, 9] : (tensor<6x9xf32>, tensor<i64>, tensor<i64>) -> tensor<5x9xf32>
// CHECK-NEXT: return %5 : tensor<5x9xf32>
func.func @both_ends(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, %v: tensor<f32>) -> (tensor<10x9xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  %0 = stablehlo.pad %x, %v, low = [1, 1], high = [1, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : (tensor<8x8xf32>, tensor<f32>) -> tensor<10x9xf32>
  return %0 : tensor<10x9xf32>
}

// The ends are cut off.
// CHECK-LABEL: func.func @negative(
// CHECK-SAME: %arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, %arg1: tensor<f32>) -> (tensor<3x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
// CHECK-NEXT: %0 = stablehlo.pad %arg0, %arg1, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
// CHECK-NEXT: %1 = stablehlo.partition_id : tensor<ui32>
// CHECK-NEXT: %2 = stablehlo.convert %1 : (tensor<ui32>) -> tensor<i64>
// CHECK-NEXT: %c = stablehlo.constant dense<[1, 1, 0, 0]> : tensor<4xi64>
// CHECK-NEXT: %3 = stablehlo.dynamic_slice %c, %2, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: %4 = stablehlo.reshape %3 : (tensor<1xi64>) -> tensor<i64>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<0> : tensor<i64>
// CHECK-NEXT: %5 = stablehlo.dynamic_slice %0, %4, %c_0, sizes = [3, 8] : (tensor<4x8xf32>, tensor<i64>, tensor<i64>) -> tensor<3x8xf32>
// CHECK-NEXT: return %5 : tensor<3x8xf32>
func.func @negative(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, %v: tensor<f32>) -> (tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  %0 = stablehlo.pad %x, %v, low = [-1, 0], high = [-1, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : (tensor<8x8xf32>, tensor<f32>) -> tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}
