// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops with regions in random programs: manual computations, loops and branches. Their bodies hold
// whatever else there is.
#pragma once
#include "tools/spmd_random_writer.h"

namespace spmd::random {

/// A manual computation over any of the axes that are still free.
void writeManual(Writer &writer, Scope &scope);
/// A loop of at most three iterations; how many may differ between devices along manual axes.
void writeLoop(Writer &writer, Scope &scope);
/// An `if` or `case`; which branch it is may differ between devices along manual axes.
void writeBranch(Writer &writer, Scope &scope);
/// About `count` ops of any kind.
void writeBody(Writer &writer, Scope &scope, int64_t count);

} // namespace spmd::random
