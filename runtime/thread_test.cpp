// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests threads that cannot be started, and the signals that threads block.
#include "runtime/thread.h"
#include "runtime/workers.h"
#include <csignal>
#include <gtest/gtest.h>
#include <pthread.h>

namespace spmd::rt {
namespace {

// Stack bytes that no address space has room for, so pthread_create fails.
constexpr size_t kMoreThanThereIs = size_t(1) << 46;

/// While an object lives, the default stack size is so large that no thread can be started.
class NoThreads {
public:
  NoThreads() {
    pthread_getattr_default_np(&before);
    pthread_attr_t huge;
    pthread_getattr_default_np(&huge);
    pthread_attr_setstacksize(&huge, kMoreThanThereIs);
    pthread_setattr_default_np(&huge);
    pthread_attr_destroy(&huge);
  }
  ~NoThreads() {
    pthread_setattr_default_np(&before);
    pthread_attr_destroy(&before);
  }

private:
  pthread_attr_t before;
};

TEST(Thread, RunsItsBody) {
  int ran = 0;
  Thread thread = llvm::cantFail(Thread::start([&] { ran = 1; }, 256 << 10));
  thread.join();
  EXPECT_EQ(ran, 1);
}

// The message holds the system's reason.
TEST(Thread, SaysWhyItDoesNotStart) {
  auto thread = Thread::start([] {}, kMoreThanThereIs);
  ASSERT_FALSE(bool(thread));
  EXPECT_EQ(llvm::toString(thread.takeError()).find("no thread can be started: "), 0u);
}

// The thread blocks the signals of the host, but not faults and profilers. The mask of the starting
// thread is restored.
TEST(Thread, LeavesSignalsToOthers) {
  sigset_t blocked, here;
  Thread thread =
      llvm::cantFail(Thread::start([&] { pthread_sigmask(SIG_BLOCK, nullptr, &blocked); }));
  thread.join();
  pthread_sigmask(SIG_BLOCK, nullptr, &here);
  EXPECT_TRUE(sigismember(&blocked, SIGINT) && sigismember(&blocked, SIGTERM));
  EXPECT_FALSE(sigismember(&blocked, SIGSEGV) || sigismember(&blocked, SIGPROF));
  EXPECT_FALSE(sigismember(&here, SIGINT));
}

// A helper runs the work where no worker thread could be started.
TEST(Workers, RunWithoutThreadsAsLongAsSomebodyWaits) {
  struct Once final : Runnable {
    bool isDone = false;
    void run() override { isDone = true; }
  } once;
  // The limit holds only while the workers start.
  auto make = [] {
    NoThreads limits;
    return std::make_unique<Workers>(WorkerOptions{.threads = 3});
  };
  std::unique_ptr<Workers> workers = make();
  EXPECT_EQ(workers->threadCount(), 0u);
  EXPECT_EQ(workers->startError().find("0 of 3 worker threads run; no thread can be started: "), 0u)
      << workers->startError();
  Workers::Helper helper(*workers);
  helper.push(&once, &once, 1);
  helper.work([&] { return once.isDone; });
  EXPECT_TRUE(once.isDone);
}

} // namespace
} // namespace spmd::rt
