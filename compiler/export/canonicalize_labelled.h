// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `canonicalize`, restricted to the patterns of one label of the sdy dialect. If a
// function has no collective of sdy and no dead op, the pass returns at once and preserves all
// analyses, so that the function is not verified again.
#pragma once
#include <memory>
#include <string>

namespace mlir {
class Pass;
}

namespace spmd {

/// The pass runs on functions.
std::unique_ptr<mlir::Pass> createCanonicalizeLabelled(std::string label);

} // namespace spmd
