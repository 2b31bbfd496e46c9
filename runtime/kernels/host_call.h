// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Routine "host_call": a call of a function of the host process (runtime/host_calls.h).
#pragma once
#include "runtime/host_calls.h"
#include "runtime/kernels/registry.h"

namespace spmd::rt {

/// The function. The arrays are those of the call.
struct HostCallConfig {
  uint64_t key = 0;
};

/// One tile. Where the function fails, the run does (RoutineArgs::failure), and the results have
/// undefined contents. In a run that has failed nothing is called any more.
extern const Routine kHostCallRoutine;

} // namespace spmd::rt
