// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Settings of the host on which results or times depend: the threads of OpenBLAS and oneDNN, and
// the floating-point environment of a thread. The runtime's threads are the workers, so each matmul
// must run on the thread that calls it. The settings are changed for as long as a run needs it, and
// then restored.
#pragma once
#include <cfenv>

namespace spmd::rt {

/// While an object lives, OpenBLAS matmuls of all threads of the process stay on their callers: the
/// setting is one per process. The last object to end restores the host's number of threads, unless
/// the host has set another one meanwhile.
class OneBlasThread {
public:
  OneBlasThread();
  ~OneBlasThread();
  OneBlasThread(const OneBlasThread &) = delete;
  OneBlasThread &operator=(const OneBlasThread &) = delete;
};

/// From now on oneDNN matmuls of the calling thread stay on it. Returns how many threads OpenMP,
/// the threading of oneDNN, would have used for the calling thread so far; 0 without OpenMP.
int useOneOpenMpThread();

/// Undoes useOneOpenMpThread: OpenMP may use `count` threads for the calling thread again. 0 does
/// nothing.
void useOpenMpThreads(int count);

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

/// Ends the threads that OpenBLAS starts when it is loaded. They spin for 2^26 cycles, which took
/// 80 ms of CPU time per process. For programs that own their process; must be the first call in
/// main.
void endBlasThreads();

} // namespace spmd::rt
