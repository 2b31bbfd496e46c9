// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Helpers that reading and writing NumPy's files share. Included by npz.cpp and npz_write.cpp only.
#pragma once
#include "llvm/Support/Error.h"
#include <string>

namespace spmd::rt {

inline llvm::Error fail(std::string message) { return llvm::createStringError(std::move(message)); }

/// Fails where the path is missing (unless that is allowed), a folder or a device, before anything
/// opens it.
llvm::Error checkRegular(const std::string &path, bool mayBeMissing);

} // namespace spmd::rt
