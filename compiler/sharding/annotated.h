// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which values the program itself places. Propagation gives all values shardings, and afterwards
// both look alike.
#pragma once
#include "llvm/ADT/StringRef.h"

namespace spmd {

/// On an op that the program gave shardings, or that is in one of its groups: partition leaves its
/// results where they are wanted.
inline constexpr llvm::StringLiteral kAnnotatedAttr = "spmd.annotated";

} // namespace spmd
