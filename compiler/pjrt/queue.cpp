// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A deque, one mutex and one condition. `isBusy` counts work on the thread and work that a caller
// runs at once alike, so that there is one order.
#include "compiler/pjrt/queue.h"
#include "compiler/pjrt/host_signals.h"
#include "runtime/host_calls.h"
#include <algorithm>
#include <chrono>

namespace spmd::pjrt {

// What waits is run: buffers that somebody still holds would never become ready otherwise.
Queue::~Queue() {
  {
    std::lock_guard lock(mutex);
    isEnding = true;
  }
  changed.notify_all();
  if (thread.joinable())
    thread.join();
}

// The thread itself, and functions that a program calls, may add more than kMost: they would wait
// for themselves. So may a caller whom a signal calls back.
void Queue::add(Work work) {
  {
    std::unique_lock lock(mutex);
    auto mayAdd = [&] {
      return waiting.size() < kMost || thread.get_id() == std::this_thread::get_id() ||
             rt::isInHostCall();
    };
    waitForHost(changed, lock, mayAdd);
    waiting.emplace_back(std::move(work), ++added);
    if (!thread.joinable())
      thread = std::thread([this] { serve(); });
  }
  changed.notify_all();
}

// The lock is not held meanwhile, so that others can add work.
bool Queue::runAtOnce(Work &work) {
  std::unique_lock lock(mutex);
  if (isBusy || !waiting.empty())
    return false;
  isBusy = true;
  run(Piece(std::move(work), ++added), lock);
  isBusy = false;
  lock.unlock();
  changed.notify_all();
  return true;
}

// The piece that waits for it is busy already.
void Queue::runInside(Work work) {
  std::unique_lock lock(mutex);
  run(Piece(std::move(work), ++added), lock);
}

// Work of callers counts, too.
void Queue::drain(bool forHost) {
  std::unique_lock lock(mutex);
  auto isIdle = [&] { return !isBusy && waiting.empty(); };
  if (forHost)
    waitForHost(changed, lock, isIdle);
  else
    changed.wait(lock, isIdle);
}

// Numbers begin at 1, so this is all there is.
void Queue::cancel() {
  std::unique_lock lock(mutex);
  cancelFrom(lock, 0);
}

// Pieces in front of the last one with effects may compute what it shows.
void Queue::cancelUnseen() {
  std::unique_lock lock(mutex);
  uint64_t first = 0;
  for (const Piece *piece : running)
    first = piece->hasEffects ? piece->number + 1 : first;
  for (const Piece &piece : waiting)
    first = piece.hasEffects ? piece.number + 1 : first;
  cancelFrom(lock, first);
}

/// Cancels the pieces that are there, from a number on. A run that is about to begin does not see
/// the first call, so all are called until they have ended.
void Queue::cancelFrom(std::unique_lock<std::mutex> &lock, uint64_t first) {
  const uint64_t last = added;
  auto isMeant = [&](const Piece &piece) {
    return piece.number >= first && piece.number <= last && piece.cancel;
  };
  auto areGone = [&] {
    return std::ranges::none_of(running, [&](const Piece *piece) { return isMeant(*piece); }) &&
           std::ranges::none_of(waiting, isMeant);
  };
  while (true) {
    for (const Piece *piece : running)
      if (isMeant(*piece))
        piece->cancel(/*isRunning=*/true);
    for (const Piece &piece : waiting)
      if (isMeant(piece))
        piece.cancel(/*isRunning=*/false);
    // Pieces that are waiting for this thread, which a program has called, would never be gone. Nor
    // would those that call a function which does not end.
    if (rt::isInHostCall() || changed.wait_for(lock, std::chrono::milliseconds(50), areGone))
      return;
    lock.unlock();
    const bool isOver = isWaitOver();
    lock.lock();
    if (isOver)
      return;
  }
}

/// Runs a piece without the lock. What it holds goes before the queue is idle.
void Queue::run(Piece piece, std::unique_lock<std::mutex> &lock) {
  running.push_back(&piece);
  lock.unlock();
  piece.run();
  lock.lock();
  std::erase(running, &piece); // nobody cancels it any more
  lock.unlock();
  static_cast<Work &>(piece) = {};
  lock.lock();
}

/// Runs the first piece that is waiting.
void Queue::runNext(std::unique_lock<std::mutex> &lock) {
  Piece piece = std::move(waiting.front());
  waiting.pop_front();
  run(std::move(piece), lock);
}

/// The order stays: one thread helps at a time, and work that is not ready holds up what is behind
/// it, which may take memory that it reads.
bool Queue::help(const std::function<bool()> &isOver) {
  std::unique_lock lock(mutex);
  while (!isOver()) {
    if (isHelped) {
      changed.wait(lock);
      continue;
    }
    if (waiting.empty() || !waiting.front().isReady())
      return false;
    isHelped = true;
    runNext(lock);
    isHelped = false;
    changed.notify_all();
  }
  return true;
}

/// Work that the calling thread runs at once counts as busy, too.
void Queue::serve() {
  std::unique_lock lock(mutex);
  while (true) {
    changed.wait(lock, [&] { return !isBusy && (isEnding || !waiting.empty()); });
    if (waiting.empty())
      return;
    isBusy = true;
    runNext(lock);
    isBusy = false;
    changed.notify_all();
  }
}

} // namespace spmd::pjrt
