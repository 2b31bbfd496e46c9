// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the workers of a process on cores of their own without pinning them. The kernel starts a
// thread that was woken on a core near its waker's; where that is the waker's, or another worker's,
// who is busy or looks for work, the two share it until the kernel balances its load, some 20 ms: a
// hundred short steps at half the speed.
#pragma once
#include <atomic>
#include <cstdint>
#include <sched.h>
#include <vector>

namespace spmd::rt {

class WorkerCores {
public:
  explicit WorkerCores(unsigned workers) : places(workers) {}

  /// Worker `self`, the calling thread, is about to sleep: its core is nobody's.
  void leave(unsigned self);
  /// For who wakes worker `self`, which has left: it will start on a core that is neither the
  /// caller's nor another worker's, if it may run on such a one.
  void steer(unsigned self);
  /// Worker `self`, the calling thread, is awake and may run where it could before it left. Where
  /// another worker is on the same core, it moves to one that is nobody's; the kernel may move it
  /// on at any time.
  void enter(unsigned self);

private:
  struct Place {
    std::atomic<int> core{0}; // that it woke up on, plus 1; 0: sleeps
    pid_t thread = 0;         // 0: has never slept
    bool isSteered = false;   // then `allowed` is what it may run on
    cpu_set_t allowed;
  };

  bool isTaken(int core, unsigned self) const;

  std::vector<Place> places; // of each worker
};

} // namespace spmd::rt
