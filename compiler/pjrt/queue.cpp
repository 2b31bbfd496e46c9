// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A deque, one mutex and one condition. `isBusy` counts work on the thread and work that a caller
// runs at once alike, so that there is one order.
#include "compiler/pjrt/queue.h"
#include "runtime/host_calls.h"

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
// for themselves.
void Queue::add(std::function<void()> work, std::function<bool()> isReady) {
  {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] {
      return waiting.size() < kMost || thread.get_id() == std::this_thread::get_id() ||
             rt::isInHostCall();
    });
    waiting.push_back({std::move(work), std::move(isReady)});
    if (!thread.joinable())
      thread = std::thread([this] { serve(); });
  }
  changed.notify_all();
}

// The lock is not held meanwhile, so that others can add work.
bool Queue::runAtOnce(const std::function<void()> &work) {
  {
    std::lock_guard lock(mutex);
    if (isBusy || !waiting.empty())
      return false;
    isBusy = true;
  }
  work();
  {
    std::lock_guard lock(mutex);
    isBusy = false;
  }
  changed.notify_all();
  return true;
}

void Queue::drain() {
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return !isBusy && waiting.empty(); });
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
    Work work = std::move(waiting.front());
    waiting.pop_front();
    isHelped = true;
    lock.unlock();
    work.run();
    work = {};
    lock.lock();
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
    Work work = std::move(waiting.front());
    waiting.pop_front();
    isBusy = true;
    lock.unlock();
    work.run();
    work = {}; // what it holds goes before the queue is idle
    lock.lock();
    isBusy = false;
    changed.notify_all();
  }
}

} // namespace spmd::pjrt
