// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The time that messages would take over a link of a given rate, to study slower networks.
#pragma once
#include <algorithm>
#include <chrono>
#include <cstdint>

namespace spmd::rt {

/// A link that carries one message after the other.
class LinkLimit {
public:
  using Clock = std::chrono::steady_clock;
  /// A rate of 0 is no limit.
  explicit LinkLimit(int64_t bytesPerSecond) : nanosecondsPerByte(0) {
    if (bytesPerSecond > 0)
      nanosecondsPerByte = 1e9 / double(bytesPerSecond);
  }

  /// When bytes that are posted now have been sent. Not later than now without a limit.
  Clock::time_point sent(uint64_t bytes) {
    if (nanosecondsPerByte == 0)
      return {};
    free = std::max(free, Clock::now());
    free += std::chrono::nanoseconds(int64_t(double(bytes) * nanosecondsPerByte));
    return free;
  }
  /// Whether the time has come.
  bool isOver(Clock::time_point time) const {
    return nanosecondsPerByte == 0 || time <= Clock::now();
  }

private:
  double nanosecondsPerByte;
  Clock::time_point free; // of messages that were posted
};

} // namespace spmd::rt
