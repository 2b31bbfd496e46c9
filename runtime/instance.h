// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An executable on the devices of this process: their memory, their walks, and the rendezvous of
// their collectives, also with devices of other ranks. Arguments stay in place between runs. A
// result that aliases an argument lies in the argument's buffer and so feeds the next run.
#pragma once
#include "runtime/array.h"
#include "runtime/executable.h"
#include "runtime/library_threads.h"
#include "runtime/shards.h"
#include "runtime/transport_ranks.h"
#include "runtime/walk.h"
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>

namespace spmd::rt {

class Instance;

/// The number of workers that a process should have. That is the number of its cores, divided by
/// the number of ranks on this machine unless the launcher has bound each rank to its own cores.
unsigned workerCountFor(const RankTransport *transport);

/// The completion of one run.
class Future {
public:
  /// Waits for the end of the run. The calling thread takes the place of a worker meanwhile, as
  /// long as there is work. Fails where devices of this process wait for each other forever because
  /// they took different branches around a collective, and where the transport has failed. The
  /// instance cannot run any more then. Fails also where a routine could not go on, which has no
  /// consequences for later runs.
  llvm::Error wait();
  /// Waits without working, for a thread that is about to end or whose objects are being destroyed.
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
  /// Fails where memory is short, and where the devices cannot be divided evenly among the ranks of
  /// `transport`. `workers` and `transport` must outlive the instance. With a transport all ranks
  /// must make the same instances, runs and calls of result() in the same order.
  /// `bindsBorders`: the instance has no buffers of arguments and results; bindArgument and
  /// bindResult give them before a run.
  static llvm::Expected<std::unique_ptr<Instance>>
  create(std::shared_ptr<const Executable> executable, Workers &workers,
         RankTransport *transport = nullptr, bool bindsBorders = false);
  /// On the devices that the map gives to this rank, at least one. Only ranks with devices make the
  /// instance and run it.
  static llvm::Expected<std::unique_ptr<Instance>>
  create(std::shared_ptr<const Executable> executable, Workers &workers, RankMap rankMap,
         bool bindsBorders);
  ~Instance();

  const Program &program() const { return executable->program(); }
  const Executable &code() const { return *executable; }

  /// Copies each device's block of a global array into its buffer; padding becomes zero. Fails
  /// where type or shape differ from the program's. Must not be called during a run.
  llvm::Error setArgument(size_t index, const Array &global);

  /// For an instance that binds its borders: the buffers of an argument, or of a result that has no
  /// alias. They must live during the runs. Those of a donated argument are written to. Must not be
  /// called during a run.
  void bindArgument(size_t index, const Shards &shards);
  void bindResult(size_t index, const Shards &shards);

  /// Starts a run and returns at once. Only one run may be in progress. If the process exits before
  /// the run has ended, the run fails.
  Future run();
  /// Runs to the end, on the calling thread and the workers. The same as run().wait(), but faster:
  /// no worker is woken for work that the calling thread takes itself.
  llvm::Error runToEnd();
  /// Ends the run in progress, if there is one, with a RunCancelled: each device stops behind the
  /// command at which it is. Any thread may call it. Later runs are not affected, except over a
  /// transport, where the ranks would have to agree on that.
  void cancel();

  /// Joins the blocks of all devices into a global array, on every rank. Must not be called during
  /// a run.
  llvm::Expected<Array> result(size_t index);
  /// Joins the blocks of an argument in the same way, with its current contents.
  llvm::Expected<Array> argument(size_t index);

  /// The device ids of this process. Their buffers are found by their index in this list (`place`).
  const std::vector<int64_t> &localDevices() const { return devices; }
  std::byte *argumentData(size_t index, size_t place) const {
    return memory[place].arguments[index];
  }

  /// Records all runs from now on, for writeTrace. Recording costs about 50 ns per command.
  void startTracing();
  /// Drops the records.
  void stopTracing();
  const TraceRecord &traceOf(size_t place) const { return traces[place]; }

  RankTransport *transport() const { return rankMap.transport; }
  const RankMap &ranks() const { return rankMap; }

private:
  friend class Future;
  Instance(std::shared_ptr<const Executable> executable, Workers &workers, RankMap rankMap);
  std::vector<std::byte *> partsOf(bool isResult, size_t index) const;

  Future start(llvm::function_ref<void(Runnable *first, Runnable *last, int64_t count)> push);
  llvm::Error allocate(bool bindsBorders);
  void meet();
  void walkEnded() override;
  std::string describeDeadlock() const;
  llvm::Error takeFailure();

  std::shared_ptr<const Executable> executable;
  Workers &workers;
  RankMap rankMap;
  std::vector<int64_t> devices;
  std::vector<DeviceMemory> memory; // by place
  std::vector<Buffer> buffers;
  std::deque<CollectivePlan> plans;
  std::unique_ptr<StagingPool> staging;
  std::vector<std::unique_ptr<Rendezvous>> rendezvous;
  std::vector<std::unique_ptr<Walk>> walks;
  std::vector<TraceRecord> traces; // by place; empty while nothing is recorded

  std::atomic<int64_t> running{0}; // walks of the current run that have not ended
  std::mutex mutex;
  std::condition_variable ended;
  uint64_t startedRuns = 0;
  std::atomic<uint64_t> endedRuns{0}; // changed under the mutex, read also without
  std::string broken;                 // why nothing can run any more; empty while all is well
  RunFailure runFailure;              // why the current run ends early
  /// Present during a run of a program that calls libraries.
  std::optional<OneBlasThread> oneBlasThread;
  bool callsLibraries = false;
};

} // namespace spmd::rt
