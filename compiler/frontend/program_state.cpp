// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Synchronizes the calls on one Program: at most one run at a time, any number of waiting
// threads, and a destructor that waits for them.
#include "compiler/frontend/program_state.h"
#include <utility>

namespace spmd {
namespace {

/// Returns the message of the error or exception of `work`; empty where it succeeded.
template <class Work> std::string failureOf(const Work &work) {
  try {
    llvm::Error error = work();
    return error ? llvm::toString(std::move(error)) : std::string();
  } catch (const std::exception &exception) {
    return exception.what();
  }
}

/// Counts a thread inside of run() or wait(), also when it leaves by an exception.
/// Constructed and destroyed under the lock.
class Caller {
public:
  Caller(int &count, std::condition_variable &changed) : count(count), changed(changed) { ++count; }
  ~Caller() {
    --count;
    // under the lock: the destructor of the state may wait for this notification
    changed.notify_all();
  }

private:
  int &count;
  std::condition_variable &changed;
};

} // namespace

Program::State::State(std::unique_ptr<Session> owned)
    : session(std::move(owned)), arguments(session->program().arguments.size(), Argument::Missing),
      isReplaced(session->program().results.size(), false) {}

Program::State::~State() {
  std::unique_lock lock(mutex);
  changed.wait(lock, [this] { return callers == 0; });
  /// The session's destructor waits for a run that no thread waits for.
}

/// Locks the program for a call that needs it at rest. Throws if a run is in progress.
std::unique_lock<std::mutex> Program::State::lockAtRest(const char *call) {
  std::unique_lock lock(mutex);
  // Two messages: this thread can call wait() itself, or another one does so already.
  if (current)
    throw Error(std::string(call) + " during a run; " +
                (isAwaited ? "another thread waits for its end" : "call wait() first"));
  return lock;
}

bool Program::State::isAnySet() const {
  for (Argument argument : arguments)
    if (argument == Argument::Set)
      return true;
  return false;
}

void Program::State::noteSet(size_t index) { arguments[index] = Argument::Set; }

/// Until noteSet the argument has no value, and the result in its memory is lost.
void Program::State::noteWriting(size_t index) {
  // A write that fails halfway leaves the argument without a value.
  arguments[index] = Argument::Missing;
  if (int32_t result = session->program().arguments[index].alias; result >= 0)
    isReplaced[size_t(result)] = true;
}

/// Tells the user why a result does not exist: a wrong index, no run yet, a failed run, or
/// an argument that was set since and whose memory the result had.
void Program::State::checkResult(size_t index) const {
  const std::vector<rt::Border> &results = session->program().results;
  const std::string name = "result " + std::to_string(index);
  if (index >= results.size())
    throw Error(name + " of a program that returns " + std::to_string(results.size()));
  if (!last)
    throw Error(name + " before the first run");
  if (!last->failure.empty())
    throw Error("there is no " + name + ": the last run failed: " + last->failure);
  if (isReplaced[index])
    throw Error(
        name + " had the memory of argument " + std::to_string(results[index].alias) +
        ", which has been set since the last run; take results before their arguments are set");
}

std::string Program::State::nameOfArgument(size_t index) const {
  const rt::Border &border = session->program().arguments[index];
  return "argument " + std::to_string(index) + " (" +
         rt::typeText(border.type, border.globalShape) + ")";
}

/// Marks a run as in progress. Throws where an argument has no value. Donated arguments
/// without an alias are used up from here on.
void Program::State::begin(const char *call) {
  const std::vector<rt::Border> &borders = session->program().arguments;
  for (size_t i = 0; i < borders.size(); ++i) {
    if (arguments[i] == Argument::Missing)
      throw Error(std::string(call) + " before " + nameOfArgument(i) + " was set");
    if (arguments[i] == Argument::UsedUp)
      throw Error(std::string(call) + " without " + nameOfArgument(i) +
                  ": it is donated, and the last run used its memory; set it again");
  }
  auto run = std::make_shared<Run>();
  for (size_t i = 0; i < borders.size(); ++i)
    // A donated argument with an alias gets the result's value and stays set.
    if (borders[i].donated && borders[i].alias < 0)
      arguments[i] = Argument::UsedUp;
  isReplaced.assign(isReplaced.size(), false);
  current = std::move(run);
}

/// The run becomes `last` with its failure, and waiting threads continue (Caller notifies
/// them).
template <class Work>
void Program::State::finish(std::unique_lock<std::mutex> &lock, const Work &work) {
  Caller caller(callers, changed);
  std::shared_ptr<Run> run = current;
  // From here on other threads that call wait() sleep until `changed`.
  isAwaited = true;
  lock.unlock();
  std::string failure = failureOf(work);
  lock.lock();
  run->failure = std::move(failure);
  run->isOver = true;
  last = run;
  current.reset();
  isAwaited = false;
  if (!run->failure.empty())
    throw Error(run->failure);
}

/// Runs on the calling thread, which holds no lock meanwhile.
void Program::State::run() {
  std::unique_lock lock = lockAtRest("run()");
  begin("run()");
  finish(lock, [this] { return session->run(); });
}

/// A run that does not even begin counts as a failed run.
void Program::State::start() {
  std::unique_lock lock = lockAtRest("start()");
  begin("start()");
  const std::string failure = failureOf([this] { return session->start(); });
  if (failure.empty())
    return;
  current->failure = failure;
  last = std::exchange(current, nullptr);
  throw Error(failure);
}

/// The first thread in wait() ends the run; other threads wait until it has.
void Program::State::wait() {
  std::unique_lock lock(mutex);
  std::shared_ptr<Run> run = current;
  // No run is in progress, so there is nothing to wait for.
  if (!run)
    return;
  if (!isAwaited)
    return finish(lock, [this] { return session->wait(); });
  Caller caller(callers, changed);
  changed.wait(lock, [&] { return run->isOver; });
  if (!run->failure.empty())
    throw Error(run->failure);
}

} // namespace spmd
