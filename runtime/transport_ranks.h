// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collectives whose members live in several processes. The members of a process meet as in
// transport_threads.h. Then the process acts for all of them: it packs or reduces the data that
// other ranks need, exchanges messages, and finishes locally. Sums travel as values of whole
// subtrees (sum_tree.h), so the result has the same bits as in a single process.
#pragma once
#include "runtime/buffer.h"
#include "runtime/sum_tree.h"
#include "runtime/transport.h"
#include "runtime/transport_threads.h"
#include <mutex>

namespace spmd::rt {

/// Which device lives on which rank: rank r has devices [r * devicesPerRank, (r + 1) *
/// devicesPerRank).
struct Topology {
  RankTransport *transport = nullptr; // null: one process
  int64_t devicesPerRank = 1;
  int64_t rank() const { return transport ? transport->rank() : 0; }
  int64_t rankOf(int64_t device) const { return device / devicesPerRank; }
};

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
                 const std::vector<int64_t> &members, const Topology &topology,
                 StagingPool &staging, int32_t tag, const char *location);

  /// Continues with the next stage, on a worker.
  void run() override { advance(/*mayHelp=*/true); }
  void ended() override;

private:
  /// The members of the group that live in one process.
  struct Party {
    int64_t rank = 0;
    std::vector<int64_t> positions;
    std::vector<TreeNode> nodes; // whole subtrees that cover `positions`, for sums
  };
  enum class Work : uint8_t {
    PackPiece, // AllToAll: the piece of local `from` for remote `position`, to staging
    AddUp,     // sums: local subtree `from`, the elements for `position` (or all), to staging
    Deliver,   // moves: the target of local `position`; AllGather: all local targets
    Combine,   // sums: all subtrees into the target of `position` (or into all targets)
    Spread,    // AllReduce: copies the first local target to the others
  };
  struct Tile {
    Work work = Work::Deliver;
    uint32_t part = 0;
    int32_t position = -1, from = -1;
    int64_t begin = 0, end = 0; // bytes of the piece; for an AllReduce, of the whole part
    uint64_t staged = 0;        // offset of `begin` in the staging buffer
  };
  /// The address of a transfer: in staging, or in a member's buffer.
  struct End {
    enum class Where : uint8_t { Staging, Source, Target } where = Where::Staging;
    uint32_t part = 0;
    int32_t position = 0;
    uint64_t offset = 0;
  };
  struct Message {
    Transfer transfer;
    End end;
  };
  struct Stage {
    std::vector<Tile> tiles;
    std::vector<Message> messages;
    int64_t movedBytes = 0;
  };

  struct AllReduceStages;
  void planMoves(const CollectiveStart &start, const std::vector<int64_t> &members);
  void addMoves(size_t other, uint32_t index, Stage &pack, Stage &exchange);
  void planReduceScatter();
  void planAllReduce();
  void addReduction(size_t other, uint32_t index, AllReduceStages &all);
  std::array<int64_t, 2> chunkOf(const PartPlan &part, size_t party, bool once) const;
  uint64_t reserve(uint64_t bytes);
  void addMessage(Stage &stage, bool isSend, int64_t rank, End end, uint64_t bytes);
  void addTiles(Stage &stage, Tile whole, int64_t tileBytes, int64_t stagedStep);
  int64_t nodeBytes(const TreeNode &node, const PartPlan &part) const;

  void begin() override;
  void advance(bool mayHelp);
  void post(Stage &stage);
  void runTile(const Tile &tile);
  void deliver(const Tile &tile);
  void addUp(const Tile &tile);
  void combine(const Tile &tile);

  RankTransport &transport;
  StagingPool &pool;
  std::vector<Party> parties; // by rank; parties[own] is this process
  size_t own = 0;
  std::vector<int32_t> partyOf; // by position
  // Moves: where the bytes of a remote member arrive in staging, by part and position.
  std::vector<std::vector<uint64_t>> stagedSources;
  std::vector<int64_t> sender; // Permute
  /// Sums: the inputs of the final combination, in order of position. The values of a remote
  /// subtree arrive in staging: those for local position i at offset + i * stride.
  struct StagedNode {
    TreeNode node;
    bool isLocal = false;
    uint64_t offset = 0, stride = 0;
  };
  std::vector<std::vector<StagedNode>> tree; // by part
  // AllReduce: by part, the bytes of the result that this process combines.
  std::vector<std::array<int64_t, 2>> ownChunk;
  std::vector<Stage> stages;
  uint64_t stagingBytes = 0;
  Buffer staging; // borrowed during a round
  size_t at = 0;  // index of the next stage
};

} // namespace spmd::rt
