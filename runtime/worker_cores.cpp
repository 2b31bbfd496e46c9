// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places woken workers on free cores by changing their affinity masks for a moment.
//
// The core of a worker is only known as of its last wake-up: the kernel may move threads without
// notice. A wrong guess costs speed, never correctness, so relaxed accesses are enough.
#include "runtime/worker_cores.h"
#include <unistd.h>

namespace spmd::rt {

/// Whether a worker other than `self` is on `core`, as of its last wake-up.
bool WorkerCores::isTaken(int core, unsigned self) const {
  for (unsigned other = 0; other < places.size(); ++other)
    if (other != self && places[other].core.load(std::memory_order_relaxed) == core + 1)
      return true;
  return false;
}

// The id of the thread is noted on the first call, because only the thread itself can tell it.
void WorkerCores::leave(unsigned self) {
  Place &place = places[self];
  if (!place.thread)
    place.thread = gettid();
  place.core.store(0, std::memory_order_relaxed);
}

// Takes the caller's core and those of all other workers out of the sleeping worker's affinity
// mask. The kernel obeys the mask when it picks a core for the woken thread. enter() restores the
// mask.
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

// Moves the calling thread off a core that another worker holds: an affinity mask of one free core
// forces the move, and restoring the mask at once leaves the thread unpinned.
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
  // The search starts after the current core rather than at core 0, because other processes of this
  // runtime search too and would otherwise all pick the same core.
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
