// Types, constants and iotas: values have the types of one device, constants and iotas their own part.
// RUN: spmd-opt %s --sdy-convert-global-to-local | FileCheck %s

sdy.mesh @m = <["a"=2, "b"=2]>

// Ops of which only types change keep their attributes; numbers of an unsharded op stay.
// CHECK-LABEL: func.func @types_alone(
// CHECK-SAME: %arg0: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, %arg1: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, %arg2: tensor<4xf32>) -> (tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"a"}]>}, tensor<4xf32>) {
// CHECK-NEXT: %0 = stablehlo.add %arg0, %arg1 {kept = 1 : i64, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : tensor<4x16xf32>
// CHECK-NEXT: %1 = stablehlo.transpose %0, dims = [1, 0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : (tensor<4x16xf32>) -> tensor<16x4xf32>
// CHECK-NEXT: %2 = stablehlo.negate %arg2 : tensor<4xf32>
// CHECK-NEXT: return %1, %2 : tensor<16x4xf32>, tensor<4xf32>
func.func @types_alone(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, %y: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, %z: tensor<4xf32>) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"a"}]>}, tensor<4xf32>) {
  %0 = stablehlo.add %x, %y {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>, kept = 1 : i64} : tensor<8x16xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : (tensor<8x16xf32>) -> tensor<16x8xf32>
  %2 = stablehlo.negate %z : tensor<4xf32>
  return %1, %2 : tensor<16x8xf32>, tensor<4xf32>
}

// A splat becomes a small splat. Other constants stay whole, and the device takes its part at an offset from a table.
// CHECK-LABEL: func.func @constants(
// CHECK-SAME: ) -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}, tensor<2xi32> {sdy.sharding = #sdy.sharding<@m, [{"b"}]>}, tensor<4xi32>) {
// CHECK-NEXT: %cst = stablehlo.constant dense<1.000000e+00> : tensor<4x4xf32>
// CHECK-NEXT: %c = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
// CHECK-NEXT: %0 = stablehlo.partition_id : tensor<ui32>
// CHECK-NEXT: %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i64>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<[0, 2, 0, 2]> : tensor<4xi64>
// CHECK-NEXT: %2 = stablehlo.dynamic_slice %c_0, %1, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: %3 = stablehlo.reshape %2 : (tensor<1xi64>) -> tensor<i64>
// CHECK-NEXT: %4 = stablehlo.dynamic_slice %c, %3, sizes = [2] : (tensor<4xi32>, tensor<i64>) -> tensor<2xi32>
// CHECK-NEXT: %c_1 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
// CHECK-NEXT: return %cst, %4, %c_1 : tensor<4x4xf32>, tensor<2xi32>, tensor<4xi32>
func.func @constants() -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}, tensor<4xi32> {sdy.sharding = #sdy.sharding<@m, [{"b"}]>}, tensor<4xi32>) {
  %0 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {"b"}]>]>, lost = 1 : i64} dense<1.0> : tensor<8x8xf32>
  %1 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"b"}]>]>} dense<[1, 2, 3, 4]> : tensor<4xi32>
  %2 = sdy.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  return %0, %1, %2 : tensor<8x8xf32>, tensor<4xi32>, tensor<4xi32>
}

// A sharded constant of StableHLO becomes the same; an unsharded one stays as it is.
// CHECK-LABEL: func.func @plain_constants(
// CHECK-SAME: ) -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}, tensor<2xi32>) {
// CHECK-NEXT: %cst = stablehlo.constant dense<1.000000e+00> : tensor<4x4xf32>
// CHECK-NEXT: %c = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} dense<[1, 2]> : tensor<2xi32>
// CHECK-NEXT: return %cst, %c : tensor<4x4xf32>, tensor<2xi32>
func.func @plain_constants() -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}, tensor<2xi32>) {
  %0 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {"b"}]>]>} dense<1.0> : tensor<8x8xf32>
  %1 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} dense<[1, 2]> : tensor<2xi32>
  return %0, %1 : tensor<8x8xf32>, tensor<2xi32>
}

// Along a sharded dim the offset of the shard is added to a local iota.
// CHECK-LABEL: func.func @iotas(
// CHECK-SAME: ) -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}, tensor<4x8xi64> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, tensor<8xi32>) {
// CHECK-NEXT: %0 = stablehlo.iota dim = 1 : tensor<4x4xf32>
// CHECK-NEXT: %1 = stablehlo.partition_id : tensor<ui32>
// CHECK-NEXT: %2 = stablehlo.convert %1 : (tensor<ui32>) -> tensor<i64>
// CHECK-NEXT: %c = stablehlo.constant dense<[0, 4, 0, 4]> : tensor<4xi64>
// CHECK-NEXT: %3 = stablehlo.dynamic_slice %c, %2, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: %4 = stablehlo.reshape %3 : (tensor<1xi64>) -> tensor<i64>
// CHECK-NEXT: %5 = stablehlo.convert %4 : (tensor<i64>) -> tensor<f32>
// CHECK-NEXT: %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
// CHECK-NEXT: %7 = stablehlo.add %0, %6 : tensor<4x4xf32>
// CHECK-NEXT: %8 = stablehlo.iota dim = 1 : tensor<4x8xi64>
// CHECK-NEXT: %9 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : tensor<8xi32>
// CHECK-NEXT: return %7, %8, %9 : tensor<4x4xf32>, tensor<4x8xi64>, tensor<8xi32>
func.func @iotas() -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}, tensor<8x8xi64> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, tensor<8xi32>) {
  %0 = stablehlo.iota dim = 1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {"b"}]>]>} : tensor<8x8xf32>
  %1 = stablehlo.iota dim = 1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : tensor<8x8xi64>
  %2 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : tensor<8xi32>
  return %0, %1, %2 : tensor<8x8xf32>, tensor<8x8xi64>, tensor<8xi32>
}

// All devices compute all bits, since those of a shard depend on its place.
// CHECK-LABEL: func.func @random_bits(
// CHECK-SAME: %arg0: tensor<2xui64>) -> (tensor<4xui32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
// CHECK-NEXT: %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8xui32>)
// CHECK-NEXT: %0 = stablehlo.partition_id : tensor<ui32>
// CHECK-NEXT: %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i64>
// CHECK-NEXT: %c = stablehlo.constant dense<[0, 0, 4, 4]> : tensor<4xi64>
// CHECK-NEXT: %2 = stablehlo.dynamic_slice %c, %1, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: %3 = stablehlo.reshape %2 : (tensor<1xi64>) -> tensor<i64>
// CHECK-NEXT: %4 = stablehlo.dynamic_slice %output, %3, sizes = [4] : (tensor<8xui32>, tensor<i64>) -> tensor<4xui32>
// CHECK-NEXT: return %4 : tensor<4xui32>
func.func @random_bits(%state: tensor<2xui64>) -> (tensor<8xui32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  %0, %1 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>, <@m, [{"a"}]>]>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8xui32>)
  return %1 : tensor<8xui32>
}
