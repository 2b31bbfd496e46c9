// Partial sums travel in the type that the user names.
// RUN: spmd-opt %s --spmd-pipeline="stop-after=partition reduce-dtype=bf16" | FileCheck %s --check-prefix=BF16
// RUN: spmd-opt %s --spmd-pipeline="stop-after=partition reduce-dtype=f32" | FileCheck %s --check-prefix=F32
// RUN: spmd-opt %s --spmd-account --reduce-dtype=bf16 | FileCheck %s --check-prefix=ACCOUNT
// RUN: not spmd-run %s --random-args=1 --reduce-dtype=i8 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: spmd-run %s --random-args=1 --reduce-dtype=f32 --save=%t.npz
// A training step keeps JAX's losses and parameters within what bf16 resolves, at half the bytes.
// RUN: spmd-run %models/gpt2_train_dp_unrolled.mlir --args=%models/gpt2_train_dp_unrolled.npz --check=3e-2,3e-2 --reduce-dtype=bf16 --stats=json | FileCheck %s --check-prefix=STEP
// STEP: "wire_bytes":98119
// BAD: error: reduce-dtype: 'i8' is none of bf16, f16, f32

sdy.mesh @mesh = <["x"=4]>

// Sums of f32 are converted and back, those of bf16 stay; what is scattered is gathered in the narrow type. A scalar, a maximum,
// integers and f64 stay as they are.
// BF16-LABEL: @main(
// BF16: %[[W:.*]] = stablehlo.dot_general {{.*}} -> tensor<16x8xf32>
// BF16: %[[N:.*]] = stablehlo.convert %[[W]] : (tensor<16x8xf32>) -> tensor<16x8xbf16>
// BF16: %[[S:.*]] = "stablehlo.all_reduce"(%[[N]])
// BF16: stablehlo.convert %[[S]] : (tensor<16x8xbf16>) -> tensor<16x8xf32>
// BF16: "stablehlo.all_reduce"{{.*}}
// BF16: (tensor<16x8xbf16>) -> tensor<16x8xbf16>
// BF16: (tensor<f32>) -> tensor<f32>
// BF16: (tensor<8xf32>) -> tensor<8xf32>
// BF16: (tensor<16x8xf64>) -> tensor<16x8xf64>
// BF16: (tensor<16x8xi32>) -> tensor<16x8xi32>

// Sums of bf16 are f32 on the wire.
// F32-LABEL: @main(
// F32: %[[D:.*]] = stablehlo.dot_general {{.*}} -> tensor<16x8xbf16>
// F32: (tensor<16x8xf32>) -> tensor<16x8xf32>
// F32: %[[V:.*]] = stablehlo.convert %[[D]] : (tensor<16x8xbf16>) -> tensor<16x8xf32>
// F32: %[[T:.*]] = "stablehlo.all_reduce"(%[[V]])
// F32: stablehlo.convert %[[T]] : (tensor<16x8xf32>) -> tensor<16x8xbf16>

// ACCOUNT: {{^ +}}384 {{ *}}1.08 {{ *}}1 {{ *}}all_reduce {{ *}}x {{ *}}tensor<16x8xbf16> -> tensor<16x8xbf16>

func.func @main(%a: tensor<64x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<16x8xf32>, tensor<16x8xbf16>, tensor<f32>, tensor<8xf32>, tensor<16x8xf64>, tensor<16x8xi32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<64x16xf32>, tensor<64x8xf32>) -> tensor<16x8xf32>
  %c = stablehlo.convert %a : (tensor<64x16xf32>) -> tensor<64x16xbf16>
  %d = stablehlo.convert %b : (tensor<64x8xf32>) -> tensor<64x8xbf16>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [0] x [0] : (tensor<64x16xbf16>, tensor<64x8xbf16>) -> tensor<16x8xbf16>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.reduce(%b init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<64x8xf32>, tensor<f32>) -> tensor<8xf32>
  %e = stablehlo.convert %a : (tensor<64x16xf32>) -> tensor<64x16xf64>
  %f = stablehlo.convert %b : (tensor<64x8xf32>) -> tensor<64x8xf64>
  %4 = stablehlo.dot_general %e, %f, contracting_dims = [0] x [0] : (tensor<64x16xf64>, tensor<64x8xf64>) -> tensor<16x8xf64>
  %g = stablehlo.convert %a : (tensor<64x16xf32>) -> tensor<64x16xi32>
  %h = stablehlo.convert %b : (tensor<64x8xf32>) -> tensor<64x8xi32>
  %5 = stablehlo.dot_general %g, %h, contracting_dims = [0] x [0] : (tensor<64x16xi32>, tensor<64x8xi32>) -> tensor<16x8xi32>
  return %0, %1, %2, %3, %4, %5 : tensor<16x8xf32>, tensor<16x8xbf16>, tensor<f32>, tensor<8xf32>, tensor<16x8xf64>, tensor<16x8xi32>
}
