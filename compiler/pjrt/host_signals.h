// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Signals that the host language handles. Python runs its handlers between two instructions of its
// own, so a thread that waits here for long gives it the chance.
#pragma once
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace spmd::pjrt {

/// Runs the signal handlers of the host that are due. True where one of them has raised an
/// exception, as Ctrl-C does: the host raises it when the thread is back, and the thread stops
/// waiting. False without Python in the process, and on threads other than the main one, where
/// Python runs no handlers. Takes Python's lock, so a thread asks ten times a second and not more.
bool isWaitOver();

/// Waits until a condition holds, and says whether it does: a signal may end the wait. The lock is
/// not held while handlers run, which may do anything.
template <class Condition>
bool waitForHost(std::condition_variable &changed, std::unique_lock<std::mutex> &lock,
                 Condition holds) {
  while (!changed.wait_for(lock, std::chrono::milliseconds(100), holds)) {
    lock.unlock();
    const bool isOver = isWaitOver();
    lock.lock();
    if (isOver)
      return false;
  }
  return true;
}

} // namespace spmd::pjrt
