// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An executable on the devices of this process: their memory, their walks and the places where they
// meet, also with devices of other ranks. Arguments stay where they are between runs; a result that
// takes over an argument lies in its buffer and so feeds the next run.
#pragma once
#include "runtime/array.h"
#include "runtime/executable.h"
#include "runtime/transport_ranks.h"
#include "runtime/walk.h"
#include <condition_variable>
#include <memory>
#include <mutex>

namespace spmd::rt {

class Instance;

/// How many workers a process should have: its cores, shared with the other ranks of the machine
/// unless the launcher has bound each to its own.
unsigned workerCountFor(const RankTransport *transport);

/// The end of one run.
class Future {
public:
  bool isReady() const;
  /// Waits for the end of the run, and works in the place of a worker meanwhile, as long as there
  /// is something to do. Fails where devices of this process wait for each other for ever, since
  /// they took different branches around a collective; the instance cannot run any more then.
  llvm::Error wait();
  /// The same without working: for a thread that is about to end, or whose objects are being
  /// destroyed.
  llvm::Error waitIdle();

private:
  friend class Instance;
  Future(Instance &instance, uint64_t run) : instance(&instance), run(run) {}
  llvm::Error wait(Workers::Helper &helper);
  Instance *instance;
  uint64_t run;
};

class Instance final : public WalkObserver {
public:
  /// Fails where memory is short, and where there is a transport whose ranks do not share the
  /// devices evenly. `workers` and `transport` outlive the instance. With a transport all ranks
  /// must make the same instances, runs and calls of result() in the same order.
  static llvm::Expected<std::unique_ptr<Instance>>
  create(std::shared_ptr<const Executable> executable, Workers &workers,
         RankTransport *transport = nullptr);
  ~Instance();

  const Program &program() const { return executable->program(); }
  const Executable &code() const { return *executable; }

  /// Cuts a global array into the devices' buffers; padding becomes zero. Fails where type or shape
  /// differ from the program's. Not during a run.
  llvm::Error setArgument(size_t index, const Array &global);

  /// Starts a run and returns; one at a time. Where the process exits meanwhile, the run fails.
  Future run();
  /// Runs to the end, on the calling thread and the workers: what run().wait() does, sooner.
  llvm::Error runToEnd();

  /// Joins the devices' parts into a global array, on every rank. Not during a run.
  llvm::Expected<Array> result(size_t index);
  /// The same of an argument, as it is now.
  llvm::Expected<Array> argument(size_t index);

  /// The device ids of this process, and their buffers by place in that list.
  const std::vector<int64_t> &localDevices() const { return devices; }
  std::byte *argumentData(size_t index, size_t place) const {
    return memory[place].arguments[index];
  }
  std::byte *resultData(size_t index, size_t place) const { return memory[place].results[index]; }

  /// Records all runs from now on, for writeTrace. Costs about 50 ns a command.
  void startTracing();
  const TraceRecord &traceOf(size_t place) const { return traces[place]; }

  RankTransport *transport() const { return topology.transport; }

private:
  friend class Future;
  Instance(std::shared_ptr<const Executable> executable, Workers &workers, Topology topology);

  Future start(llvm::function_ref<void(Runnable *first, Runnable *last, int64_t count)> push);
  llvm::Error allocate();
  void meet();
  void walkEnded() override;
  std::string describeDeadlock() const;
  llvm::Expected<Array> join(const Border &border, bool isResult, size_t index);

  std::shared_ptr<const Executable> executable;
  Workers &workers;
  Topology topology;
  std::vector<int64_t> devices;
  std::vector<DeviceMemory> memory; // by place
  std::vector<Buffer> buffers;
  std::deque<CollectivePlan> plans;
  std::unique_ptr<StagingPool> staging;
  std::vector<std::unique_ptr<Rendezvous>> rendezvous;
  std::vector<std::unique_ptr<Walk>> walks;
  std::vector<TraceRecord> traces; // by place; empty while nothing is recorded

  std::atomic<int64_t> running{0}; // walks of the run under way
  std::mutex mutex;
  std::condition_variable ended;
  uint64_t startedRuns = 0;
  std::atomic<uint64_t> endedRuns{0}; // changed under the mutex
  std::string broken;                 // why nothing can be run any more
};

} // namespace spmd::rt
