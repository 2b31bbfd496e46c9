// The machine reaches the kernels of a run: 8 MiB are read and written, more than a last cache of 4 MiB holds, less than one of 1 GiB.
// REQUIRES: x86_64
// RUN: spmd-run %s --no-run --no-cache --machine=last-cache=4MiB --print-after=codegen 2>&1 | FileCheck %s --check-prefix=PAST
// PAST: store <{{[0-9]+}} x float> {{.*}} !nontemporal
// RUN: spmd-run %s --no-run --no-cache --machine=last-cache=1GiB --print-after=codegen 2>&1 | FileCheck %s --check-prefix=CACHED
// CACHED: store <{{[0-9]+}} x float>
// CACHED-NOT: !nontemporal

func.func @main(%x: tensor<1048576xf32>) -> tensor<1048576xf32> {
  %0 = stablehlo.multiply %x, %x : tensor<1048576xf32>
  return %0 : tensor<1048576xf32>
}
