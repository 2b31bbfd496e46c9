// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the workers of a process on separate cores without pinning them. The kernel starts a woken
// thread on a core near its waker's. That may be the core of the waker or of another worker that is
// busy or looks for work. The two then share the core until the kernel balances its load, after
// about 20 ms: a hundred short steps run at half speed.
#pragma once
#include <atomic>
#include <cstdint>
#include <sched.h>
#include <vector>

namespace spmd::rt {

class WorkerCores {
public:
  explicit WorkerCores(unsigned workers) : places(workers) {}

  /// Worker `self`, the calling thread, is about to sleep and frees its core.
  void leave(unsigned self);
  /// Called by the thread that wakes worker `self`, which has left. The worker will start on a core
  /// that belongs neither to the caller nor to another worker, if its affinity mask allows one.
  void steer(unsigned self);
  /// Worker `self`, the calling thread, is awake. Restores the affinity mask that it had before it
  /// left. If another worker is on the same core, it moves to a free one. The kernel may move it
  /// again at any time.
  void enter(unsigned self);

private:
  struct Place {
    std::atomic<int> core{0}; // the core on which the worker woke up, plus 1; 0 while it sleeps
    pid_t thread = 0;         // 0: has never slept
    bool isSteered = false;   // true: `allowed` is the worker's own affinity mask
    cpu_set_t allowed;
  };

  bool isTaken(int core, unsigned self) const;

  std::vector<Place> places; // by worker
};

} // namespace spmd::rt
