// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reduces the program of a finding while it still shows the finding.
#pragma once
#include "tools/spmd_random_workers.h"

namespace spmd::random {

/// Returns a program with fewer ops and results that fails in the same way: same outcome,
/// same way and, for refusals and crashes, the same kind of message. Each attempt runs in a
/// process of its own. An op is replaced by an operand of the same type, unless it is a
/// collective, or by zeros; values that devices share stay shared. A program that does not
/// parse is returned unchanged.
RandomProgram reduceProgram(const RandomProgram &program, const Report &report,
                            unsigned limitSeconds);

} // namespace spmd::random
