// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An executable on the devices of this process: their memory, their walks and the places where they meet. Arguments
// stay where they are between runs; a result that takes over an argument lies in its buffer and so feeds the next run.
#pragma once
#include "runtime/array.h"
#include "runtime/executable.h"
#include "runtime/walk.h"
#include <condition_variable>
#include <memory>
#include <mutex>

namespace spmd::rt {

class Instance;

/// The end of one run.
class Future {
public:
  bool isReady() const;
  /// Waits for the end of the run; the error of the run, if it had one.
  llvm::Error wait();

private:
  friend class Instance;
  Future(Instance &instance, uint64_t run) : instance(&instance), run(run) {}
  Instance *instance;
  uint64_t run;
};

class Instance final : public WalkObserver {
public:
  /// Fails where memory is short. `workers` outlives the instance.
  static llvm::Expected<std::unique_ptr<Instance>> create(std::shared_ptr<const Executable> executable,
                                                          Workers &workers);
  ~Instance();

  const Program &program() const { return executable->program(); }
  const Executable &code() const { return *executable; }

  /// Cuts a global array into the devices' buffers; padding becomes zero. Fails where type or shape differ from the
  /// program's. Not during a run.
  llvm::Error setArgument(size_t index, const Array &global);

  /// Starts a run and returns; one at a time.
  Future run();

  /// Joins the devices' parts into a global array. Not during a run.
  llvm::Expected<Array> result(size_t index);
  /// The same of an argument, as it is now.
  llvm::Expected<Array> argument(size_t index);

  /// The device ids of this process, and their buffers by place in that list.
  const std::vector<int64_t> &localDevices() const { return devices; }
  std::byte *argumentData(size_t index, size_t place) const { return memory[place].arguments[index]; }
  std::byte *resultData(size_t index, size_t place) const { return memory[place].results[index]; }

private:
  friend class Future;
  Instance(std::shared_ptr<const Executable> executable, Workers &workers);

  llvm::Error allocate();
  void meet();
  void walkEnded() override;
  llvm::Expected<Array> join(const Border &border, bool isResult, size_t index);

  std::shared_ptr<const Executable> executable;
  Workers &workers;
  std::vector<int64_t> devices;
  std::vector<DeviceMemory> memory; // by place
  std::vector<Buffer> buffers;
  std::deque<CollectivePlan> plans;
  std::vector<std::unique_ptr<Rendezvous>> rendezvous;
  std::vector<std::unique_ptr<Walk>> walks;

  std::atomic<int64_t> running{0}; // walks of the run under way
  std::mutex mutex;
  std::condition_variable ended;
  uint64_t startedRuns = 0, endedRuns = 0;
};

} // namespace spmd::rt
