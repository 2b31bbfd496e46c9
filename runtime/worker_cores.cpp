// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/worker_cores.h"
#include <unistd.h>

namespace spmd::rt {

/// Whether another worker than `self` is on a core, as far as is known.
bool WorkerCores::isTaken(int core, unsigned self) const {
  for (unsigned other = 0; other < places.size(); ++other)
    if (other != self && places[other].core.load(std::memory_order_relaxed) == core + 1)
      return true;
  return false;
}

void WorkerCores::leave(unsigned self) {
  Place &place = places[self];
  if (!place.thread)
    place.thread = gettid();
  place.core.store(0, std::memory_order_relaxed);
}

void WorkerCores::steer(unsigned self) {
  Place &place = places[self];
  const int here = sched_getcpu();
  if (here < 0 || !place.thread || place.isSteered ||
      sched_getaffinity(place.thread, sizeof(place.allowed), &place.allowed) != 0)
    return;
  cpu_set_t there = place.allowed;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &there) && (core == here || isTaken(core, self)))
      CPU_CLR(core, &there);
  if (CPU_COUNT(&there))
    place.isSteered = sched_setaffinity(place.thread, sizeof(there), &there) == 0;
}

void WorkerCores::enter(unsigned self) {
  Place &place = places[self];
  if (place.isSteered)
    place.isSteered = sched_setaffinity(0, sizeof(place.allowed), &place.allowed) != 0;
  const int here = sched_getcpu();
  if (here < 0)
    return;
  cpu_set_t allowed;
  if (!isTaken(here, self) || sched_getaffinity(0, sizeof(allowed), &allowed) != 0) {
    place.core.store(here + 1, std::memory_order_relaxed);
    return;
  }
  // From here on: other processes look too, and start elsewhere.
  for (int step = 1; step < CPU_SETSIZE; ++step) {
    const int core = (here + step) % CPU_SETSIZE;
    if (CPU_ISSET(core, &allowed) && !isTaken(core, self)) {
      place.core.store(core + 1, std::memory_order_relaxed);
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
