// RUN: spmd-opt %s --split-input-file --verify-diagnostics | spmd-opt --split-input-file | FileCheck %s

// CHECK-LABEL: @expectations
func.func @expectations(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // CHECK: check.expect_eq %arg0, %arg1 : tensor<2xf32>
  check.expect_eq %a, %b : tensor<2xf32>
  // CHECK: check.expect_eq_const %arg0, dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  check.expect_eq_const %a, dense<[1.0, 2.0]> : tensor<2xf32>
  // CHECK: check.expect_almost_eq %arg0, %arg1 : tensor<2xf32>
  check.expect_almost_eq %a, %b : tensor<2xf32>
  // CHECK: check.expect_almost_eq %arg0, %arg1, tolerance = 1.000000e-01 : tensor<2xf32>
  check.expect_almost_eq %a, %b, tolerance = 0.1 : tensor<2xf32>
  // CHECK: check.expect_almost_eq_const %arg0, dense<1.000000e+00> : tensor<2xf32>
  "check.expect_almost_eq_const"(%a) <{value = dense<1.0> : tensor<2xf32>}> : (tensor<2xf32>) -> ()
  // CHECK: check.expect_close %arg0, %arg1, min_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>
  check.expect_close %a, %b, max_ulp_difference = 3, min_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>
  // CHECK: check.expect_close %arg0, %arg1, max_ulp_difference = 5, min_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>
  check.expect_close %a, %b, max_ulp_difference = 5, min_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>
  return
}

// CHECK-LABEL: @main
func.func @main() {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  // CHECK: "interpreter.run_parallel"(%{{.*}}, %{{.*}}) <{programs = {{\[\[}}@add_one], [@add_one]]}> : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  %1:2 = "interpreter.run_parallel"(%0, %0) {programs = [[@add_one], [@add_one]]} : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  return
}
func.func @add_one(%x: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.add %x, %x : tensor<i32>
  return %0 : tensor<i32>
}

// -----

func.func @ulp_range(%a: tensor<2xf32>) {
  // expected-error @+1 {{expects between 4 and 3 ULP}}
  check.expect_close %a, %a, max_ulp_difference = 3, min_ulp_difference = 4 : tensor<2xf32>, tensor<2xf32>
  return
}

// -----

func.func @no_such_program() {
  // expected-error @+1 {{runs @f, which is no function of the module}}
  "interpreter.run_parallel"() {programs = [[@f]]} : () -> ()
  return
}

// -----

func.func @rows_of_equal_length() {
  // expected-error @+1 {{row 1 of programs has 2 functions, the first row 1}}
  "interpreter.run_parallel"() {programs = [[@f], [@f, @f]]} : () -> ()
  return
}
func.func private @f()

// -----

func.func @twice(%a: tensor<2xf32>) {
  // expected-error @+1 {{expected max_ulp_difference or min_ulp_difference, each once}}
  check.expect_close %a, %a, max_ulp_difference = 3, max_ulp_difference = 4 : tensor<2xf32>, tensor<2xf32>
  return
}
