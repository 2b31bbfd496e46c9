// Calls of functions of the host process. Those with effects stay, each of them, in the order of the program; others may go. Each passes
// whole arrays, complex numbers as two. The tools register no functions, so they refuse to run such a program.
// RUN: spmd-opt %s --spmd-pipeline=stop-after=optimize | FileCheck %s
// RUN: not spmd-run %s --random-args=1 2>&1 | FileCheck %s --check-prefix=LOAD
// RUN: not spmd-run %s --random-args=1 --backend=reference 2>&1 | FileCheck %s --check-prefix=REFERENCE
// RUN: sed 's/"11"/"eleven"/' %s > %t.mlir
// RUN: not spmd-run %t.mlir --random-args=1 2>&1 | FileCheck %s --check-prefix=KEY

// CHECK-LABEL: func.func @main
// CHECK-NOT: "13"
// CHECK: stablehlo.custom_call @spmd_host_call({{.*}}) {backend_config = "10", has_side_effect = true} : (tensor<4xf32>) -> ()
// CHECK: stablehlo.custom_call @spmd_host_call() {backend_config = "11", has_side_effect = true} : () -> tensor<f32>
// CHECK-NEXT: stablehlo.custom_call @spmd_host_call() {backend_config = "11", has_side_effect = true} : () -> tensor<f32>
// CHECK: stablehlo.while
// CHECK: stablehlo.custom_call @spmd_host_call({{.*}}) {backend_config = "10", has_side_effect = true}
// CHECK: stablehlo.custom_call @spmd_host_call({{.*}}) {backend_config = "14", has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<f32>, tensor<f32>)
// CHECK: spmd.library({{.*}}) : (tensor<4xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: stablehlo.custom_call @spmd_host_call({{.*}}) {backend_config = "12"}
// CHECK: stablehlo.custom_call @spmd_host_call({{.*}}) {backend_config = "10", has_side_effect = true}

// LOAD: host_calls.mlir:[[#]]:{{[0-9]+}}: host function 1{{[0-4]}} is called in a process that has registered no functions
// REFERENCE: host_calls.mlir:[[#]]:{{[0-9]+}}: error: 'stablehlo.custom_call' op calls a function of the host process, which only compiled programs do
// KEY: error: 'stablehlo.custom_call' op is not run by generated code
func.func @main(%x: tensor<4xf32>) -> (tensor<2x3xf32>, tensor<f32>, tensor<f32>) {
  stablehlo.custom_call @spmd_host_call(%x) {backend_config = "10", has_side_effect = true} : (tensor<4xf32>) -> ()
  %0 = stablehlo.custom_call @spmd_host_call() {backend_config = "11", has_side_effect = true} : () -> tensor<f32>
  %1 = stablehlo.custom_call @spmd_host_call() {backend_config = "11", has_side_effect = true} : () -> tensor<f32>
  %unused = stablehlo.custom_call @spmd_host_call(%x) {backend_config = "13"} : (tensor<4xf32>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %2 = stablehlo.while(%i = %zero) : tensor<i32>
  cond {
    %four = stablehlo.constant dense<4> : tensor<i32>
    %9 = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %9 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %9 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.custom_call @spmd_host_call(%x) {backend_config = "10", has_side_effect = true} : (tensor<4xf32>) -> ()
    stablehlo.return %9 : tensor<i32>
  }
  %3 = stablehlo.complex %x, %x : tensor<4xcomplex<f32>>
  %4 = stablehlo.custom_call @spmd_host_call(%3) {backend_config = "14", has_side_effect = true} : (tensor<4xcomplex<f32>>) -> tensor<complex<f32>>
  %5 = stablehlo.real %4 : (tensor<complex<f32>>) -> tensor<f32>
  %6 = stablehlo.custom_call @spmd_host_call(%x) {backend_config = "12"} : (tensor<4xf32>) -> tensor<2x3xf32>
  %7 = stablehlo.add %0, %5 : tensor<f32>
  stablehlo.custom_call @spmd_host_call(%6) {backend_config = "10", has_side_effect = true} : (tensor<2x3xf32>) -> ()
  return %6, %7, %1 : tensor<2x3xf32>, tensor<f32>, tensor<f32>
}
