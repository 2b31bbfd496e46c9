// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares the calls that the ranks of a host program make. Each rank has its own thread of
// control. A rank that asks for another result, starts one more run or has given up would take
// messages that belong to something else, or let the others wait forever.
#pragma once
#include "runtime/transport.h"
#include "llvm/Support/Error.h"
#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace spmd::rt {

/// Every call that ranks make together begins with an exchange that tells which call it is. These
/// exchanges are in the order of the calls of a rank. All ranks therefore detect a rank that makes
/// another call than the others.
class RankCalls {
public:
  explicit RankCalls(RankTransport &transport) : transport(transport), announced(*this) {}
  /// Waits for the last announcement, whose buffers are in this object.
  ~RankCalls() { announced.wait(); }

  /// Announces a run and returns at once. If another rank makes another call, it will never do its
  /// part of the run, so the transport fails.
  void beginRun();
  /// The same for a run of some ranks, which are listed in rising order. `program` is a hash that
  /// is equal where they run the same program, `place` where messages say that it is.
  void beginRun(const std::vector<int32_t> &ranks, uint64_t program, const std::string &place);
  /// For the end of such a run: waits until its ranks have announced theirs. Where one of them does
  /// something else, says what; the results of this rank are undefined then.
  std::string differenceOfRun();
  /// Waits until all ranks ask for this result. Fails on each rank where one makes another call.
  llvm::Error meetForResult(size_t index);
  /// The same for a program that the ranks compile next, where they share more than one.
  llvm::Error meetForProgram();
  /// The same for texts that the ranks exchange next.
  llvm::Error meetForTexts();
  /// Says that this rank makes no more calls, and waits until the others say the same. Ranks that
  /// ask for results meanwhile get an error. False where another rank has begun a run, which will
  /// fail: this one need not wait for it.
  bool end();

private:
  /// An exchange in the background: post() returns at once, wait() waits for the last one.
  class Announcement final : public Exchange {
  public:
    explicit Announcement(RankCalls &calls) : calls(calls) {}
    /// To these ranks, or to all where there are none.
    void post(uint64_t call, const std::vector<int32_t> &ranks);
    void wait();
    /// Where the calls that have arrived differ, says how.
    std::string difference() const { return calls.difference(all); }

  private:
    void ended() override;
    void failed() override;
    RankCalls &calls;
    uint64_t own = 0;
    std::vector<uint64_t> all;
    std::mutex mutex;
    std::condition_variable arrived;
    bool isOpen = false;
  };

  /// The message where calls differ, else empty: "rank 0 begins run 2, but rank 1 has ended after 1
  /// run; ...".
  std::string difference(const std::vector<uint64_t> &calls) const;
  std::vector<uint64_t> gather(uint64_t call);
  llvm::Error meet(uint64_t call);

  RankTransport &transport;
  Announcement announced;
  uint64_t runs = 0;                                  // that this rank has begun
  std::map<std::vector<int32_t>, uint64_t> runsAmong; // of some ranks, by these
  std::string place;                                  // of the program of the last such run
};

} // namespace spmd::rt
