// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads that take turns by one mutex, meetings for collectives, and queues for channels.
#include "compiler/reference/grid.h"
#include "llvm/Support/thread.h"

namespace spmd {

namespace {
/// The error of a device that stopped because of another one's error.
class Stopped : public llvm::ErrorInfo<Stopped> {
public:
  static char ID;
  void log(llvm::raw_ostream &os) const override { os << "stopped because another device failed"; }
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }
};
char Stopped::ID = 0;
} // namespace

/// Errors of type Stopped are dropped; of the others the one of the lowest device is
/// returned.
llvm::Error Grid::run(llvm::function_ref<llvm::Error(int64_t)> body) {
  std::vector<llvm::Error> errors;
  for (int64_t device = 0; device < devices; ++device)
    errors.push_back(llvm::Error::success());
  // llvm::thread ends the process with a reason where the system refuses a thread, instead
  // of throwing.
  std::vector<llvm::thread> threads;
  for (int64_t device = 0; device < devices; ++device)
    threads.emplace_back([&, device] {
      std::lock_guard lock(turn);
      llvm::Error error = body(device);
      if (error)
        isStuck = isReported = true;
      ++finished;
      noticeDeadlock();
      changed.notify_all();
      llvm::consumeError(std::exchange(errors[device], std::move(error)));
    });
  for (llvm::thread &thread : threads)
    thread.join();
  llvm::Error cause = llvm::Error::success();
  bool hasCause = false;
  for (llvm::Error &error : errors) {
    if (error && !hasCause && !error.isA<Stopped>()) {
      llvm::consumeError(std::exchange(cause, std::move(error)));
      hasCause = true;
    } else {
      llvm::consumeError(std::move(error));
    }
  }
  return cause;
}

/// All conditions depend on what other devices do, so no condition will change once all
/// devices wait or have finished.
void Grid::noticeDeadlock() {
  bool allWait = int64_t(waiters.size()) + finished == devices;
  if (allWait && !waiters.empty() &&
      llvm::none_of(waiters, [](const auto *ready) { return (*ready)(); })) {
    isStuck = true;
    changed.notify_all();
  }
}

/// Gives up the turn while it waits. The caller holds the turn before and after.
bool Grid::wait(const std::function<bool()> &ready) {
  auto self = waiters.insert(waiters.end(), &ready);
  noticeDeadlock();
  std::unique_lock lock(turn, std::adopt_lock);
  changed.wait(lock, [&] { return ready() || isStuck; });
  lock.release(); // the caller keeps the turn
  waiters.erase(self);
  return ready();
}

/// The first device that cannot continue reports the reason; the others stop silently.
llvm::Error Grid::stuck(mlir::Operation *op, const llvm::Twine &message) {
  if (std::exchange(isReported, true))
    return llvm::make_error<Stopped>();
  return opError(op, message);
}

/// The last device of a group completes the meeting and removes it, so that the next
/// execution of the same op is a new meeting. Values are returned in the order of the group.
llvm::Expected<std::vector<TensorList>> Grid::exchange(int64_t device, mlir::Operation *op,
                                                       llvm::ArrayRef<int64_t> group,
                                                       TensorList mine) {
  const int64_t *place = llvm::find(group, device);
  if (place == group.end())
    return opError(op, "is reached by device " + llvm::Twine(device) +
                           ", which is in none of its groups");
  Key key{op, group.vec()};
  std::shared_ptr<Meeting> &slot = meetings[key];
  if (!slot) {
    slot = std::make_shared<Meeting>();
    slot->given.resize(group.size());
  }
  // Kept alive by each waiting device, since the last one removes it from the map.
  std::shared_ptr<Meeting> meeting = slot;
  meeting->given[place - group.begin()] = std::move(mine);
  if (++meeting->arrived == int64_t(group.size())) {
    meetings.erase(key); // the next execution is another meeting
    changed.notify_all();
    return meeting->given;
  }
  int64_t size = group.size();
  if (!wait([meeting, size] { return meeting->arrived == size; }))
    return stuck(op, "has device " + llvm::Twine(device) + " waiting for its group of " +
                         llvm::Twine(size) + " devices, of which " +
                         llvm::Twine(size - meeting->arrived) + " never come");
  return meeting->given;
}

/// Queues values for one receiver and wakes it.
void Grid::post(int64_t channel, int64_t from, int64_t to, TensorList values) {
  channels[{channel, from, to}].push_back(std::move(values));
  changed.notify_all();
}

/// Waits for the first value of the queue between two devices.
llvm::Expected<TensorList> Grid::receive(mlir::Operation *op, int64_t channel, int64_t from,
                                         int64_t to) {
  std::deque<TensorList> &queue = channels[{channel, from, to}];
  if (!wait([&queue] { return !queue.empty(); }))
    return stuck(op, "has device " + llvm::Twine(to) + " waiting for device " + llvm::Twine(from) +
                         " to send along channel " + llvm::Twine(channel) +
                         ", which it never does");
  TensorList values = std::move(queue.front());
  queue.pop_front();
  return values;
}

} // namespace spmd
