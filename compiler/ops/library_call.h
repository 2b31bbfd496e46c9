// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of library routines by their typed configurations.
#pragma once
#include "compiler/ops/rule.h"
#include "runtime/kernels/library_config.h"

namespace spmd::ops {

/// The call of the routine that `config` belongs to.
inline KernelCall libraryCall(const rt::LibraryConfig &config, mlir::Region *callback = nullptr) {
  std::vector<int64_t> numbers = rt::numbersOf(config);
  return {std::string(rt::routineOf(config).name), {numbers.begin(), numbers.end()}, callback};
}

} // namespace spmd::ops
