// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The worker threads of a process: one per core. They run devices that are ready and tiles of open
// jobs. Code on a worker never blocks. A walk that must wait is suspended, and whoever ends the
// wait pushes it to the workers again.
#pragma once
#include "runtime/library_threads.h"
#include "runtime/process_exit.h"
#include "runtime/thread.h"
#include "runtime/worker_cores.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace spmd::rt {

/// An object that a worker runs until it is suspended or ends: a device's walk, or the next stage
/// of a collective.
struct Runnable {
  Runnable *next = nullptr; // link of the queue or list that holds the object
  virtual void run() = 0;

protected:
  ~Runnable() = default;
};

/// A set of tiles that any worker may take, in any order and concurrently. Workers own all jobs and
/// never free one. A worker that still looks at a job that has ended sees no tiles left and leaves
/// it alone.
struct alignas(64) Job {
  void (*tile)(void *context, int64_t index) = nullptr;
  void *context = nullptr;
  Runnable *continuation = nullptr; // run by the worker that ends the last tile

private:
  friend class Workers;
  std::atomic<int64_t> left{0};       // tiles that nobody has taken; below 0 after late attempts
  std::atomic<int64_t> unfinished{0}; // tiles that have not ended
  int64_t count = 0;
  int slot = -1;
};

struct WorkerOptions {
  unsigned threads = 0;     // 0: one thread per core that this process may use
  int64_t spinMicros = 100; // how long an idle worker looks for work before it sleeps
};

class Workers final : private ExitListener {
public:
  /// Starts the threads. The system may grant fewer, and startError() says why. A thread that waits
  /// for a run works as a helper, so runs complete even without any worker thread.
  explicit Workers(WorkerOptions options = {});
  /// Ends and joins the threads. Nothing may be queued or running any more, unless the workers are
  /// halted.
  ~Workers();
  Workers(const Workers &) = delete;
  Workers &operator=(const Workers &) = delete;

  unsigned threadCount() const { return unsigned(threads.size()); }
  /// The reason where fewer threads than requested run: "3 of 8 worker threads run; no thread can
  /// be started: ..."; else empty.
  const std::string &startError() const { return startFailure; }

  /// Whether the process is exiting. Threads then end after their current tile or step, and nothing
  /// runs any more.
  bool isHalted() const { return halted.load(std::memory_order_relaxed); }

  /// A thread outside the workers that pushes work and waits for it. It works in the place of a
  /// worker, which sleeps meanwhile. The last piece of work then mostly ends on the waiting thread
  /// itself, or while it looks for work, so that no thread has to be woken.
  class Helper {
  public:
    /// At most one helper works at a time. A second one gets no place, and its work() returns at
    /// once.
    explicit Helper(Workers &workers);
    ~Helper() { leave(); }
    Helper(const Helper &) = delete;
    Helper &operator=(const Helper &) = delete;

    /// As Workers::push, but the helper takes the first runnable itself, so one worker less is
    /// woken.
    void push(Runnable *first, Runnable *last, int64_t count);
    /// Works until `isOver`, or until there was no work for as long as idle workers look for it. A
    /// runnable that the helper has begun ends first, even if another thread pushed it.
    void work(llvm::function_ref<bool()> isOver);
    /// Gives the place back to the workers. Must be called before waiting for anything else.
    void leave();

  private:
    Workers &workers;
    std::optional<WorkerThreadState> state; // empty: this helper has no place
  };

  /// Whether every worker sleeps, no helper works, and nothing is queued or open. Then nothing
  /// happens until some thread pushes work.
  bool areAllAsleep();

  /// Queues a list of `count` runnables, linked by `next`; the queue is first in, first out.
  void push(Runnable *first, Runnable *last, int64_t count);
  void push(Runnable *one) { push(one, one, 1); }

  Job *newJob();
  void freeJob(Job *job);

  /// Offers `count` tiles of a job. Its fields must be set and its earlier tiles must have ended.
  /// When all tiles have ended, the thread that ended the last one runs the continuation.
  void open(Job &job, int64_t count);
  /// Takes tiles until none are left. True: this thread ended the last tile and must run the
  /// continuation itself. False: no tile was left, or another thread still runs one and will run
  /// the continuation.
  bool help(Job &job);
  /// Opens and helps. For callers whose owner may be destroyed as soon as all tiles have ended:
  /// after that only `job` is accessed.
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

  // Open jobs by slot. A job that finds no free slot is run by its owner alone.
  std::atomic<uint64_t> occupied{0};
  std::atomic<Job *> slots[kSlots] = {};

  // The worker that parked last is woken first: its core is the one that is most likely free.
  std::mutex sleepMutex;
  std::vector<Parking> parkings;      // by worker
  std::vector<Parking *> parked;      // changed under sleepMutex
  std::atomic<int64_t> sleeping{0};   // size of `parked`
  std::atomic<bool> hasHelper{false}; // while true, one worker stays parked
  std::atomic<pthread_t> helper{};    // the helper's thread
  std::atomic<uint64_t> visits{0};    // how many helpers have begun
  bool stopping = false;

  std::mutex jobMutex;
  std::vector<std::unique_ptr<Job>> allJobs;
  std::vector<Job *> freeJobs;
};

/// The number of cores that the quotas of a control group and of those around it allow, rounded up,
/// or 0 without a quota. The file `groups` names the group of this process, as /proc/self/cgroup
/// does. The groups of cgroup 2 are mounted at `root`.
unsigned quotaCores(const std::filesystem::path &root, const std::filesystem::path &groups);
/// The number of cores that this process may use, by its affinity mask and its control group; at
/// least 1.
unsigned availableCores();

} // namespace spmd::rt
