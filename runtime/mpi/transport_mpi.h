// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The transport over MPI: the data that other threads hand to the thread that calls MPI, and the
// state of that thread. transport_mpi.cpp has the thread's loop.
#pragma once
#include "runtime/mpi/heartbeat.h"
#include "runtime/mpi/link_limit.h"
#include "runtime/thread.h"
#include "runtime/transport.h"
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <fmt/format.h>
#include <mpi.h>
#include <mutex>
#include <optional>
#include <unistd.h>

namespace spmd::rt {

class MpiTransport final : public RankTransport {
public:
  explicit MpiTransport(const TransportOptions &options)
      : options(options), link(options.bytesPerSecond) {}

  /// Starts the thread and MPI. Returns the reason where that fails, else "".
  std::string start() {
    llvm::Expected<Thread> begun = Thread::start([this] { speak(); });
    if (!begun)
      return llvm::toString(begun.takeError());
    thread.emplace(std::move(*begun));
    std::unique_lock lock(mutex);
    changed.wait(lock, [this] { return started; });
    return startError;
  }

  ~MpiTransport() override {
    if (!thread)
      return;
    // MPI_Finalize waits for all ranks without a timeout. This last exchange has a timeout like any
    // other and makes sure that all ranks have arrived.
    if (startError.empty() && count > 1 && !failing)
      gatherValues(*this, 0, "the end of the run");
    {
      std::lock_guard lock(mutex);
      stopping = true;
    }
    changed.notify_all();
    thread->join();
  }

  int64_t rank() const override { return self; }
  int64_t rankCount() const override { return count; }
  int64_t ranksOfThisMachine() const override { return localCount; }

  // Puts the exchange on a lock-free list. The order (write the list, then read isSleeping) and the
  // reverse order in the thread's sleep guarantee that no exchange is overlooked.
  void post(Exchange &exchange) override {
    if (exchange.transfers.empty())
      return exchange.ended();
    Exchange *head = posted.load(std::memory_order_relaxed);
    do
      exchange.next = head;
    while (!posted.compare_exchange_weak(head, &exchange, std::memory_order_seq_cst));
    if (hasGivenUp) {
      std::lock_guard lock(mutex);
      failPosted();
    } else if (isSleeping.load()) {
      std::lock_guard lock(mutex);
      changed.notify_all();
    }
  }

  // The first failure counts. MPI must be called from its own thread, which gives up or ends all
  // ranks when it looks for failures next. Any other thread waits for that.
  void fail(int exitCode, std::string_view reason) override {
    std::unique_lock lock(mutex);
    if (!failing) {
      failureText = fmt::format("rank {} of {}: {}", self, count, reason);
      failureCode = exitCode;
    }
    failing = true;
    changed.notify_all();
    if (!thread->isCurrent())
      changed.wait(lock, [this] { return hasGivenUp.load(); });
  }
  // The lock: giveUp() sets the flag first, and then tells the exchanges, which the caller may
  // destroy.
  bool hasFailed() const override {
    if (!hasGivenUp)
      return false;
    std::lock_guard lock(mutex);
    return true;
  }
  std::string failure() const override {
    std::lock_guard lock(mutex);
    return failureText;
  }

private:
  // One message in progress; `requests` and `owners` run in parallel.
  struct Request {
    Exchange *exchange;
    int32_t peer;
    bool isSend;
  };
  // An exchange in progress, with the number of its messages that have not ended.
  struct Active {
    Exchange *exchange;
    int64_t open;
    std::chrono::steady_clock::time_point since;
    std::chrono::steady_clock::time_point notBefore; // LinkLimit
  };

  // Reports the failure and ends all ranks. MPI_Abort should not return; _exit makes sure.
  [[noreturn]] void end() {
    fprintf(stderr, "%s\n", failure().c_str());
    fflush(nullptr);
    MPI_Abort(MPI_COMM_WORLD, failureCode);
    _exit(failureCode);
  }
  /// Whether a call has succeeded; otherwise the transport fails.
  bool check(int status, const Exchange &exchange, const char *call) {
    if (status == MPI_SUCCESS)
      return true;
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;
    MPI_Error_string(status, text, &length);
    fail(3, fmt::format("{} at {}: {}: {}", exchange.what, exchange.location, call,
                        std::string(text, size_t(length))));
    return false;
  }

  void speak();
  std::string initialise();
  void loop();
  bool takePosted();
  bool test();
  bool endExchanges();
  void watch();
  void explainEnd();
  void giveUp();
  void failPosted();
  std::string waitedFor(const std::vector<int64_t> &onlyRanks, const Exchange *&exchange) const;
  void sleepFor(std::chrono::nanoseconds time);
  /// Whether the thread has something to do at once. It must not sleep then.
  bool isUrgent() const { return !hasGivenUp && (posted.load() != nullptr || failing); }

  TransportOptions options;
  std::optional<Thread> thread;
  int64_t self = 0, count = 1, localCount = 1;
  MPI_Comm world = MPI_COMM_NULL;
  bool isOfHost = false; // MPI was started by the host, who ends it

  mutable std::mutex mutex;
  std::condition_variable changed;
  bool started = false, stopping = false;
  std::atomic<bool> failing{false};
  std::atomic<bool> hasGivenUp{false}; // after a failure: no call of MPI is made any more
  int failureCode = 3;
  std::string startError, failureText;
  std::atomic<Exchange *> posted{nullptr}; // the exchange posted last comes first
  std::atomic<bool> isSleeping{false};

  // State of the thread.
  std::vector<Active> active;
  std::vector<MPI_Request> requests;
  std::vector<Request> owners; // by request
  std::vector<int> endedRequests;
  std::unique_ptr<Heartbeat> heartbeat;
  LinkLimit link; // TransportOptions::bytesPerSecond
};

} // namespace spmd::rt
