// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints the program that draws a million normal numbers.
#include <cstdio>
#include <spmd/spmd.h>
using namespace spmd;

int main() {
  auto draw = jit([](Key key) { return random::normal(key, {1000, 1000}); });
  std::printf("%s", draw.lower(Key(0)).c_str());
}
