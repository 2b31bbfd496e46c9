// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the workers of a process on cores of their own without pinning them. The kernel starts a thread that was woken
// on a core near its waker's; where that is another worker's, who is busy or looks for work, the two share it until
// the kernel balances its load, some 20 ms: a hundred short steps at half the speed.
#pragma once
#include <atomic>
#include <cstdint>
#include <vector>

namespace spmd::rt {

class WorkerCores {
public:
  explicit WorkerCores(unsigned workers) : cores(workers) {}

  /// Worker `self` sleeps from here on: its core is nobody's.
  void leave(unsigned self) { cores[self].store(0, std::memory_order_relaxed); }
  /// Worker `self`, the calling thread, is awake. Where another worker is on the same core, it moves to one that it may
  /// run on and that is nobody's; the kernel may move it on at any time.
  void enter(unsigned self);

private:
  std::vector<std::atomic<int>> cores; // of worker i: the core that it woke up on, plus 1; 0: sleeps
};

} // namespace spmd::rt
