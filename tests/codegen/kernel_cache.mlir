// Whatever the state of the kernel cache, a run computes the same, says what it found at most once, and leaves a cache that
// is whole.
// RUN: %python %S/Inputs/kernel_cache.py swapped %t %s | FileCheck %s --check-prefixes=ANOTHER,WHOLE
// RUN: %python %S/Inputs/kernel_cache.py copied %t %s | FileCheck %s --check-prefixes=ANOTHER,WHOLE
// ANOTHER: exit 0 spmd-run: remark: kernel cache: FOLDER/spmd/{{[0-9a-f]+}}.o holds another kernel; the kernel was compiled again
// RUN: %python %S/Inputs/kernel_cache.py writable %t %s | FileCheck %s --check-prefixes=WRITABLE,WHOLE
// WRITABLE: exit 0 spmd-run: remark: kernel cache: FOLDER/spmd/{{[0-9a-f]+}}.o belongs to or can be written by others; the kernel was compiled again
// RUN: %python %S/Inputs/kernel_cache.py fifo %t %s | FileCheck %s --check-prefixes=FIFO,WHOLE
// FIFO: exit 0 spmd-run: remark: kernel cache: FOLDER/spmd/{{[0-9a-f]+}}.o is not a regular file; the kernel was compiled again
// RUN: %python %S/Inputs/kernel_cache.py many %t %s | FileCheck %s --check-prefixes=MANY,WHOLE
// MANY: others [0, 0, 0, 0]
// MANY-NEXT: exit 0{{ *$}}
// WHOLE: exit 0{{ *$}}
// WHOLE-NEXT: kernels 2 modes ['0o600']
// WHOLE-NEXT: left ['spmd']

// RUN: %python %S/Inputs/kernel_cache.py relative %t %s | FileCheck %s --check-prefix=RELATIVE
// RELATIVE: exit 0{{ *$}}
// RELATIVE-NEXT: exit 0{{ *$}}
// RELATIVE-NEXT: kernels 2
// RELATIVE-NEXT: left ['home']
// RUN: %python %S/Inputs/kernel_cache.py homeless %t %s | FileCheck %s --check-prefix=HOMELESS
// HOMELESS: exit 0 spmd-run: remark: no kernel cache: neither XDG_CACHE_HOME nor HOME is an absolute path
// HOMELESS: kernels 0
// RUN: %python %S/Inputs/kernel_cache.py file %t %s | FileCheck %s --check-prefix=FILE
// FILE: exit 0 spmd-run: remark: no kernel cache: FOLDER/spmd: {{.*}}
// FILE: left ['spmd']

func.func @main(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.tanh %x : tensor<4x4xf32>
  %1 = stablehlo.dot_general %0, %y, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.exponential %1 : tensor<4x4xf32>
  %3 = stablehlo.dot_general %2, %y, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}
