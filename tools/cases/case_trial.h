// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Partitions a case and compares what all devices compute with the meaning of the program; runs
// generated code where the case says so.
#pragma once
#include "tools/spmd_random_ways.h"

namespace spmd::random {

/// Returns the first way that is wrong: partitioned, or mesh. The seed is that of the arguments.
std::optional<Finding> tryCase(mlir::MLIRContext &context, rt::Workers &workers,
                               const RandomProgram &program, uint64_t seed,
                               const std::function<void(llvm::StringRef)> &onWay);

} // namespace spmd::random
