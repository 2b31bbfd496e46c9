// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the errors of the runtime, whose texts are formatted by fmt.
#pragma once
#include "llvm/Support/Error.h"
#include <fmt/format.h>
#include <utility>

namespace spmd::rt {

template <class... Args> llvm::Error failure(fmt::format_string<Args...> format, Args &&...args) {
  return llvm::createStringError(fmt::format(format, std::forward<Args>(args)...));
}

} // namespace spmd::rt
