// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans what one process does for a collective whose members live in several processes: the
// messages and the local work, in stages. Separate from transport_ranks.h, which executes the
// stages, because the plan is made once and needs no buffers.
#pragma once
#include "runtime/collective_plan.h"
#include "runtime/sum_tree.h"
#include "runtime/transport.h"
#include <algorithm>
#include <array>
#include <vector>

namespace spmd::rt {

/// Which device lives on which rank. Rank r has devices [r * devicesPerRank, (r + 1) *
/// devicesPerRank), unless a host has placed them itself (`placed`).
struct RankMap {
  RankTransport *transport = nullptr; // null: one process
  int64_t devicesPerRank = 1;
  std::vector<int32_t> placed; // by device, its rank; ranks may have none; mostly empty
  int64_t rank() const { return transport ? transport->rank() : 0; }
  int64_t rankOf(int64_t device) const {
    return placed.empty() ? device / devicesPerRank : placed[size_t(device)];
  }
  /// How many devices this rank has.
  int64_t ownDevices() const {
    return placed.empty() ? devicesPerRank : std::count(placed.begin(), placed.end(), rank());
  }
};

/// About what a process sends while one message is under way: by the default topology 1 us at 5
/// bytes a nanosecond are 5,000 bytes, and this is the next power of two. An all_reduce of at most
/// so many bytes is combined on every rank, and a broadcast that saves no more goes straight to
/// all: one exchange instead of two.
inline constexpr int64_t kLatencyBytes = 8 << 10;

struct RankPlan {
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
    // Broadcast: which of its hops this is (rank_broadcast.cpp), or 0. Its messages depend on the
    // root, so each round makes them.
    int hop = 0;

    /// Adds a message. Empty ones are left out; both sides know the sizes, so both leave out the
    /// same ones.
    void addMessage(bool isSend, int64_t rank, End end, uint64_t bytes);
    /// Cuts `whole` into tiles. `stagedStep` is the number of staging bytes per element, which
    /// differs from the element size where staging holds accumulators; 0 where the tiles do not
    /// write to staging.
    void addTiles(Tile whole, int64_t elementBytes, int64_t stagedStep);
  };
  /// Sums: an input of the final combination. The values of a remote subtree arrive in staging:
  /// those for local position i at offset + i * stride.
  struct StagedNode {
    TreeNode node;
    bool isLocal = false;
    uint64_t offset = 0, stride = 0;
  };

  std::vector<Party> parties; // by rank; parties[own] is this process
  size_t own = 0;
  const Party &mine() const { return parties[own]; }
  std::vector<int32_t> partyOf; // by position
  std::vector<Stage> stages;
  uint64_t stagingBytes = 0;
  // Moves: where the bytes of a remote member arrive in staging, by part and position.
  std::vector<std::vector<uint64_t>> stagedSources;
  std::vector<int64_t> sender; // Permute
  // Sums: by part, the inputs of the final combination in order of position.
  std::vector<std::vector<StagedNode>> tree;
  // AllReduce: by part, the bytes of the result that this process combines.
  std::vector<std::array<int64_t, 2>> ownChunk;

  /// Reserves space in the staging buffer; returns its offset.
  uint64_t reserve(uint64_t bytes);
};

/// Some of `members` are devices of this process and some are not.
RankPlan planForRank(const CollectivePlan &plan, const CollectiveStart &start,
                     const std::vector<int64_t> &members, const RankMap &rankMap);

/// The stages of an AllReduce or a ReduceScatter, given the parties (rank_sums.cpp).
void planSums(const CollectivePlan &plan, RankPlan &ranks);

/// The stages of a Broadcast, given the parties (rank_broadcast.cpp).
void planBroadcast(const CollectivePlan &plan, RankPlan &ranks);
/// Adds the messages of a hop of part `index`, whose root is at position `root`, to `stage`.
void addBroadcastMessages(const CollectivePlan &plan, const RankPlan &ranks, int hop,
                          uint32_t index, size_t root, RankPlan::Stage &stage);

} // namespace spmd::rt
