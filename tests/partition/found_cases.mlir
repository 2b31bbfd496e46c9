// Programs that random cases of ops (spmd-random --kind=ops) have found wrong or refused. Each is compared with its partitioned form
// on all devices.
// RUN: spmd-opt %s --split-input-file "--spmd-verify-partition=level=module report" -o %t.mlir 2>&1 | FileCheck %s --allow-empty
// CHECK-NOT: error
// CHECK-NOT: is not verified

// The new dims of the legacy broadcast are split.
sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<3xf32>) -> (tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  %0 = "stablehlo.broadcast"(%x) <{broadcast_sizes = array<i64: 8>}> : (tensor<3xf32>) -> tensor<8x3xf32>
  return %0 : tensor<8x3xf32>
}

// -----

// And padded, 11 to 12.
sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<3xf32>) -> (tensor<11x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  %0 = "stablehlo.broadcast"(%x) <{broadcast_sizes = array<i64: 11>}> : (tensor<3xf32>) -> tensor<11x3xf32>
  return %0 : tensor<11x3xf32>
}

// -----

// A dim of one element that is split is padded at the border. The broadcast that expands it takes it at its own size.
sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<1x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<9x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<9x2xf32>
  return %0 : tensor<9x2xf32>
}

// -----

// It is as long as the padded result, by chance.
sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<1xi8> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> (tensor<3xi8> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : (tensor<1xi8>) -> tensor<3xi8>
  return %0 : tensor<3xi8>
}

// -----

// The rows of the updates are padded and summed up, the window of one element is padded and taken at its own size. Both are so of one
// operand: what lies in the rows behind the tenth must not reach the sum.
sdy.mesh @mesh = <["a"=2, "b"=2, "c"=3]>
func.func @main(%x: tensor<3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "c"}]>}, %i: tensor<10x1xi32>, %u: tensor<10x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "c"}, {"b"}]>}) -> tensor<3xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %1 = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<3xf32>, tensor<10x1xi32>, tensor<10x1xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// A dim in a manual computation is cut along its free axis. The manual one is none for the ops inside.
sdy.mesh @mesh = <["b"=2, "c"=3]>
func.func @main(%x: tensor<18xi16>) -> tensor<3xi16> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"c", "b"}]>] out_shardings=[<@mesh, [{"c"}]>] manual_axes={"c"} (%y: tensor<6xi16>) {
    %one = stablehlo.constant dense<1> : tensor<i16>
    %1 = stablehlo.reduce(%y init: %one) applies stablehlo.xor across dimensions = [0] : (tensor<6xi16>, tensor<i16>) -> tensor<i16>
    %2 = stablehlo.reshape %1 : (tensor<i16>) -> tensor<1xi16>
    sdy.return %2 : tensor<1xi16>
  } : (tensor<18xi16>) -> tensor<3xi16>
  return %0 : tensor<3xi16>
}
