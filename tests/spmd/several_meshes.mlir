// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arguments, results, constraints and manual computations over several meshes of the same devices, in other shapes and orders.
// RUN: spmd-run --check-against-sequential --random-args=1 %s
// RUN: spmd-opt %s --spmd-account 2>/dev/null | FileCheck %s
// CHECK-DAG: the order of devices of argument 1: [{"b"}, {"a"}] -> [{"b"}, {"a"}]
// CHECK-DAG: the order of devices of result 0: [{"b"}, {"a"}] -> [{"b"}, {"a"}]
// CHECK-DAG: the order of devices of operand 0 of sdy.manual_computation: [{"b"}, {"a"}] -> [{"b"}, {"a"}]

sdy.mesh @grid = <["a"=2, "b"=3]>
sdy.mesh @turned = <["c"=3, "d"=2]>
sdy.mesh @back = <["a"=2, "b"=3], device_ids=[5, 4, 3, 2, 1, 0]>
sdy.mesh @flat = <["x"=6]>

func.func @main(%x: tensor<12x6xf32> {sdy.sharding = #sdy.sharding<@grid, [{"a"}, {"b"}]>},
                %y: tensor<12x6xf32> {sdy.sharding = #sdy.sharding<@turned, [{"c"}, {"d"}]>},
                %z: tensor<12x6xf32> {sdy.sharding = #sdy.sharding<@back, [{"a"}, {"b"}]>},
                %u: tensor<11x6xbf16> {sdy.sharding = #sdy.sharding<@turned, [{"c"}, {}]>},
                %v: tensor<12x6xf32> {sdy.sharding = #sdy.sharding<@flat, [{"x"}, {}]>})
    -> (tensor<12x6xf32> {sdy.sharding = #sdy.sharding<@turned, [{"c"}, {"d"}]>}, tensor<12x6xf32>,
        tensor<11x6xbf16> {sdy.sharding = #sdy.sharding<@back, [{"b"}, {"a"}]>}, tensor<12x6xf32>) {
  %0 = stablehlo.add %x, %y : tensor<12x6xf32>
  %1 = stablehlo.add %0, %z : tensor<12x6xf32>
  %2 = sdy.sharding_constraint %v <@back, [{"b"}, {"a"}]> : tensor<12x6xf32>
  // Each device adds its number, along the axes of its own mesh.
  %3 = sdy.manual_computation(%2) in_shardings=[<@turned, [{"c"}, {"d"}]>] out_shardings=[<@turned, [{"c", "d"}, {}]>] manual_axes={"c", "d"} (%arg: tensor<4x3xf32>) {
    %id = stablehlo.partition_id : tensor<ui32>
    %f = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
    %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<2x6xf32>
    %s = stablehlo.slice %arg [0:2, 0:3] : (tensor<4x3xf32>) -> tensor<2x3xf32>
    %t = stablehlo.concatenate %s, %s, dim = 1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
    %4 = stablehlo.add %b, %t : tensor<2x6xf32>
    sdy.return %4 : tensor<2x6xf32>
  } : (tensor<12x6xf32>) -> tensor<12x6xf32>
  %5 = stablehlo.negate %u : tensor<11x6xbf16>
  // A free axis of a mesh whose devices stand elsewhere: the sums of the body are those of its own groups.
  %6 = sdy.manual_computation(%1, %x) in_shardings=[<@back, [{"a"}, {"b"}]>, <@back, [{"a"}, {}]>] out_shardings=[<@back, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<6x6xf32>, %q: tensor<6x6xf32>) {
    %id = stablehlo.partition_id : tensor<ui32>
    %f = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %three = stablehlo.constant dense<3.0> : tensor<f32>
    %half = stablehlo.divide %f, %three : tensor<f32>
    %row = stablehlo.floor %half : tensor<f32>
    %b = stablehlo.broadcast_in_dim %row, dims = [] : (tensor<f32>) -> tensor<6x6xf32>
    %d = stablehlo.dot_general %p, %q, contracting_dims = [1] x [1] : (tensor<6x6xf32>, tensor<6x6xf32>) -> tensor<6x6xf32>
    %s = stablehlo.add %b, %d : tensor<6x6xf32>
    sdy.return %s : tensor<6x6xf32>
  } : (tensor<12x6xf32>, tensor<12x6xf32>) -> tensor<12x6xf32>
  return %1, %3, %5, %6 : tensor<12x6xf32>, tensor<12x6xf32>, tensor<11x6xbf16>, tensor<12x6xf32>
}
