// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs random fusions by generated code on one device, with bf16 rounded after each op, and
// compares the results with the bounds of spmd_random_bounds.h.
#pragma once
#include "tools/spmd_random_ways.h"

namespace spmd::random {

/// The findings of one module, which may hold several programs.
struct FusionFindings {
  std::vector<std::pair<uint64_t, Finding>> findings;
  /// The first finding concerns the module as a whole, and not one of its programs.
  bool isWhole = false;
};

/// Tries the programs of seeds first .. first + count - 1 in one module. They share one
/// compilation, which takes most of the time.
FusionFindings tryFusions(mlir::MLIRContext &context, rt::Workers &workers, uint64_t first,
                          uint64_t count, const std::function<void(llvm::StringRef)> &onWay);
/// Tries the program `text` with the arguments of a seed.
std::optional<Finding> tryFusion(mlir::MLIRContext &context, rt::Workers &workers,
                                 const std::string &text, uint64_t seed,
                                 const std::function<void(llvm::StringRef)> &onWay);

} // namespace spmd::random
