// Constants whose elements stand in the resources of the file.
// RUN: spmd-run %s
// RUN: spmd-run %s --backend=reference
// RUN: spmd-run %s --stop-after=parse | FileCheck %s
// RUN: spmd-opt %s --spmd-read-resources | FileCheck %s
// RUN: spmd-opt %s --spmd-pipeline=stop-after=optimize | FileCheck %s
// CHECK-NOT: dense_resource

func.func @main() {
  %f = stablehlo.constant dense_resource<numbers> : tensor<2x2xf32>
  check.expect_eq_const %f, dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %p = stablehlo.constant dense_resource<truths> : tensor<3xi1>
  check.expect_eq_const %p, dense<[true, false, true]> : tensor<3xi1>
  // Bits above those of the type do not count.
  %n = stablehlo.constant dense_resource<nibbles> : tensor<2xui4>
  check.expect_eq_const %n, dense<[8, 1]> : tensor<2xui4>
  return
}
{-# dialect_resources: { builtin: {
  numbers: "0x040000000000803f000000400000404000008040",
  truths: "0x04000000010001",
  nibbles: "0x04000000F801"
} } #-}
