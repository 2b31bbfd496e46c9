// SPMD_MAX_ISA: the code that CPUs with fewer instructions get, generated and of the runtime, is right here, too; and it is that code.
// REQUIRES: x86_64
// DEFINE: %{run} = spmd-run %s --random-args=7 --check-against-sequential
// RUN: rm -rf %t.none %t.avx2
// RUN: env SPMD_MAX_ISA=x86-64 XDG_CACHE_HOME=%t.none %{run}
// RUN: %python %S/Inputs/registers.py %t.none | FileCheck %s --check-prefix=NONE
// NONE: registers: xmm{{$}}
// RUN: env SPMD_MAX_ISA=avx2 XDG_CACHE_HOME=%t.avx2 %{run}
// RUN: %python %S/Inputs/registers.py %t.avx2 | FileCheck %s --check-prefix=AVX2
// AVX2-NOT: zmm
// RUN: env SPMD_MAX_ISA=avx %{run} 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: spmd: SPMD_MAX_ISA=avx is ignored: known are x86-64, avx2, avx512, avx512_bf16

// A third of the tests of codegen with each; `tools/test --long` runs all of them with both (part isa).
// RUN: env SPMD_MAX_ISA=x86-64 %build/bin/runtime_kernels_tests --gtest_brief=1 | FileCheck %s
// RUN: env SPMD_MAX_ISA=x86-64 GTEST_FILTER=-Doubles.StayWithinTheirLimits GTEST_TOTAL_SHARDS=3 GTEST_SHARD_INDEX=0 %build/bin/compiler_codegen_tests --gtest_brief=1 | FileCheck %s
// RUN: env SPMD_MAX_ISA=avx2 %build/bin/runtime_kernels_tests --gtest_brief=1 | FileCheck %s
// RUN: env SPMD_MAX_ISA=avx2 GTEST_TOTAL_SHARDS=3 GTEST_SHARD_INDEX=1 %build/bin/compiler_codegen_tests --gtest_brief=1 | FileCheck %s
// RUN: env SPMD_MAX_ISA=avx512 %build/bin/runtime_kernels_tests --gtest_brief=1 | FileCheck %s
// CHECK: {{^}}[  PASSED  ] {{[0-9]+}} tests.

// Long enough for the widest vectors of any CPU.
func.func @main(%x: tensor<4096xf32>) -> tensor<4096xf32> {
  %0 = stablehlo.tanh %x : tensor<4096xf32>
  return %0 : tensor<4096xf32>
}
