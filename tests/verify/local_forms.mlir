// RUN: split-file %s %t
// RUN: spmd-opt %t/right.mlir --spmd-verify-local-forms=report 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: spmd-opt %t/wrong.mlir --spmd-verify-local-forms --verify-diagnostics
// RUN: not spmd-opt %t/wrong.mlir --spmd-verify-local-forms --mlir-print-op-on-diagnostic=false 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: spmd-opt %t/limits.mlir "--spmd-verify-local-forms=report max-steps=1000" 2>&1 | FileCheck %t/limits.mlir
// RUN: spmd-opt %t/right.mlir "--spmd-verify-local-forms=report max-devices=3" 2>&1 | FileCheck %s --check-prefix=DEVICES

// Each op becomes a program of its own with shorter dims: 4096 rows over four shards are 8.
// RIGHT: remark: 6 different ops are verified, 0 are not
// WRONG: the op alone:
// WRONG: func.func @main(%arg0: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>}
// WRONG-SAME: tensor<4x2xf32>
// DEVICES: remark: is not verified: the mesh has 4 devices, the limit is 3
// DEVICES: remark: 0 different ops are verified, 6 are not

//--- right.mlir
sdy.mesh @mesh = <["a"=2, "b"=2]>
// Sums and maxima of several devices, an iota, equal ops, a constant.
func.func @main(%x: tensor<4096x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}, {}]>}) -> (tensor<512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %numbers = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", "b"}, {}]>]>} : tensor<4096x512xf32>
  %0 = stablehlo.add %x, %numbers {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", "b"}, {}]>]>} : tensor<4096x512xf32>
  %1 = stablehlo.add %0, %numbers {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", "b"}, {}]>]>} : tensor<4096x512xf32>
  %init = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} dense<0xFF800000> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %init) applies stablehlo.maximum across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced=max{"a", "b"}>]>} : (tensor<4096x512xf32>, tensor<f32>) -> tensor<512xf32>
  %3 = stablehlo.reshape %2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced=max{"a", "b"}>]>} : (tensor<512xf32>) -> tensor<512xf32>
  %4 = sdy.reshard %3 <@mesh, [{}]> : tensor<512xf32>
  return %4 : tensor<512xf32>
}

//--- wrong.mlir
sdy.mesh @mesh = <["a"=2, "b"=2]>
// The dot adds up its own half, and the sharding does not say that the halves are to be added.
func.func @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>}, %w: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  // expected-error@below {{means something else when it is partitioned: result 0 on device 0 is wrong at [0, 0]: 2.25, expected 3}}
  // expected-note@below {{the op alone}}
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}

//--- limits.mlir
sdy.mesh @mesh = <["a"=2, "b"=2]>
// A sort needs the whole of the dim along which it sorts, so that dim keeps its size.
func.func @main(%x: tensor<8x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<8x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, tensor<ui32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
  // CHECK: remark: is not verified: it takes 8192 steps, the limit is 1000
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : (tensor<8x1024xf32>) -> tensor<8x1024xf32>
  // CHECK: remark: is not verified: it depends on the device
  %1 = stablehlo.partition_id : tensor<ui32>
  // CHECK: remark: is not verified: it has effects
  stablehlo.custom_call @effect(%1) {has_side_effect = true} : (tensor<ui32>) -> ()
  // CHECK: remark: 0 different ops are verified, 3 are not
  return %0, %1 : tensor<8x1024xf32>, tensor<ui32>
}
