// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiled fusions for the tests of kernels, and arguments for them.
#pragma once
#include "compiler/compiled_fusion.h"
#include <gtest/gtest.h>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace spmd::test {

/// Null, with the reason as a failure of the test, where the text does not compile. The kernel
/// cache is not used.
inline std::unique_ptr<CompiledFusion> compile(const std::string &text) {
  auto fusion = CompiledFusion::create(text, {.useCache = false, .keepIr = true});
  if (!fusion) {
    ADD_FAILURE() << llvm::toString(fusion.takeError());
    return nullptr;
  }
  return std::move(*fusion);
}

/// first, first + 1, ...
template <class T = float> std::vector<T> counted(size_t n, T first = 0) {
  std::vector<T> out(n);
  std::iota(out.begin(), out.end(), first);
  return out;
}

} // namespace spmd::test
