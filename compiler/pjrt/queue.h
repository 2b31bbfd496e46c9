// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work of a client in the order in which the framework asked for it.
#pragma once
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace spmd::pjrt {

/// One thread runs the work, so that what is asked for first reads a buffer before a later run
/// takes its memory. The cores are busy all the same: the thread only hands programs to the
/// runtime's workers.
class Queue {
public:
  Queue() = default;
  /// Runs what is waiting, to the end.
  ~Queue();
  Queue(const Queue &) = delete;

  /// Work for the thread, which starts with the first. Waits while kMost pieces are in front of it,
  /// because each holds memory: a loop that asks for results faster than they come must not grow.
  void add(std::function<void()> work);
  /// Runs work on the calling thread if nothing is waiting or running, and says whether it did.
  /// That saves the hand-over, which costs more than a small program.
  bool runAtOnce(const std::function<void()> &work);
  /// Waits until all that has been added is done.
  void drain();

private:
  static constexpr size_t kMost = 32;
  void serve();

  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::function<void()>> waiting;
  bool isBusy = false, isEnding = false;
  std::thread thread;
};

} // namespace spmd::pjrt
