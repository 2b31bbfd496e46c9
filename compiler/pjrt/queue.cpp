// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/pjrt/queue.h"

namespace spmd::pjrt {

Queue::~Queue() {
  {
    std::lock_guard lock(mutex);
    isEnding = true;
  }
  changed.notify_all();
  if (thread.joinable())
    thread.join();
}

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
