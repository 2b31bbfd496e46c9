// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a thread brings along that results or times depend on: how it rounds, and how many threads
// libraries start for it.
#pragma once
#include <cfenv>

namespace spmd::rt {

/// While one lives, the calling thread computes as every worker does: it rounds to nearest and
/// keeps subnormal numbers, and matmuls of OpenBLAS and oneDNN stay on it. Afterwards it is as its
/// owner left it.
class WorkerThreadState {
public:
  WorkerThreadState();
  ~WorkerThreadState();
  WorkerThreadState(const WorkerThreadState &) = delete;
  WorkerThreadState &operator=(const WorkerThreadState &) = delete;

private:
  std::fenv_t floatingPoint;
  int libraryThreads;
};

} // namespace spmd::rt
