// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work of a client in the order in which the framework asked for it.
#pragma once
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace spmd::pjrt {

/// A piece of work.
struct Work {
  std::function<void()> run;
  std::function<bool()> isReady; // whether it would not wait for other work
  /// Ends it soon, before it runs or while it does. Null: it is short.
  std::function<void(bool isRunning)> cancel = {};
  bool hasEffects = false; // on the host, beside the buffers that it fills
};

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
  /// A signal ends the wait.
  void add(Work work);
  /// Runs work on the calling thread if nothing is waiting or running, and says whether it did.
  /// That saves the hand-over, which costs more than a small program.
  bool runAtOnce(Work &work);
  /// Runs work on the calling thread, which the work in progress has called and waits for.
  void runInside(Work work);
  /// For a thread that the work in progress has called and waits for: does what is waiting, in
  /// order, until `isOver`. False where that would never be: the next work waits for what is in
  /// progress, or there is none.
  bool help(const std::function<bool()> &isOver);
  /// Waits until nothing is waiting or running or, if `forHost`, until a signal ends the wait.
  void drain(bool forHost = false);
  /// Cancels what is waiting and running, and waits for its end, or until a signal ends the wait.
  /// Called by the work in progress, it does not wait, and misses a run that is about to begin.
  void cancel();
  /// The same for what is behind the last piece with effects.
  void cancelUnseen();

private:
  static constexpr size_t kMost = 32;
  struct Piece : Work {
    Piece(Work work, uint64_t number) : Work(std::move(work)), number(number) {}
    uint64_t number;
  };
  void serve();
  void run(Piece piece, std::unique_lock<std::mutex> &lock);
  void runNext(std::unique_lock<std::mutex> &lock);
  void cancelFrom(std::unique_lock<std::mutex> &lock, uint64_t first);

  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Piece> waiting;
  std::vector<const Piece *> running; // each has called a function that runs the next
  uint64_t added = 0;                 // pieces, which is the number of the last one
  bool isBusy = false, isHelped = false, isEnding = false;
  std::thread thread;
};

} // namespace spmd::pjrt
