// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/workers.h"
#include <gtest/gtest.h>
#include <sched.h>

namespace spmd::rt {
namespace {

/// Opens its job again and again; the walk of a device in small.
struct Rounds final : Runnable {
  Workers &workers;
  Job *job;
  int64_t tiles, rounds;
  std::vector<std::atomic<int>> touched;
  std::mutex mutex;
  std::condition_variable done;
  bool isDone = false;

  Rounds(Workers &workers, int64_t tiles, int64_t rounds)
      : workers(workers), job(workers.newJob()), tiles(tiles), rounds(rounds), touched(size_t(tiles)) {
    job->continuation = this;
    job->context = this;
    job->tile = [](void *self, int64_t index) { ++static_cast<Rounds *>(self)->touched[size_t(index)]; };
  }
  void run() override {
    while (rounds-- > 0) {
      if (!workers.openAndHelp(*job, tiles))
        return;
    }
    std::lock_guard lock(mutex);
    isDone = true;
    done.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex);
    done.wait(lock, [this] { return isDone; });
  }
};

TEST(Workers, EveryTileRunsOnceInEachRound) {
  for (unsigned threads : {1u, 2u, 5u}) {
    Workers workers({.threads = threads});
    std::vector<std::unique_ptr<Rounds>> all;
    for (int64_t i = 0; i < 7; ++i)
      all.push_back(std::make_unique<Rounds>(workers, 1 + i * 3, 300));
    for (auto &rounds : all)
      workers.push(rounds.get());
    for (auto &rounds : all) {
      rounds->wait();
      for (auto &count : rounds->touched)
        EXPECT_EQ(count.load(), 300);
    }
  }
}

TEST(Workers, SleepingWorkersAreWoken) {
  Workers workers({.threads = 3, .spinMicros = 0});
  for (int round = 0; round < 50; ++round) {
    Rounds one(workers, 8, 2);
    workers.push(&one);
    one.wait();
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
}

TEST(WorkerCores, WhoWakesOnTheCoreOfAnotherMovesAway) {
  cpu_set_t before, after;
  ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
  if (CPU_COUNT(&before) < 2)
    GTEST_SKIP() << "this process may use one core only";
  WorkerCores cores(2);
  int moved = 0;
  for (int round = 0; round < 20; ++round) {
    cores.enter(0);
    const int here = sched_getcpu();
    cores.enter(1);
    moved += sched_getcpu() != here;
    cores.leave(0);
    cores.leave(1);
  }
  EXPECT_GT(moved, 10); // the kernel may move a thread at any time
  ASSERT_EQ(sched_getaffinity(0, sizeof(after), &after), 0);
  EXPECT_TRUE(CPU_EQUAL(&before, &after));
  moved = 0;
  for (int round = 0; round < 20; ++round) { // the core of who sleeps is free
    cores.enter(0);
    const int here = sched_getcpu();
    cores.leave(0);
    cores.enter(1);
    moved += sched_getcpu() != here;
    cores.leave(1);
  }
  EXPECT_LT(moved, 10);
}

TEST(Workers, AListIsPushedAtOnce) {
  Workers workers({.threads = 2});
  std::vector<std::unique_ptr<Rounds>> all;
  for (int64_t i = 0; i < 64; ++i)
    all.push_back(std::make_unique<Rounds>(workers, 1, 1));
  for (size_t i = 0; i + 1 < all.size(); ++i)
    all[i]->next = all[i + 1].get();
  workers.push(all.front().get(), all.back().get(), 64);
  for (auto &rounds : all)
    rounds->wait();
}

} // namespace
} // namespace spmd::rt
