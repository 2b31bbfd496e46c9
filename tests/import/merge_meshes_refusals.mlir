// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Meshes that cannot be merged.
// RUN: spmd-opt %s --spmd-merge-meshes --split-input-file --verify-diagnostics

// expected-note @+1 {{@a is #sdy.mesh<["x"=2]>}}
sdy.mesh @a = <["x"=2]>
// expected-note @+1 {{@b is #sdy.mesh<["y"=4]>}}
sdy.mesh @b = <["y"=4]>
func.func @other_devices(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}]>}) -> tensor<4xf32> {
  // expected-error @+1 {{uses mesh @b of 4 devices beside mesh @a of 2; the meshes of a program have the same devices}}
  %0 = sdy.sharding_constraint %x <@b, [{"y"}]> : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-note @+1 {{@m is #sdy.mesh<["x"=6]>}}
sdy.mesh @m = <["x"=6]>
func.func @within_a_computation(%x: tensor<12x12xf32>) -> tensor<12x12xf32> {
  // expected-error @+1 {{has parts of axis "x" that do not nest, among them "x":(1)3; within one sharding or manual computation, cuts of one axis have to divide each other}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"x":(1)2}, {}]>] out_shardings=[<@m, [{"x":(1)3}, {}]>] manual_axes={} (%p: tensor<12x12xf32>) {
    sdy.return %p : tensor<12x12xf32>
  } : (tensor<12x12xf32>) -> tensor<12x12xf32>
  return %0 : tensor<12x12xf32>
}

// -----

// expected-note @+1 {{@m is #sdy.mesh<["x"=2, "y"=2]>}}
sdy.mesh @m = <["x"=2, "y"=2]>
sdy.mesh @flat = <["f"=4]>
func.func @other_mesh_inside(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"x"}]>] out_shardings=[<@m, [{"x"}]>] manual_axes={"x"} (%p: tensor<4xf32>) {
    // expected-error @+1 {{has a sharding over another mesh than @m, the mesh of the manual computation around it}}
    %1 = sdy.sharding_constraint %p <@flat, [{"f"}]> : tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// expected-note @+1 {{@m is #sdy.mesh<["x"=131072, "y"=3]>}}
sdy.mesh @m = <["x"=131072, "y"=3]>
// expected-note @+1 {{@n is #sdy.mesh<["y"=3, "x"=131072]>}}
sdy.mesh @n = <["y"=3, "x"=131072]>
func.func @too_many(%x: tensor<9xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}]>}) -> tensor<9xf32> {
  // expected-error @+1 {{uses mesh @n beside mesh @m, in which the 393216 devices stand in another order; that is done for at most 65536 devices}}
  %0 = sdy.sharding_constraint %x <@n, [{"y"}]> : tensor<9xf32>
  return %0 : tensor<9xf32>
}
