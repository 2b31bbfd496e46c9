// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What may be done with a Program now: which arguments are set, which results there are, and
// whether a run is under way. Calls of different threads meet here; program.cpp holds what
// a single call does.
#pragma once
#include "compiler/frontend/spmd.h"
#include "compiler/session.h"
#include "runtime/process_exit.h"
#include <condition_variable>
#include <mutex>

namespace spmd {

struct Program::State {
  explicit State(std::unique_ptr<Session> session);
  /// Waits for the end of a run under way, and until no thread is inside run() or wait().
  ~State();

  /// Locks for a call that uses the devices' memory. Throws where a run is under way.
  std::unique_lock<std::mutex> lockAtRest(const char *call);

  void run();
  void start();
  void wait();

  /// Under the lock: the argument is about to be written, and has been written.
  void noteWriting(size_t index);
  void noteSet(size_t index);
  /// Under the lock: whether any argument has a value.
  bool isAnySet() const;
  /// Under the lock. Throws where the last run has left no such result.
  void checkResult(size_t index) const;

  const std::unique_ptr<Session> session;
  const uint64_t generation = rt::processGeneration();

private:
  enum class Argument : uint8_t { Missing, Set, UsedUp };
  struct Run {
    bool isOver = false;
    std::string failure; // empty: it ended well
  };

  std::string nameOfArgument(size_t index) const;
  void begin(const char *call);
  /// Runs `work` without the lock, as the end of a run; throws where that failed.
  template <class Work> void finish(std::unique_lock<std::mutex> &lock, const Work &work);

  std::mutex mutex; // of all that follows
  std::condition_variable changed;
  std::vector<Argument> arguments;
  std::vector<bool> isReplaced; // results: their argument has been written since the last run
  std::shared_ptr<Run> current; // the run under way
  bool isAwaited = false;       // some thread is inside run(), or in wait() for it
  int callers = 0;              // threads inside run() and wait()
  std::shared_ptr<Run> last;    // null: there was none
};

} // namespace spmd
