// Calls of LAPACK that are none: what is wrong stands at the call. Other targets are not known at all.
// RUN: split-file %s %t
// RUN: not spmd-run --backend=reference %t/types.mlir --random-args=1 2>&1 | FileCheck %s --check-prefix=TYPES
// RUN: not spmd-run --backend=reference %t/layout.mlir --random-args=1 2>&1 | FileCheck %s --check-prefix=LAYOUT
// RUN: not spmd-run --backend=reference %t/option.mlir --random-args=1 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not spmd-run --backend=reference %t/rank.mlir --random-args=1 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not spmd-run --backend=reference %t/order.mlir --random-args=1 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: not spmd-run %t/order.mlir --random-args=1 2>&1 | FileCheck %s --check-prefix=JIT
// RUN: not spmd-run --backend=reference %t/unknown.mlir --random-args=1 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not spmd-opt --spmd-grad="function=main as=main" %t/reflectors.mlir 2>&1 | FileCheck %s --check-prefix=REFLECTORS
// RUN: not spmd-opt --spmd-grad="function=main as=main" %t/vectors.mlir 2>&1 | FileCheck %s --check-prefix=VECTORS

//--- types.mlir
// TYPES: 'stablehlo.custom_call' op calls LAPACK with types that are not those of the routine
func.func @main(%x: tensor<4x4xf64>) -> tensor<4x4xf64> {
  %0:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%x) : (tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<4xi32>, tensor<i32>)
  return %0#0 : tensor<4x4xf64>
}
//--- layout.mlir
// LAYOUT: 'stablehlo.custom_call' op calls LAPACK on matrices whose columns are not one after the other
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%x) {operand_layouts = [dense<[1, 0]> : tensor<2xindex>],
      result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]}
      : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xi32>, tensor<i32>)
  return %0#0 : tensor<4x4xf32>
}
//--- option.mlir
// OPTION: 'stablehlo.custom_call' op calls LAPACK with an option that the routine does not have
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%x) {mhlo.backend_config = {mode = 88 : ui8, uplo = 76 : ui8}}
      : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<i32>)
  return %0#0 : tensor<4x4xf32>
}
//--- rank.mlir
// RANK: 'stablehlo.custom_call' op calls LAPACK on tensors of other ranks than its matrices
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i32>)
  return %0#0 : tensor<4xf32>
}
//--- order.mlir
// JIT: order.mlir:4:8: error: 'stablehlo.custom_call' op is not run by generated code
// ORDER: 'stablehlo.custom_call' op calls LAPACK to solve for sides that are not of the order of the triangular matrix
func.func @main(%a: tensor<500x500xf32>, %b: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = "stablehlo.custom_call"(%a, %b) <{api_version = 4 : i32, backend_config = {}, call_target_name = "lapack_strsm_ffi", has_side_effect = false}> {mhlo.backend_config = {side = 76 : ui8, uplo = 76 : ui8, diag = 78 : ui8, trans_x = 78 : ui8}} : (tensor<500x500xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
//--- unknown.mlir
// UNKNOWN: 'stablehlo.custom_call' op calls the target @lapack_sgeqlf_ffi, which is not known
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0:2 = stablehlo.custom_call @lapack_sgeqlf_ffi(%x) : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>)
  return %0#0 : tensor<4x4xf32>
}
//--- reflectors.mlir
// REFLECTORS: 'stablehlo.custom_call' op has no gradient of the results, which @lapack_sgeqrf_ffi computes
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%x) : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>)
  return %0#0 : tensor<4x4xf32>
}
//--- vectors.mlir
// VECTORS: 'stablehlo.custom_call' op has no gradient of eigenvectors, which @lapack_sgeev_ffi computes
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xcomplex<f32>> {
  %0:5 = stablehlo.custom_call @lapack_sgeev_ffi(%x) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}}
      : (tensor<4x4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>, tensor<i32>)
  return %0#3 : tensor<4x4xcomplex<f32>>
}
