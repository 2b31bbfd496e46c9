// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the worker threads: the queue, the job slots, parking and waking.
//
// An idle worker looks for work for some microseconds and then sleeps on a condition variable.
// Publishing work takes no lock and no system call unless some worker sleeps. The publisher writes
// the work and then reads `sleeping`; a worker that is about to sleep raises `sleeping` and then
// looks for work. Both are sequentially consistent, so at least one of them sees the other.
#include "runtime/workers.h"
#include <algorithm>
#include <bit>
#include <cassert>
#include <chrono>
#include <fmt/format.h>
#include <fstream>
#include <sched.h>
#include <thread>

namespace spmd::rt {

namespace {

// Tells the core that the thread spins, which leaves resources to the other hyperthread.
void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

} // namespace

// cpu.max holds "quota period" or "max period": "150000 100000" -> 2.
unsigned quotaCores(const std::filesystem::path &root, const std::filesystem::path &groups) {
  std::string line, group;
  for (std::ifstream lines(groups); std::getline(lines, line);)
    if (line.starts_with("0::/")) // the hierarchy of cgroup 2
      group = line.substr(4);
  unsigned cores = 0;
  for (std::filesystem::path at = group;; at = at.parent_path()) {
    long quota = 0, period = 0;
    if (std::ifstream(root / at / "cpu.max") >> quota >> period && quota > 0 && period > 0)
      if (auto allowed = unsigned((quota + period - 1) / period); !cores || allowed < cores)
        cores = allowed;
    if (at.empty())
      return cores;
  }
}

unsigned availableCores() {
  cpu_set_t mask;
  unsigned cores = sched_getaffinity(0, sizeof(mask), &mask) == 0
                       ? unsigned(CPU_COUNT(&mask))
                       : std::thread::hardware_concurrency();
  if (unsigned quota = quotaCores("/sys/fs/cgroup", "/proc/self/cgroup"); quota && quota < cores)
    cores = quota;
  return cores ? cores : 1;
}

// Starts the threads. Where there are more workers than cores, spinning would take the core from a
// thread that works, so workers sleep at once. There also are not enough cores to keep workers
// apart.
Workers::Workers(WorkerOptions chosen) : options(chosen) {
  const unsigned available = availableCores();
  const unsigned count = options.threads ? options.threads : available;
  if (count > available)
    options.spinMicros = 0; // looking for work would take the core from a thread that works
  else if (count > 1)
    cores = std::make_unique<WorkerCores>(count + 1); // the last place belongs to the helper
  parkings = std::vector<Parking>(count);
  parked.reserve(count);
  threads.reserve(count);
  for (unsigned i = 0; i < count; ++i) {
    llvm::Expected<Thread> thread = Thread::start([this, i] { loop(i); });
    if (!thread) {
      startFailure = fmt::format("{} of {} worker threads run; {}", i, count,
                                 llvm::toString(thread.takeError()));
      break;
    }
    threads.push_back(std::move(*thread));
  }
  listen();
}

Workers::~Workers() {
  stopListening();
  endThreads();
}

/// Wakes and joins all threads except the calling one.
void Workers::endThreads() {
  {
    std::lock_guard lock(sleepMutex);
    stopping = true;
  }
  for (Parking &parking : parkings)
    parking.wakes.notify_one();
  for (Thread &thread : threads)
    if (!thread.isJoined() && !thread.isCurrent())
      thread.join();
}

/// Stops the threads before the process exits. A helper is a thread of the host and cannot be
/// joined: the function waits until the helper has given its place back.
void Workers::stopForExit() {
  halted.store(true);
  endThreads();
  while (hasHelper.load() && !pthread_equal(helper.load(), pthread_self()))
    std::this_thread::sleep_for(std::chrono::microseconds(100));
}

void Workers::enqueue(Runnable *first, Runnable *last, int64_t count) {
  last->next = nullptr;
  std::lock_guard lock(queueMutex);
  (tail ? tail->next : head) = first;
  tail = last;
  queued.fetch_add(count);
}

void Workers::push(Runnable *first, Runnable *last, int64_t count) {
  enqueue(first, last, count);
  wake(count);
}

// The relaxed read spares the lock in the common case of an empty queue. A worker that misses new
// work here still finds it before it sleeps (see the head of the file).
Runnable *Workers::pop() {
  if (queued.load(std::memory_order_relaxed) == 0)
    return nullptr;
  std::lock_guard lock(queueMutex);
  Runnable *first = head;
  if (!first)
    return nullptr;
  head = first->next;
  if (!head)
    tail = nullptr;
  queued.fetch_sub(1);
  return first;
}

Job *Workers::newJob() {
  std::lock_guard lock(jobMutex);
  if (freeJobs.empty()) {
    allJobs.push_back(std::make_unique<Job>());
    freeJobs.reserve(allJobs.size());
    return allJobs.back().get();
  }
  Job *job = freeJobs.back();
  freeJobs.pop_back();
  return job;
}

void Workers::freeJob(Job *job) {
  std::lock_guard lock(jobMutex);
  freeJobs.push_back(job);
}

// Publishes a job. The order of the stores matters: a worker that finds the job by its slot may
// read it before `left` is set; it then sees no tiles, because the previous use of the job ended
// with `left` at 0 or below.
void Workers::open(Job &job, int64_t count) {
  assert(count > 0 && "a job has tiles");
  job.count = count;
  job.slot = -1;
  // A single tile, or a single worker, needs no slot: the owner runs the tiles itself.
  bool shared = count > 1 && threads.size() > 1;
  if (shared) {
    uint64_t taken = occupied.load(std::memory_order_relaxed);
    while (~taken) {
      int free = std::countr_one(taken);
      if (occupied.compare_exchange_weak(taken, taken | uint64_t(1) << free)) {
        job.slot = free;
        break;
      }
    }
  }
  if (job.slot >= 0)
    // A worker that sees the job also sees its fields.
    slots[job.slot].store(&job, std::memory_order_release);
  job.unfinished.store(count, std::memory_order_relaxed);
  // From here on others may take tiles. The release store makes all of the above visible to them.
  job.left.store(count, std::memory_order_release);
  if (shared)
    wake(count - 1);
}

/// Frees the slot of a job while its tiles still run, so that another job can use it. Called once,
/// by the worker that takes the last tile.
void Workers::close(Job &job) {
  if (job.slot < 0)
    return;
  slots[job.slot].store(nullptr, std::memory_order_relaxed);
  occupied.fetch_and(~(uint64_t(1) << job.slot));
}

// `left` counts down from `count`, so tile indices rise: the tile is count - before. A late attempt
// leaves `left` below zero, which is harmless. `unfinished` is decreased once at the end, to touch
// the shared cache line less often.
bool Workers::help(Job &job) {
  int64_t ended = 0;
  while (job.left.load(std::memory_order_relaxed) > 0 && !isHalted()) {
    int64_t before = job.left.fetch_sub(1, std::memory_order_acquire);
    if (before <= 0)
      break;
    if (before == 1)
      close(job);
    job.tile(job.context, job.count - before);
    ++ended;
  }
  return ended && job.unfinished.fetch_sub(ended, std::memory_order_acq_rel) == ended;
}

/// Helps the open jobs in turn. Returns the continuation that must run next if this thread ended a
/// job, else null.
Runnable *Workers::helpAnyone() {
  for (uint64_t mask = occupied.load(std::memory_order_relaxed); mask; mask &= mask - 1) {
    Job *job = slots[std::countr_zero(mask)].load(std::memory_order_acquire);
    if (!job)
      continue;
    if (help(*job))
      return job->continuation;
  }
  return nullptr;
}

// Wakes up to `wanted` workers. While a helper works, one worker stays parked, so that the number
// of working threads stays the number of workers.
void Workers::wake(int64_t wanted) {
  if (wanted <= 0 || sleeping.load() <= int64_t(hasHelper.load()))
    return;
  std::lock_guard lock(sleepMutex);
  for (; wanted > 0 && sleeping.load() > int64_t(hasHelper.load()); --wanted) {
    Parking &parking = *parked.back();
    parked.pop_back();
    sleeping.fetch_sub(1);
    parking.isWoken = true;
    if (cores)
      cores->steer(unsigned(&parking - parkings.data()));
    parking.wakes.notify_one();
  }
}

/// Runs one queued runnable, or tiles of open jobs. False: there was nothing to run.
/// Queued runnables come first: they are devices that can continue, while tiles have at least their
/// owner working on them.
bool Workers::runOne() {
  if (Runnable *ready = pop()) {
    ready->run();
    return true;
  }
  if (occupied.load(std::memory_order_relaxed))
    if (Runnable *continuation = helpAnyone()) {
      continuation->run();
      return true;
    }
  return false;
}

/// Looks for work for at most spinMicros. True: there may be work. False: there is none, or `until`
/// holds.
bool Workers::look(llvm::function_ref<bool()> until) const {
  using Clock = std::chrono::steady_clock;
  if (options.spinMicros <= 0)
    return false;
  const Clock::time_point end = Clock::now() + std::chrono::microseconds(options.spinMicros);
  do {
    sched_yield(); // lets a thread run that was woken onto this core
    for (int i = 0; i < 32; ++i, pause()) {
      if (until())
        return false;
      if (anyWork())
        return true;
    }
  } while (Clock::now() < end);
  return false;
}

// The main function of worker `self`. A worker that is one too many (all are awake and a helper
// works) parks even where there is work.
void Workers::loop(unsigned self) {
  WorkerThreadState state;
  // Nobody is parked although a helper works, so one thread more than wanted is awake.
  auto isTooMany = [this] {
    return hasHelper.load(std::memory_order_relaxed) &&
           sleeping.load(std::memory_order_relaxed) == 0;
  };
  while (!isHalted()) {
    if (!isTooMany() && (runOne() || look(isTooMany)))
      continue;
    if (cores)
      cores->leave(self);
    if (!park(parkings[self]))
      return;
    if (cores)
      cores->enter(self);
  }
}

/// Sleeps until there is work for one more worker. False: the workers end.
bool Workers::park(Parking &parking) {
  std::unique_lock lock(sleepMutex);
  if (stopping)
    return false;
  parking.isWoken = false;
  parked.push_back(&parking);
  sleeping.fetch_add(1);
  // Checked after `sleeping` was raised, see the head of the file. A worker that is parked alone
  // leaves the work to the helper, which looks for work again after it has given its place back.
  if (anyWork() && !(hasHelper.load() && sleeping.load() == 1)) {
    parked.pop_back();
    sleeping.fetch_sub(1);
    return true;
  }
  parking.wakes.wait(lock, [&] { return parking.isWoken || stopping; });
  return !stopping;
}

/// The mutex keeps workers from being woken during the check. A helper that comes, takes the last
/// work and leaves between two of the reads is detected by the count of visits.
bool Workers::areAllAsleep() {
  std::lock_guard lock(sleepMutex);
  const uint64_t before = visits.load();
  return sleeping.load() == int64_t(threads.size()) && !hasHelper.load() && !anyWork() &&
         visits.load() == before;
}

Workers::Helper::Helper(Workers &workers) : workers(workers) {
  if (workers.hasHelper.exchange(true))
    return;
  workers.helper.store(pthread_self());
  workers.visits.fetch_add(1);
  state.emplace();
  if (workers.cores)
    workers.cores->enter(workers.threadCount());
}

// Work that arrived while the helper held its place may have woken no worker, so one is woken here.
void Workers::Helper::leave() {
  if (!state)
    return;
  state.reset();
  if (workers.cores)
    workers.cores->leave(workers.threadCount());
  workers.helper.store(pthread_t());
  workers.hasHelper.store(false);
  if (workers.anyWork())
    workers.wake(1);
}

void Workers::Helper::push(Runnable *first, Runnable *last, int64_t count) {
  workers.enqueue(first, last, count);
  workers.wake(state ? count - 1 : count);
}

void Workers::Helper::work(llvm::function_ref<bool()> isOver) {
  while (state && !workers.isHalted() && !isOver() && (workers.runOne() || workers.look(isOver)))
    ;
}

} // namespace spmd::rt
