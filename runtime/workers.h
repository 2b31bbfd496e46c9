// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The threads of a process: as many as cores, running whichever devices are ready and the tiles of
// open jobs. Nothing that runs on a worker ever waits: who has to wait is parked outside and pushed
// again by the one who ends the wait.
#pragma once
#include "runtime/process_exit.h"
#include "runtime/thread.h"
#include "runtime/thread_state.h"
#include "runtime/worker_cores.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace spmd::rt {

/// Something that a worker runs until it parks or ends: a device's walk, the next stage of a
/// collective.
struct Runnable {
  Runnable *next = nullptr; // owned by the queue or list it is in
  virtual void run() = 0;

protected:
  ~Runnable() = default;
};

/// Tiles that any worker may take, in any order and at the same time. Workers own all jobs and
/// never free one, so that a worker that still looks at a job which has ended meanwhile sees no
/// tiles left and goes away.
struct alignas(64) Job {
  void (*tile)(void *context, int64_t index) = nullptr;
  void *context = nullptr;
  Runnable *continuation = nullptr; // run by whoever ends the last tile

private:
  friend class Workers;
  std::atomic<int64_t> left{0};       // tiles that nobody has taken; below 0: looked at too late
  std::atomic<int64_t> unfinished{0}; // tiles that have not ended
  int64_t count = 0;
  int slot = -1;
};

struct WorkerOptions {
  unsigned threads = 0;     // 0: a thread per core that this process may run on
  int64_t spinMicros = 100; // how long an idle worker looks for work before it sleeps
};

class Workers final : private ExitListener {
public:
  /// Starts as many of the threads as the system gives; startError() says why they are fewer. What
  /// waits for a run works as a helper, so even without any thread runs come to their end.
  explicit Workers(WorkerOptions options = {});
  /// Ends and joins the threads; nothing may be queued or running any more, unless the workers are
  /// halted.
  ~Workers();
  Workers(const Workers &) = delete;
  Workers &operator=(const Workers &) = delete;

  unsigned threadCount() const { return unsigned(threads.size()); }
  /// Why there are fewer threads than asked for: "3 of 8 worker threads run; no thread can be
  /// started: ..."; else empty.
  const std::string &startError() const { return startFailure; }

  /// Whether the process is exiting: threads end after the tile or the step that they are in, and
  /// nothing runs any more.
  bool isHalted() const { return halted.load(std::memory_order_relaxed); }

  /// A thread that has to wait for work which it pushes works itself, in the place of a worker,
  /// which sleeps meanwhile: what it waits for ends on it, or while it looks, so that nobody has to
  /// be woken.
  class Helper {
  public:
    /// No more than one at a time; who comes second has no place, and its work() returns at once.
    explicit Helper(Workers &workers);
    ~Helper() { leave(); }
    Helper(const Helper &) = delete;
    Helper &operator=(const Helper &) = delete;

    /// As Workers::push; the first of them is for the helper.
    void push(Runnable *first, Runnable *last, int64_t count);
    /// Works until `isOver`, or until there was nothing to do for as long as idle workers look.
    /// Whatever it runs ends first, also what others have pushed.
    void work(llvm::function_ref<bool()> isOver);
    /// Gives the place back to the workers; before a wait for anything else.
    void leave();

  private:
    Workers &workers;
    std::optional<WorkerThreadState> state; // none: no place
  };

  /// Whether every worker sleeps, no helper works and nothing is queued or open: then nothing goes
  /// on before somebody pushes.
  bool areAllAsleep();

  /// Queues a list of `count` runnables, linked by `next`. First in, first out.
  void push(Runnable *first, Runnable *last, int64_t count);
  void push(Runnable *one) { push(one, one, 1); }

  Job *newJob();
  void freeJob(Job *job);

  /// Offers `count` tiles of a job whose fields are set and all of whose earlier tiles have ended.
  /// The job ends when all tiles have; then its continuation runs, on whichever thread that is.
  void open(Job &job, int64_t count);
  /// Takes tiles until none are left. True: this thread ended the last one and must go on with the
  /// continuation itself. False: nothing was left, or somebody else still runs a tile and will go
  /// on.
  bool help(Job &job);
  /// Both, for callers whose owner may be gone as soon as all tiles have ended: nothing but `job`
  /// is looked at again.
  bool openAndHelp(Job &job, int64_t count) {
    open(job, count);
    return help(job);
  }

private:
  static constexpr int kSlots = 64;
  struct Parking {
    std::condition_variable wakes;
    bool isWoken = false;
  };

  void stopForExit() override;
  void endThreads();
  void loop(unsigned self);
  bool park(Parking &parking);
  void enqueue(Runnable *first, Runnable *last, int64_t count);
  bool runOne();
  bool look(llvm::function_ref<bool()> until) const;
  Runnable *pop();
  Runnable *helpAnyone();
  bool anyWork() const { return queued.load() > 0 || occupied.load() != 0; }
  void wake(int64_t wanted);
  void close(Job &job);

  WorkerOptions options;
  std::unique_ptr<WorkerCores> cores; // null where there are more workers than cores
  std::vector<Thread> threads;
  std::string startFailure;
  std::atomic<bool> halted{false};

  std::mutex queueMutex;
  Runnable *head = nullptr, *tail = nullptr;
  std::atomic<int64_t> queued{0};

  // Open jobs. A job that finds no slot free is run by its owner alone.
  std::atomic<uint64_t> occupied{0};
  std::atomic<Job *> slots[kSlots] = {};

  // The last to be parked is woken first: its core is the one that is free.
  std::mutex sleepMutex;
  std::vector<Parking> parkings;      // of each worker
  std::vector<Parking *> parked;      // under the mutex
  std::atomic<int64_t> sleeping{0};   // how many these are
  std::atomic<bool> hasHelper{false}; // then one stays parked
  std::atomic<pthread_t> helper{};    // its thread
  std::atomic<uint64_t> visits{0};    // helpers that have come
  bool stopping = false;

  std::mutex jobMutex;
  std::vector<std::unique_ptr<Job>> allJobs;
  std::vector<Job *> freeJobs;
};

/// The cores that this process may use, as its affinity mask and control group say; at least 1.
unsigned availableCores();

} // namespace spmd::rt
