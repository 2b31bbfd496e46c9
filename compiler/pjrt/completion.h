// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The end of a piece of work, which many may wait for: a run, a copy, the elements of a buffer.
#pragma once
#include "compiler/pjrt/status.h"
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace spmd::pjrt {

/// Finished once, by one thread. Any thread may ask and wait.
class Completion {
public:
  /// One that has been finished without an error.
  static const std::shared_ptr<Completion> &ready();

  bool isDone() const { return done.load(std::memory_order_acquire); }
  /// Waits for the end. The status stays as it is from then on.
  const Status &wait();
  /// The same, for a thread of the host. An error where a signal ends the wait (host_signals.h).
  Status waitForHost();
  /// Calls `callback` with the status: at once if there is one, else on the thread that finishes.
  void then(std::function<void(const Status &)> callback);
  void finish(Status status);

  /// Asks whoever finishes it to do so soon, with an error.
  void cancel() { cancelled.store(true, std::memory_order_relaxed); }
  bool isCancelled() const { return cancelled.load(std::memory_order_relaxed); }

private:
  std::atomic<bool> done = false, cancelled = false;
  Status status;
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::function<void(const Status &)>> callbacks;
};

} // namespace spmd::pjrt

/// The framework's handle of a completion.
struct PJRT_Event {
  std::shared_ptr<spmd::pjrt::Completion> completion;
};
