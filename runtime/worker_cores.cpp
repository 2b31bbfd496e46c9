// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/worker_cores.h"
#include <sched.h>

namespace spmd::rt {

void WorkerCores::enter(unsigned self) {
  auto isTaken = [&](int core) {
    for (unsigned other = 0; other < cores.size(); ++other)
      if (other != self && cores[other].load(std::memory_order_relaxed) == core + 1)
        return true;
    return false;
  };
  const int here = sched_getcpu();
  if (here < 0)
    return;
  cpu_set_t allowed;
  if (!isTaken(here) || sched_getaffinity(0, sizeof(allowed), &allowed) != 0) {
    cores[self].store(here + 1, std::memory_order_relaxed);
    return;
  }
  for (int step = 1; step < CPU_SETSIZE; ++step) { // from here on: other processes look too, and start elsewhere
    const int core = (here + step) % CPU_SETSIZE;
    if (CPU_ISSET(core, &allowed) && !isTaken(core)) {
      cores[self].store(core + 1, std::memory_order_relaxed);
      cpu_set_t there;
      CPU_ZERO(&there);
      CPU_SET(core, &there);
      if (sched_setaffinity(0, sizeof(there), &there) == 0)
        sched_setaffinity(0, sizeof(allowed), &allowed);
      return;
    }
  }
}

} // namespace spmd::rt
