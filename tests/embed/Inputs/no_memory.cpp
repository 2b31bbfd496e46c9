// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A compilation that memory does not suffice for, and a process that goes on and ends. The program
// is small, but its text is long, and compiling copies it.
#include <spmd.h>

#include <cstdio>
#include <string>

int main() {
  const std::string end = "  return %x : tensor<4xf32>\n}";
  const size_t spaces = 400000000;
  std::string large = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n";
  large.reserve(large.size() + spaces + end.size());
  large.append(spaces, ' ').append(end);
  try {
    spmd::Program::compile(large, "large.mlir");
  } catch (const spmd::Error &error) {
    std::printf("the host is told: %s\n", error.what());
  }
}
