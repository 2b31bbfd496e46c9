// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether the ranks of a host program make the same calls. Each has a thread of control of its own:
// one that asks for another result, runs once more or has given up would take messages that are
// meant for something else, or let the others wait for ever.
#pragma once
#include "runtime/transport.h"
#include "llvm/Support/Error.h"
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace spmd::rt {

/// Every call that ranks make together begins with an exchange of what it is. The order of the
/// calls of one rank is the order of these exchanges, so a rank that makes another call than the
/// others is found out by all of them.
class RankCalls {
public:
  explicit RankCalls(RankTransport &transport) : transport(transport), announced(*this) {}
  /// The last announcement must have arrived before this object goes.
  ~RankCalls() { announced.wait(); }

  /// A run begins: says so and goes on. Where another rank makes another call it will never do its
  /// part of the run, so all processes are ended, with a message.
  void beginRun();
  /// Waits until all ranks ask for this result. Fails, on each rank, where one makes another call.
  llvm::Error meetForResult(size_t index);
  /// This rank makes no more calls; waits for the others to say so, too. Where they ask for results
  /// meanwhile, they are told. False where another rank has begun a run: it will end all processes,
  /// and this one should not wait for that.
  bool end();

private:
  /// An exchange that nobody waits for at once.
  class Announcement final : public Exchange {
  public:
    explicit Announcement(RankCalls &calls) : calls(calls) {}
    void post(uint64_t call);
    void wait();

  private:
    void ended() override;
    RankCalls &calls;
    uint64_t own = 0;
    std::vector<uint64_t> all;
    std::mutex mutex;
    std::condition_variable arrived;
    bool isOpen = false;
  };

  /// "rank 0 of 2 calls run() for the 2nd time ..." where calls differ; else empty.
  std::string difference(const std::vector<uint64_t> &calls) const;
  std::vector<uint64_t> gather(uint64_t call);

  RankTransport &transport;
  Announcement announced;
  uint64_t runs = 0; // that this rank has begun
};

} // namespace spmd::rt
