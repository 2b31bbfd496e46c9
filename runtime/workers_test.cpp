// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests the workers: that no work is lost or done twice, that helpers may come at any time, and
// that threads restore their state.
#include "runtime/library_threads.h"
#include "runtime/workers.h"
#include <cfenv>
#include <dlfcn.h>
#include <fstream>
#include <gtest/gtest.h>
#include <limits>
#include <sched.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace spmd::rt {
namespace {

/// Runs its job several times: a small model of a device's walk.
struct Rounds final : Runnable {
  Workers &workers;
  Job *job;
  int64_t tiles, rounds;
  std::vector<std::atomic<int>> touched;
  std::mutex mutex;
  std::condition_variable done;
  bool isDone = false;

  // Each tile counts how often it ran.
  Rounds(Workers &workers, int64_t tiles, int64_t rounds)
      : workers(workers), job(workers.newJob()), tiles(tiles), rounds(rounds),
        touched(size_t(tiles)) {
    job->continuation = this;
    job->context = this;
    job->tile = [](void *self, int64_t index) {
      ++static_cast<Rounds *>(self)->touched[size_t(index)];
    };
  }
  // Continues where the previous round ended, on whichever thread ended it.
  void run() override {
    while (rounds-- > 0) {
      if (!workers.openAndHelp(*job, tiles))
        return;
    }
    std::lock_guard lock(mutex);
    isDone = true;
    done.notify_all();
  }
  // Waits without working, like a thread of the host.
  void wait() {
    std::unique_lock lock(mutex);
    done.wait(lock, [this] { return isDone; });
  }
  bool isOver() {
    std::lock_guard lock(mutex);
    return isDone;
  }
};

// Several jobs at once, with more and with fewer tiles than threads.
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

// Without spinning, every round must wake workers. A lost wake-up would hang the test.
TEST(Workers, SleepingWorkersAreWoken) {
  Workers workers({.threads = 3, .spinMicros = 0});
  for (int round = 0; round < 50; ++round) {
    Rounds one(workers, 8, 2);
    workers.push(&one);
    one.wait();
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
}

// The helper takes the place of the only worker. A second helper gets no place, so its work()
// returns at once.
TEST(Workers, AHelperWorksInThePlaceOfAWorker) {
  Workers workers({.threads = 1});
  static thread_local bool isHelper = false;
  isHelper = true;
  // Rounds in which the helper ran all six tiles.
  int byHelper = 0;
  for (int round = 0; round < 100; ++round) {
    Rounds one(workers, 3, 2);
    static std::atomic<int> tilesOfHelper;
    tilesOfHelper = 0;
    one.job->tile = [](void *, int64_t) { tilesOfHelper += isHelper; };
    Workers::Helper helper(workers), second(workers);
    helper.push(&one, &one, 1);
    second.work([]() -> bool {
      ADD_FAILURE() << "has no place";
      return true;
    });
    helper.work([&] { return one.isOver(); });
    helper.leave();
    one.wait();
    byHelper += tilesOfHelper == 6;
  }
  EXPECT_GT(byHelper, 90); // the worker may take some tiles before it sees the helper
}

/// Helpers come, leave and sleep at random times while work is pushed. All work must end; a lost
/// wake-up would hang the test.
TEST(Workers, HelpersComeAndGo) {
  for (unsigned threads : {1u, 2u, 5u})
    for (int64_t spin : {0, 3, 100}) {
      Workers workers({.threads = threads, .spinMicros = spin});
      std::vector<std::thread> clients;
      for (int client = 0; client < 3; ++client)
        clients.emplace_back([&, client] {
          for (int round = 0; round < 400; ++round) {
            Rounds one(workers, 1 + (round + client) % 4, 1 + round % 5);
            if (round % 3) {
              Workers::Helper helper(workers);
              helper.push(&one, &one, 1);
              helper.work([&] { return one.isOver(); });
            } else {
              workers.push(&one);
            }
            one.wait();
            for (auto &count : one.touched)
              EXPECT_EQ(count.load(), 1 + round % 5);
            if (round % 50 == client)
              std::this_thread::sleep_for(std::chrono::microseconds(150));
          }
        });
      for (std::thread &client : clients)
        client.join();
    }
}

// The test sets an unusual rounding mode and flushes subnormals. WorkerThreadState hides both,
// limits the library threads, and restores everything.
TEST(WorkerThreadState, IsTheSameForEveryThreadAndPutBack) {
  // Volatile, so that the compiler does not compute with the default rounding mode.
  volatile float least = std::numeric_limits<float>::min(), one = 1.0f, tiny = 1e-20f;
  std::fesetround(FE_UPWARD);
#if defined(__x86_64__)
  _mm_setcsr(_mm_getcsr() | 0x8040); // operands and results flush subnormals to zero
  EXPECT_EQ(least / 4, 0.0f);
#endif
  EXPECT_GT(one + tiny, 1.0f);
  {
    WorkerThreadState state;
    EXPECT_GT(least / 4, 0.0f);
    EXPECT_EQ(one + tiny, 1.0f);
    EXPECT_LE(useOneOpenMpThread(), 1);
  }
  EXPECT_GT(one + tiny, 1.0f);
#if defined(__x86_64__)
  EXPECT_EQ(least / 4, 0.0f);
#endif
  std::fesetenv(FE_DFL_ENV);
  // The number of OpenMP threads is restored, too.
  const int before = useOneOpenMpThread();
  useOpenMpThreads(3);
  {
    WorkerThreadState state;
  }
  EXPECT_EQ(useOneOpenMpThread(), before ? 3 : 0); // 0: no OpenMP
  useOpenMpThreads(before);
}

// The host's number is back when the last object has ended, unless the host has set another one.
TEST(OneBlasThread, TheHostsNumberIsPutBack) {
  auto get = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "openblas_get_num_threads"));
  auto set = reinterpret_cast<void (*)(int)>(dlsym(RTLD_DEFAULT, "openblas_set_num_threads"));
  ASSERT_TRUE(get && set);
  const int before = get();
  set(2);
  {
    OneBlasThread first;
    std::optional<OneBlasThread> second(std::in_place);
    EXPECT_EQ(get(), 1);
    second.reset();
    EXPECT_EQ(get(), 1);
  }
  EXPECT_EQ(get(), 2);
  {
    OneBlasThread one;
    set(3);
  }
  EXPECT_EQ(get(), 3);
  set(before);
}

