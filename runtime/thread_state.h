// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Per-thread state on which results or times depend: the rounding mode, and the number of threads
// that OpenMP starts for the thread.
#pragma once
#include <cfenv>

namespace spmd::rt {

/// While an object lives, the calling thread computes as every worker does: it rounds to nearest
/// and keeps subnormal numbers, and matmuls of oneDNN stay on it. The destructor restores the
/// owner's state.
class WorkerThreadState {
public:
  WorkerThreadState();
  ~WorkerThreadState();
  WorkerThreadState(const WorkerThreadState &) = delete;
  WorkerThreadState &operator=(const WorkerThreadState &) = delete;

private:
  std::fenv_t floatingPoint;
  int openMpThreads;
};

} // namespace spmd::rt
