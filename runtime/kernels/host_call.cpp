// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/kernels/host_call.h"
#include "runtime/kernels/library_config.h"
#include "runtime/run_failure.h"

namespace spmd::rt {
namespace {

// The function is called once, so no other worker may take a part of the call.
int64_t tiles(const LibraryConfig &, const void *) { return 1; }

// Another device of the run may have failed meanwhile.
void run(const RoutineArgs &args, int64_t) {
  if (args.failure && args.failure->isSet())
    return;
  std::string failure =
      callHost(std::get<HostCallConfig>(args.config).key, args.operands, args.results);
  if (!failure.empty() && args.failure)
    args.failure->set(std::move(failure));
}

} // namespace

const Routine kHostCallRoutine = {.name = "host_call", .tiles = tiles, .run = run};

} // namespace spmd::rt
