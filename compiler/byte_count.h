// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers of bytes as users write them.
#pragma once
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace spmd {

/// 28KiB -> 28672. Fails with a message that names the forms: a whole number with B, KiB, MiB, GiB
/// or no unit.
llvm::Expected<int64_t> parseByteCount(llvm::StringRef text);

} // namespace spmd
