// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A compilation that memory does not suffice for, and a process that goes on and ends.
#include <spmd.h>

#include <cstdio>

int main() {
  const char *large = R"(
func.func @main() -> tensor<3500000000xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<3500000000xf32>
  return %0 : tensor<3500000000xf32>
})";
  try {
    spmd::Program::compile(large, "large.mlir");
  } catch (const spmd::Error &error) {
    std::printf("the host is told: %s\n", error.what());
  }
}