// The sleeping thread may use two cores or more. steer() takes the caller's core out of its mask,
// so it wakes elsewhere, and enter() restores the mask.
TEST(WorkerCores, WhoIsSteeredWakesElsewhere) {
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
  if (CPU_COUNT(&before) < 2)
    GTEST_SKIP() << "this process may use one core only";
  WorkerCores cores(2);
  std::atomic<int> stage{0}, there{-1};
  std::thread other([&] {
    cores.leave(1);
    for (stage = 1; stage != 2;)
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    there = sched_getcpu();
    cores.enter(1);
    cpu_set_t after;
    ASSERT_EQ(sched_getaffinity(0, sizeof(after), &after), 0);
    EXPECT_TRUE(CPU_EQUAL(&before, &after));
  });
  while (stage != 1)
    sched_yield();
  const int here = sched_getcpu();
  // Pinned, so that no other load on this machine can move this thread meanwhile.
  cpu_set_t pinned;
  CPU_ZERO(&pinned);
  CPU_SET(here, &pinned);
  ASSERT_EQ(sched_setaffinity(0, sizeof(pinned), &pinned), 0);
  cores.steer(1);
  stage = 2;
  other.join();
  EXPECT_EQ(sched_setaffinity(0, sizeof(before), &before), 0);
  EXPECT_NE(there.load(), here);
}

// Two workers on one thread share its core by construction, so the second one must move. Where the
// first worker sleeps, its core is free and the second one stays.
TEST(WorkerCores, WhoWakesOnTheCoreOfAnotherMovesAway) {
  // The affinity mask must be the same at the end.
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
  for (int round = 0; round < 20; ++round) { // the core of a sleeping worker is free
    cores.enter(0);
    const int here = sched_getcpu();
    cores.leave(0);
    cores.enter(1);
    moved += sched_getcpu() != here;
    cores.leave(1);
  }
  EXPECT_LT(moved, 10);
}

// All elements of a list run; none is lost between push and pop.
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

// The quota of a group counts for the groups in it, too.
TEST(Workers, QuotasOfOuterGroupsCount) {
  std::filesystem::path root = std::filesystem::path(testing::TempDir()) / "quotas";
  std::filesystem::create_directories(root / "a" / "b");
  auto write = [&](const char *name, const char *text) { std::ofstream(root / name) << text; };
  write("cpu.max", "400000 100000\n");
  write("a/cpu.max", "150000 100000\n");
  write("a/b/cpu.max", "max 100000\n");
  write("self", "1:cpu:/elsewhere\n0::/a/b\n");
  EXPECT_EQ(quotaCores(root, root / "self"), 2u);
  write("self", "0::/\n");
  EXPECT_EQ(quotaCores(root, root / "self"), 4u);
  EXPECT_EQ(quotaCores(root / "a" / "b", root / "self"), 0u);
}

} // namespace
} // namespace spmd::rt
