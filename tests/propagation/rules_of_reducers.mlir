// RUN: spmd-opt %s --sdy-populate-op-sharding-rules | FileCheck %s
// RUN: spmd-opt %s --sdy-populate-op-sharding-rules --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// The op of a reducer gets a rule as well; being the same for every scalar, it is no reason to write the body out.
// CHECK-LABEL: @sum
func.func @sum(%x: tensor<8x16xf32>, %z: tensor<f32>) -> tensor<8xf32> {
  // CHECK-NEXT: stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [])->([i]) {i=8, j=16} reduction={j}>}
  // GENERIC: "stablehlo.add"({{.*}}) {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>}
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
