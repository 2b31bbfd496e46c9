// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A deque, one mutex and one condition. `isBusy` counts work on the thread and work that a caller
// runs at once alike, so that there is one order.
#include "compiler/pjrt/queue.h"

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

// The thread itself may add more than kMost: it would wait for itself.
void Queue::add(std::function<void()> work) {
  {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] {
      return waiting.size() < kMost || thread.get_id() == std::this_thread::get_id();
    });
    waiting.push_back(std::move(work));
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

// For the end of a client.
void Queue::drain() {
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return waiting.empty() && !isBusy; });
}

/// Work that the calling thread runs at once counts as busy, too.
void Queue::serve() {
  std::unique_lock lock(mutex);
  while (true) {
    changed.wait(lock, [&] { return !isBusy && (isEnding || !waiting.empty()); });
    if (waiting.empty())
      return;
    std::function<void()> work = std::move(waiting.front());
    waiting.pop_front();
    isBusy = true;
    lock.unlock();
    work();
    work = nullptr; // what it holds goes before anybody who drains goes on
    lock.lock();
    isBusy = false;
    changed.notify_all();
  }
}

} // namespace spmd::pjrt
