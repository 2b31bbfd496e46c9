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
  /// `isReady` says whether the work would not wait.
  void add(std::function<void()> work, std::function<bool()> isReady);
  /// Runs work on the calling thread if nothing is waiting or running, and says whether it did.
  /// That saves the hand-over, which costs more than a small program.
  bool runAtOnce(const std::function<void()> &work);
  /// For a thread that the work in progress has called and waits for: does what is waiting, in
  /// order, until `isOver`. False where that would never be: the next work waits for what is in
  /// progress, or there is none.
  bool help(const std::function<bool()> &isOver);
  /// Waits until nothing is waiting or running.
  void drain();

private:
  static constexpr size_t kMost = 32;
  struct Work {
    std::function<void()> run;
    std::function<bool()> isReady;
  };
  void serve();

  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Work> waiting;
  bool isBusy = false, isHelped = false, isEnding = false;
  std::thread thread;
};

} // namespace spmd::pjrt
