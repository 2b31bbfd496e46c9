// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collectives whose members live in several processes. The members of a process meet as in
// transport_threads.h. Then the process acts for all of them: it packs or reduces the data that
// other ranks need, exchanges messages, and finishes locally. Sums travel as values of whole
// subtrees (sum_tree.h), so the result has the same bits as in a single process.
#pragma once
#include "runtime/buffer.h"
#include "runtime/rank_plan.h"
#include "runtime/transport_threads.h"
#include <mutex>

namespace spmd::rt {

/// Buffers for messages. A collective borrows one for a round, so a program with hundreds of
/// collectives needs only as many as are in progress at once.
class StagingPool {
public:
  explicit StagingPool(RankTransport &transport) : transport(transport) {}
  /// Returns a buffer of at least `bytes`. Where memory is short the transport fails, and the
  /// buffer is empty.
  Buffer take(uint64_t bytes);
  void give(Buffer buffer);

private:
  RankTransport &transport;
  std::mutex mutex;
  std::vector<Buffer> free;
};

class RankRendezvous final : public Rendezvous, public Exchange {
public:
  /// Some of `members` are devices of this process and some are not. `tag` is unique to this group
  /// among all collectives.
  RankRendezvous(Workers &workers, const CollectivePlan &plan, const CollectiveStart &start,
                 const std::vector<int64_t> &members, const RankMap &rankMap, StagingPool &staging,
                 int32_t tag, const char *location);

  /// Continues with the next stage, on a worker.
  void run() override { advance(/*mayHelp=*/true); }
  void ended() override;

private:
  using Work = RankPlan::Work;
  using Tile = RankPlan::Tile;
  using End = RankPlan::End;
  using Stage = RankPlan::Stage;

  void begin() override;
  void advance(bool mayHelp);
  bool post(Stage &stage);
  void runTile(const Tile &tile);
  void deliver(const Tile &tile);
  void addUp(const Tile &tile);
  void combine(const Tile &tile);

  RankTransport &transport;
  StagingPool &pool;
  RankPlan ranks;
  Buffer staging; // borrowed during a round
  size_t at = 0;  // index of the next stage
  Stage hop;      // the messages of the current hop of a broadcast
};

} // namespace spmd::rt
