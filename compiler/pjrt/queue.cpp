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

void Queue::add(std::function<void()> work, std::function<bool()> isReady) {
  {
    std::lock_guard lock(mutex);
    waiting.push_back({std::move(work), std::move(isReady)});
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
    Work work = std::move(waiting.front());
    waiting.pop_front();
    isBusy = true;
    lock.unlock();
    work.run();
    work = {}; // what it holds goes before anybody who drains goes on
    lock.lock();
    isBusy = false;
    changed.notify_all();
  }
}

} // namespace spmd::pjrt
