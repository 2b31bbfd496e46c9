// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles fusions for the unit tests of kernels and makes arguments for them.
#pragma once
#include "compiler/compiled_fusion.h"
#include <gtest/gtest.h>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace spmd::test {

/// Compiles the first function of `text` as one fusion, without the kernel cache. Where that
/// fails, reports the reason as a failure of the test and returns null.
inline std::unique_ptr<CompiledFusion> compile(const std::string &text) {
  auto fusion = CompiledFusion::create(
      text, {.useCache = false, .machine = Machine{}, .keepIr = true}); // the same loops everywhere
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
