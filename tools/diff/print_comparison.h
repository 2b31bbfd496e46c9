// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints what spmd-diff found, as text or as one JSON object.
#pragma once
#include "tools/diff/compare_costs.h"
#include "llvm/Support/raw_ostream.h"

namespace spmd::diff {

void printComparison(const Side &before, const Side &after, const Comparison &comparison,
                     llvm::raw_ostream &os);
void printComparisonAsJson(const Side &before, const Side &after, const Comparison &comparison,
                           llvm::raw_ostream &os);

} // namespace spmd::diff
