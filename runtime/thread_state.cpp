// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Saves and restores the floating-point environment and the OpenMP threads of the calling thread.
#include "runtime/thread_state.h"
#include "runtime/library_threads.h"

namespace spmd::rt {

WorkerThreadState::WorkerThreadState() : openMpThreads(useOneOpenMpThread()) {
  std::fegetenv(&floatingPoint);
  // Also switches off flushing of subnormals, which a host may have set for speed.
  std::fesetenv(FE_DFL_ENV);
}

WorkerThreadState::~WorkerThreadState() {
  std::fesetenv(&floatingPoint);
  useOpenMpThreads(openMpThreads);
}

} // namespace spmd::rt
