// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Why the run of an instance has failed: the message of the first routine that could not go on, or
// that somebody has cancelled it. The devices end their walks when they see it, and the instance
// returns it as the error of the run. The next run begins without it.
#pragma once
#include "llvm/Support/Error.h"
#include <atomic>
#include <mutex>
#include <string>
#include <utility>

namespace spmd::rt {

/// The error of a run that was cancelled.
class RunCancelled : public llvm::ErrorInfo<RunCancelled, llvm::StringError> {
public:
  using ErrorInfo::ErrorInfo;
  static char ID;
};

/// Any thread may call its functions.
class RunFailure {
public:
  bool isSet() const { return flag.load(std::memory_order_acquire); }
  /// Keeps the message, unless there is one already.
  void set(std::string message) { set(std::move(message), false); }
  /// The run ends because somebody wants it to.
  void cancel() { set("the run was cancelled", true); }
  /// The message of a failure that is set; afterwards there is none.
  llvm::Error take() {
    std::lock_guard lock(mutex);
    flag.store(false, std::memory_order_release);
    std::string message = std::exchange(text, {});
    if (isCancelled)
      return llvm::make_error<RunCancelled>(message, llvm::inconvertibleErrorCode());
    return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
  }

private:
  void set(std::string message, bool cancels) {
    std::lock_guard lock(mutex);
    if (flag.load(std::memory_order_relaxed))
      return;
    text = std::move(message);
    isCancelled = cancels;
    flag.store(true, std::memory_order_release);
  }

  std::atomic<bool> flag{false};
  std::mutex mutex;
  std::string text;
  bool isCancelled = false;
};

} // namespace spmd::rt
