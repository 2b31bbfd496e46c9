// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pretend devices: a thread each, of which one runs at a time. They meet in exchanges; a device
// that waits for one that will never come is told so, instead of hanging.
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

  /// Runs `body(device)` for every device, to the end of all. The first error that is a cause, not
  /// a consequence.
  llvm::Error run(llvm::function_ref<llvm::Error(int64_t)> body);

  /// See EvalContext::exchange.
  llvm::Expected<std::vector<TensorList>> exchange(int64_t device, mlir::Operation *op,
                                                   llvm::ArrayRef<int64_t> group, TensorList mine);
  /// Channels between devices: values wait for their receiver.
  void post(int64_t channel, int64_t from, int64_t to, TensorList values);
  llvm::Expected<TensorList> receive(mlir::Operation *op, int64_t channel, int64_t from,
                                     int64_t to);

private:
  struct Meeting {
    std::vector<TensorList> given;
    int64_t arrived = 0;
    bool isComplete = false;
  };
  using Key = std::pair<mlir::Operation *, std::vector<int64_t>>;
  /// Lets others run until `ready` holds; false where it never will.
  bool wait(const std::function<bool()> &ready);
  void noticeDeadlock();
  llvm::Error stuck(mlir::Operation *op, const llvm::Twine &message);

  int64_t devices;
  std::mutex turn; // held by the device that runs
  std::condition_variable changed;
  std::map<Key, std::shared_ptr<Meeting>> meetings;
  std::map<std::array<int64_t, 3>, std::deque<TensorList>> channels;
  std::list<const std::function<bool()> *> waiters; // what each waiting device waits for
  int64_t finished = 0;
  bool isStuck = false;    // nobody can go on, or somebody failed
  bool isReported = false; // and somebody has said why
};

} // namespace spmd
