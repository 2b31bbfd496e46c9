// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state of a Program between calls: which arguments are set, which results exist, and
// whether a run is in progress. It is the place where calls of several threads synchronize;
// program.cpp implements the single calls.
#pragma once
#include "compiler/frontend/spmd.h"
#include "compiler/session.h"
#include "runtime/process_exit.h"
#include <condition_variable>
#include <mutex>

namespace spmd {

struct Program::State {
  explicit State(std::unique_ptr<Session> session);
  /// Waits for the end of a run, and until no thread is inside of run() or wait().
  ~State();

  /// Locks for a call that uses the devices' memory. Throws while a run is in progress.
  std::unique_lock<std::mutex> lockAtRest(const char *call);

  void run();
  void start();
  void wait();

  /// Called under the lock before an argument is written, and after it has been written.
  void noteWriting(size_t index);
  void noteSet(size_t index);
  /// Called under the lock. Does any argument have a value?
  bool isAnySet() const;
  /// Called under the lock. Throws where the last run has left no such result.
  void checkResult(size_t index) const;

  const std::unique_ptr<Session> session;
  const uint64_t generation = rt::processGeneration();

private:
  /// UsedUp: a donated argument whose memory the last run has overwritten.
  enum class Argument : uint8_t { Missing, Set, UsedUp };
  struct Run {
    bool isOver = false;
    std::string failure; // empty where the run succeeded
  };

  /// "argument 2 (4x8xf32)".
  std::string nameOfArgument(size_t index) const;
  /// Starts a run on behalf of the named call.
  void begin(const char *call);
  /// Runs `work`, the end of a run, without the lock. Throws where the run failed.
  template <class Work> void finish(std::unique_lock<std::mutex> &lock, const Work &work);

  std::mutex mutex; // protects everything below
  std::condition_variable changed;
  std::vector<Argument> arguments;
  std::vector<bool> isReplaced; // per result: its argument has been written since the last run
  std::shared_ptr<Run> current; // the run in progress
  bool isAwaited = false;       // a thread is inside of run(), or in wait() for this run
  int callers = 0;              // threads inside of run() and wait()
  std::shared_ptr<Run> last;    // null before the first run
};

} // namespace spmd
