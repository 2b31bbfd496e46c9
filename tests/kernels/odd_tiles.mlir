// Tiles whose rows begin between two vectors get no non-temporal stores, and so not the order of steps that those want.
// RUN: spmd-opt %s --spmd-pipeline=stop-after=kernels | spmd-opt - --spmd-expand-kernels=machine=last-cache=32MiB | FileCheck %s --check-prefix=EVEN
// RUN: sed s/4096/4093/g %s | spmd-opt - --spmd-pipeline=stop-after=kernels | spmd-opt - --spmd-expand-kernels=machine=last-cache=32MiB | FileCheck %s --check-prefix=ODD
// EVEN: func.func private @kernel0{{.*}} attributes {spmd.loops, spmd.non_temporal = array<i64: 1>}
// ODD: func.func private @kernel0{{.*}} attributes {spmd.loops} {
func.func @main(%x: tensor<4096x3067xf32>) -> tensor<3067x4096xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4096x3067xf32>) -> tensor<3067x4096xf32>
  return %0 : tensor<3067x4096xf32>
}
