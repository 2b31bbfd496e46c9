// Long boolean constants come with a byte per element, and go out so where they are printed in hexadecimal digits.
// DEFINE: %{opt} = spmd-opt --mlir-print-elementsattrs-with-hex-if-larger=100
// RUN: %{opt} %s | %{opt} | FileCheck %s

// CHECK-LABEL: @byte_per_element
func.func @byte_per_element() -> tensor<104xi1> {
  // CHECK: dense<"0x0100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100"> : tensor<104xi1>
  %0 = stablehlo.constant dense<"0x0100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100000100"> : tensor<104xi1>
  return %0 : tensor<104xi1>
}

// CHECK-LABEL: @other_types_stay
func.func @other_types_stay() -> tensor<4xi8> {
  // CHECK: dense<[1, 0, 1, 0]> : tensor<4xi8>
  %0 = stablehlo.constant dense<"0x01000100"> : tensor<4xi8>
  return %0 : tensor<4xi8>
}
