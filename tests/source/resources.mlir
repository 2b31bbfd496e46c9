// Constants whose elements stand in the resources of the file.
// RUN: spmd-run %s
// RUN: spmd-run %s --backend=reference
// RUN: spmd-run %s --stop-after=parse | FileCheck %s
// CHECK-NOT: dense_resource

func.func @main() {
  %f = stablehlo.constant dense_resource<numbers> : tensor<2x2xf32>
  check.expect_eq_const %f, dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %p = stablehlo.constant dense_resource<truths> : tensor<3xi1>
  check.expect_eq_const %p, dense<[true, false, true]> : tensor<3xi1>
  return
}
{-# dialect_resources: { builtin: {
  numbers: "0x040000000000803f000000400000404000008040",
  truths: "0x04000000010001"
} } #-}
