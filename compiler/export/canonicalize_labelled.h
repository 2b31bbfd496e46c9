// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `canonicalize` with the patterns of one label of the sdy dialect. Where no collective of sdy is
// to be found and nothing is dead, there is nothing to do, and it says so: the function need not be
// verified again.
#pragma once
#include <memory>
#include <string>

namespace mlir {
class Pass;
}

namespace spmd {

/// Anchored at functions.
std::unique_ptr<mlir::Pass> createCanonicalizeLabelled(std::string label);

} // namespace spmd
