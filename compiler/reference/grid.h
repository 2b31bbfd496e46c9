// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Simulates the devices of a mesh. Each device is a thread, and one thread runs at a time.
// Devices meet in collectives and channels. Where a device waits for another one that will
// never come, the grid reports it instead of hanging.
#pragma once
#include "compiler/ops/eval.h"
#include <condition_variable>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <mutex>

namespace spmd {

class Grid {
public:
  explicit Grid(int64_t devices) : devices(devices) {}

  /// Runs `body(device)` for every device and waits for all. Returns the first error that is
  /// not a consequence of another device's error.
  llvm::Error run(llvm::function_ref<llvm::Error(int64_t)> body);

  /// See EvalContext::exchange.
  llvm::Expected<std::vector<TensorList>> exchange(int64_t device, mlir::Operation *op,
                                                   llvm::ArrayRef<int64_t> group, TensorList mine);
  /// Channels between devices. `post` never waits: values are queued for their receiver.
  void post(int64_t channel, int64_t from, int64_t to, TensorList values);
  llvm::Expected<TensorList> receive(mlir::Operation *op, int64_t channel, int64_t from,
                                     int64_t to);

private:
  /// A collective in progress: the values that the devices of a group have given so far.
  struct Meeting {
    std::vector<TensorList> given;
    int64_t arrived = 0;
    bool isComplete = false;
  };
  using Key = std::pair<mlir::Operation *, std::vector<int64_t>>;
  /// Lets other devices run until `ready` holds. Returns false where it never will.
  bool wait(const std::function<bool()> &ready);
  /// Sets isStuck where every device has finished or waits for something that does not hold.
  void noticeDeadlock();
  llvm::Error stuck(mlir::Operation *op, const llvm::Twine &message);

  int64_t devices;
  std::mutex turn; // held by the device that runs
  std::condition_variable changed;
  std::map<Key, std::shared_ptr<Meeting>> meetings;
  std::map<std::array<int64_t, 3>, std::deque<TensorList>> channels;
  std::list<const std::function<bool()> *> waiters; // the conditions of the waiting devices
  int64_t finished = 0;
  bool isStuck = false;    // no device can continue, or one has failed
  bool isReported = false; // a device has reported the reason
};

} // namespace spmd
