// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs random fusions by generated code on one device, bf16 rounded after each op, and compares
// with what spmd_random_bounds.h allows.
#pragma once
#include "tools/spmd_random_ways.h"

namespace spmd::random {

/// What one or several programs in one module gave: a finding for some seeds, or none.
struct FusionFindings {
  std::vector<std::pair<uint64_t, Finding>> findings;
  /// The first finding is one of the module, and says nothing of its single programs.
  bool isWhole = false;
};

/// The programs of seeds first .. first + count - 1 in one module: one compilation serves all,
/// which takes most of the time.
FusionFindings tryFusions(mlir::MLIRContext &context, rt::Workers &workers, uint64_t first,
                          uint64_t count, const std::function<void(llvm::StringRef)> &onWay);
/// The program `text`, with the arguments of a seed.
std::optional<Finding> tryFusion(mlir::MLIRContext &context, rt::Workers &workers,
                                 const std::string &text, uint64_t seed,
                                 const std::function<void(llvm::StringRef)> &onWay);

} // namespace spmd::random
