// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Why the run of an instance has failed: the message of the first routine that could not go on.
// The devices end their walks when they see it, and the instance returns it as the error of the
// run. The next run begins without it.
#pragma once
#include <atomic>
#include <mutex>
#include <string>
#include <utility>

namespace spmd::rt {

/// Any thread may call its functions.
class RunFailure {
public:
  bool isSet() const { return flag.load(std::memory_order_acquire); }
  /// Keeps the message, unless there is one already.
  void set(std::string message) {
    std::lock_guard lock(mutex);
    if (text.empty())
      text = std::move(message);
    flag.store(true, std::memory_order_release);
  }
  /// The message; afterwards there is none.
  std::string take() {
    std::lock_guard lock(mutex);
    flag.store(false, std::memory_order_release);
    return std::exchange(text, {});
  }

private:
  std::atomic<bool> flag{false};
  std::mutex mutex;
  std::string text;
};

} // namespace spmd::rt
