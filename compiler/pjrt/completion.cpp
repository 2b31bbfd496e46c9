// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events of the interface.
#include "compiler/pjrt/completion.h"
#include "compiler/pjrt/api.h"
#include "compiler/pjrt/host_signals.h"

namespace spmd::pjrt {

// One object for all: transfers are done when their function returns.
const std::shared_ptr<Completion> &Completion::ready() {
  static const std::shared_ptr<Completion> made = [] {
    auto completion = std::make_shared<Completion>();
    completion->finish({});
    return completion;
  }();
  return made;
}

// The flag is read first, without the lock: most events are done when somebody asks.
const Status &Completion::wait() {
  if (!isDone()) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return isDone(); });
  }
  return status;
}

// Most elements are there when somebody asks.
Status Completion::waitForHost() {
  if (isDone())
    return status;
  std::unique_lock lock(mutex);
  if (!pjrt::waitForHost(changed, lock, [&] { return isDone(); }))
    return {true, {PJRT_Error_Code::Cancelled, "a signal has ended the wait"}};
  return status;
}

// A callback that comes too late for finish() runs here.
void Completion::then(std::function<void(const Status &)> callback) {
  {
    std::lock_guard lock(mutex);
    if (!isDone()) {
      callbacks.push_back(std::move(callback));
      return;
    }
  }
  callback(status);
}

/// Callbacks run without the lock: they may ask the completion again.
void Completion::finish(Status ended) {
  std::vector<std::function<void(const Status &)>> waiting;
  {
    std::lock_guard lock(mutex);
    status = std::move(ended);
    done.store(true, std::memory_order_release);
    waiting.swap(callbacks);
  }
  changed.notify_all();
  for (const auto &callback : waiting)
    callback(status);
}

namespace {

/// The completion lives on with whoever waits for it.
PJRT_Error *destroy(PJRT_Event_Destroy_Args *args) {
  delete args->event;
  return nullptr;
}

/// Does not wait.
PJRT_Error *isReady(PJRT_Event_IsReady_Args *args) {
  args->is_ready = args->event->completion->isDone();
  return nullptr;
}

/// Gives the error of the work, if there is one.
PJRT_Error *await(PJRT_Event_Await_Args *args) { return toCaller(args->event->completion->wait()); }

/// The callback owns the error that it gets.
PJRT_Error *onReady(PJRT_Event_OnReady_Args *args) {
  args->event->completion->then([callback = args->callback, user = args->user_arg](
                                    const Status &status) { callback(toCaller(status), user); });
  return nullptr;
}

} // namespace

// Events are made by the functions that begin some work.
void addEventFunctions(PJRT_Api &api) {
  set<destroy>(api, Slot::Event_Destroy);
  set<isReady>(api, Slot::Event_IsReady);
  set<await>(api, Slot::Event_Error); // asked only of events that are ready
  set<await>(api, Slot::Event_Await);
  set<onReady>(api, Slot::Event_OnReady);
}

} // namespace spmd::pjrt
