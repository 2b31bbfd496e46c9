// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the program of a finding smaller while it still shows the finding.
#pragma once
#include "tools/spmd_random_workers.h"

namespace spmd::random {

/// A program with fewer ops and results that is found to fail in the same way: same outcome, same
/// way, and for refusals and crashes the same kind of message. Each attempt runs in a process of
/// its own. An op gives way to its operand, where both have one type and no exchange lies between,
/// or to zeros; devices that held the same value before do so afterwards. Returns the program as it
/// was where it cannot be read.
RandomProgram reduceProgram(const RandomProgram &program, const Report &report,
                            unsigned limitSeconds);

} // namespace spmd::random
