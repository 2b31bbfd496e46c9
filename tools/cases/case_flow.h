// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Puts the ops of a case into a region: a loop, a branch, a manual computation, a function.
#pragma once
#include "tools/cases/case_writer.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace spmd::random {

/// Writes the ops of a region and returns the values that it yields.
using WriteRegion = llvm::function_ref<std::vector<Value>()>;

/// Writes the op of this name around a region and returns its results. An empty name stands for no
/// op.
std::vector<Value> writeAround(CaseWriter &c, llvm::StringRef op, WriteRegion writeRegion);

} // namespace spmd::random
