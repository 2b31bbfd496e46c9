// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A handler of SIGTERM that sets a flag, where the signal would end the process otherwise.
#include "runtime/mpi/ending_signal.h"
#include <csignal>
#include <unistd.h>

namespace spmd::rt {
namespace {

volatile std::sig_atomic_t endingSignal = 0;
// A signal handler may not do more than set a flag; MpiTransport::watch() reads it.
void noteSignal(int signal) { endingSignal = signal; }

/// Sets another handler of SIGTERM, where it still is the one that is expected.
void replaceHandler(void (*from)(int), void (*to)(int)) {
  struct sigaction action{};
  if (sigaction(SIGTERM, nullptr, &action) != 0 || action.sa_handler != from)
    return;
  action.sa_handler = to;
  sigaction(SIGTERM, &action, nullptr);
}

} // namespace

void EndingSignal::note() { replaceHandler(SIG_DFL, noteSignal); }
void EndingSignal::release() { replaceHandler(noteSignal, SIG_DFL); }
bool EndingSignal::hasCome() { return endingSignal != 0; }

// The signal goes to the process: the calling thread may have blocked it.
void EndingSignal::endProcess() {
  endingSignal = 0;
  release();
  kill(getpid(), SIGTERM);
}

} // namespace spmd::rt
