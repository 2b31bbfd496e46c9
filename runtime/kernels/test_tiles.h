// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For tests: runs a routine without workers.
#pragma once
#include "runtime/kernels/registry.h"

namespace spmd::rt {

/// Plans the call, and runs all tiles one after the other on this thread.
inline void runAllTiles(RoutineArgs args) {
  PlannedRoutine planned = planRoutine(args.config);
  args.plan = planned.plan.get();
  for (int64_t tile = 0; tile < planned.tiles; ++tile)
    planned.routine->run(args, tile);
}

} // namespace spmd::rt
