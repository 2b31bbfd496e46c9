// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes ops with regions for random programs: manual computations, loops and branches.
// Their bodies hold any other ops.
#pragma once
#include "tools/spmd_random_writer.h"

namespace spmd::random {

/// Writes a manual computation over some of the axes that are still free.
void writeManual(Writer &writer, Scope &scope);
/// Writes a loop of at most three iterations. Their number may differ between devices along
/// manual axes.
void writeLoop(Writer &writer, Scope &scope);
/// Writes an `if` or a `case`. The branch may differ between devices along manual axes.
void writeBranch(Writer &writer, Scope &scope);
/// Writes about `count` ops of any kind.
void writeBody(Writer &writer, Scope &scope, int64_t count);

} // namespace spmd::random
