// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executes one round of a collective on one rank: packs or reduces the data that other ranks need,
// exchanges messages, and delivers the data that has arrived.
//
// An all_reduce works by chunks. Each of the R ranks combines one chunk of the result and sends it
// to the others, which moves 2 (R - 1) / R of the bytes each way, as a ring does. A small
// all_reduce is combined on every rank after one exchange. rank_plan.h plans the messages.
#include "runtime/transport_ranks.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace spmd::rt {

namespace {

/// Up to this many bytes read and written by a stage, waking other workers costs more than it
/// gains.
constexpr int64_t kAlone = 64 << 10;

} // namespace

// Takes the smallest free buffer that is large enough, but none of more than four times the size: a
// small collective should not keep the buffer that a large one needs.
Buffer StagingPool::take(uint64_t bytes) {
  {
    std::lock_guard lock(mutex);
    auto best = free.end();
    for (auto candidate = free.begin(); candidate != free.end(); ++candidate)
      if (candidate->size() >= bytes && (best == free.end() || candidate->size() < best->size()))
        best = candidate;
    if (best != free.end() && best->size() / 4 <= bytes) {
      Buffer found = std::move(*best);
      std::swap(*best, free.back());
      free.pop_back();
      return found;
    }
  }
  llvm::Expected<Buffer> fresh = Buffer::allocate(bytes);
  if (fresh)
    return std::move(*fresh);
  transport.fail(3, fmt::format("no room for messages: {}", llvm::toString(fresh.takeError())));
  return Buffer();
}

// Buffers are kept until the instance ends.
void StagingPool::give(Buffer buffer) {
  std::lock_guard lock(mutex);
  free.push_back(std::move(buffer));
}

RankRendezvous::RankRendezvous(Workers &workers, const CollectivePlan &plan,
                               const CollectiveStart &start, const std::vector<int64_t> &members,
                               const RankMap &rankMap, StagingPool &pool, int32_t messageTag,
                               const char *place)
    : Rendezvous(
          workers, plan,
          std::count_if(members.begin(), members.end(),
                        [&](int64_t device) { return rankMap.rankOf(device) == rankMap.rank(); })),
      transport(*rankMap.transport), pool(pool), ranks(planForRank(plan, start, members, rankMap)) {
  tag = messageTag;
  what = nameOf(plan.kind);
  location = place;
  // Reserved here, so that no round allocates memory.
  size_t most = 0;
  for (const Stage &stage : ranks.stages)
    most = std::max(most, stage.hop ? 2 * ranks.parties.size() * plan.parts.size()
                                    : stage.messages.size());
  transfers.reserve(most);
  if (plan.kind == CollectiveKind::Broadcast)
    hop.messages.reserve(most);
  job->context = this;
  job->tile = [](void *self, int64_t index) {
    auto *rendezvous = static_cast<RankRendezvous *>(self);
    rendezvous->runTile(rendezvous->ranks.stages[rendezvous->at - 1].tiles[size_t(index)]);
  };
}

// The staging buffer is borrowed when all local members have arrived, and returned in advance().
// Without a buffer the transport has failed, and the walks stay suspended.
void RankRendezvous::begin() {
  at = 0;
  if (ranks.stagingBytes) {
    staging = pool.take(ranks.stagingBytes);
    if (!staging)
      return;
  }
  advance(/*mayHelp=*/false);
}

// Runs on the transport's thread, so the next stage is left to a worker.
void RankRendezvous::ended() { workers.push(static_cast<Runnable *>(this)); }

// Runs stages until one has messages, or until other workers still run tiles. The thread that ends
// the last message or the last tile continues with the next stage. `mayHelp` is false where the
// caller is the last member to arrive: its await() follows and takes tiles then.
void RankRendezvous::advance(bool mayHelp) {
  for (;;) {
    if (at == ranks.stages.size()) {
      if (ranks.stagingBytes)
        pool.give(std::move(staging));
      complete();
      return;
    }
    Stage &stage = ranks.stages[at++];
    if (post(stage))
      return;
    if (stage.movedBytes <= kAlone || workers.threadCount() == 1) {
      for (const Tile &tile : stage.tiles)
        runTile(tile);
      continue;
    }
    // The thread that ends the last tile continues here.
    int64_t count = int64_t(stage.tiles.size());
    if (!mayHelp)
      return workers.open(*job, count);
    if (!workers.openAndHelp(*job, count))
      return;
  }
}

// Fills in the addresses of a stage's messages. They may differ from round to round: staging is
// borrowed, members may set other buffers, and a broadcast may have another root. Returns false
// where there are none.
bool RankRendezvous::post(Stage &stage) {
  transfers.clear();
  hop.messages.clear();
  for (uint32_t part = 0; stage.hop && part < plan.parts.size(); ++part)
    addBroadcastMessages(plan, ranks, stage.hop, part,
                         rootOf(part, size_t(ranks.mine().positions[0])), hop);
  for (RankPlan::Message &message : stage.hop ? hop.messages : stage.messages) {
    const End &end = message.end;
    std::byte *base = end.where == End::Where::Staging  ? staging.data()
                      : end.where == End::Where::Source ? source(end.part, size_t(end.position))
                                                        : target(end.part, size_t(end.position));
    message.transfer.data = base + end.offset;
    transfers.push_back(message.transfer);
  }
  if (transfers.empty())
    return false;
  transport.post(*this);
  return true;
}

// Executes one tile of local work of the current stage.
void RankRendezvous::runTile(const Tile &tile) {
  const PartPlan &part = plan.parts[tile.part];
  switch (tile.work) {
  case Work::PackPiece:
    copyPiece(part, source(tile.part, size_t(tile.from)) + tile.position * part.source.piece,
              part.source, staging.data() + tile.staged - tile.begin, packedStrides(part),
              tile.begin, tile.end);
    return;
  case Work::AddUp:
    return addUp(tile);
  case Work::Deliver:
    return deliver(tile);
  case Work::Combine:
    return combine(tile);
  case Work::Spread:
    std::memcpy(target(tile.part, size_t(tile.position)) + tile.begin,
                target(tile.part, size_t(ranks.mine().positions[0])) + tile.begin,
                size_t(tile.end - tile.begin));
    return;
  }
}

// Moves the bytes [tile.begin, tile.end) of a target to their place, from local sources and from
// staging.
void RankRendezvous::deliver(const Tile &tile) {
  const PartPlan &part = plan.parts[tile.part];
  if (plan.kind == CollectiveKind::Broadcast) {
    // What came from another rank lies with the first local member.
    size_t first = size_t(ranks.mine().positions[0]), root = rootOf(tile.part, first);
    bool isHere = ranks.partyOf[root] == int32_t(ranks.own);
    const std::byte *from = isHere ? source(tile.part, root) : target(tile.part, first);
    std::byte *to = target(tile.part, size_t(tile.position));
    if (from != to)
      std::memmove(to + tile.begin, from + tile.begin, size_t(tile.end - tile.begin));
    return;
  }
  const std::vector<uint64_t> &staged = ranks.stagedSources[tile.part];
  if (plan.kind == CollectiveKind::Permute) {
    int64_t from = ranks.sender[size_t(tile.position)];
    std::byte *to = target(tile.part, size_t(tile.position));
    size_t size = size_t(tile.end - tile.begin);
    if (from < 0)
      std::memset(to + tile.begin, 0, size);
    else if (ranks.partyOf[size_t(from)] == int32_t(ranks.own))
      std::memmove(to + tile.begin, source(tile.part, size_t(from)) + tile.begin, size);
    else
      std::memcpy(to + tile.begin, staging.data() + staged[size_t(tile.position)] + tile.begin,
                  size);
    return;
  }
  if (plan.kind == CollectiveKind::AllGather) {
    llvm::SmallVector<const std::byte *, 64> sources(sourcesOf(tile.part).begin(),
                                                     sourcesOf(tile.part).end());
    for (size_t from = 0; from < sources.size(); ++from)
      if (ranks.partyOf[from] != int32_t(ranks.own))
        sources[from] = staging.data() + staged[from];
    llvm::SmallVector<std::byte *, 64> targets;
    for (int64_t position : ranks.mine().positions)
      targets.push_back(target(tile.part, size_t(position)));
    return gatherRange(part, sources, targets, tile.begin, tile.end);
  }
  std::byte *to = target(tile.part, size_t(tile.position));
  int64_t piece = part.pieceBytes();
  for (int64_t at = tile.begin; at < tile.end;) {
    int64_t from = at / piece;
    int64_t end = std::min(tile.end, (from + 1) * piece);
    const RankPlan::Party &party = ranks.parties[size_t(ranks.partyOf[size_t(from)])];
    const std::byte *bytes;
    Strides strides = part.source;
    if (party.rank == ranks.mine().rank) {
      bytes = source(tile.part, size_t(from)) + tile.position * part.source.piece;
    } else { // packed; a row of pieces for each local member
      bytes = staging.data() + staged[size_t(from)] +
              tile.from * int64_t(party.positions.size()) * piece;
      strides = packedStrides(part);
    }
    copyPiece(part, bytes, strides, to + from * part.target.piece, part.target, at - from * piece,
              end - from * piece);
    at = end;
  }
}

// Combines a local subtree into staging, as accumulators, for the rank that combines it with
// others.
void RankRendezvous::addUp(const Tile &tile) {
  const PartPlan &part = plan.parts[tile.part];
  const TreeNode &node = ranks.mine().nodes[size_t(tile.from)];
  bool isScatter = plan.kind == CollectiveKind::ReduceScatter;
  // A ReduceScatter needs of each source the piece of the receiving position.
  int64_t offset = isScatter ? tile.position * part.source.piece : 0;
  std::byte *out = staging.data() + tile.staged;
  // Only a ReduceScatter packs single members; an AllReduce sends them from their buffers.
  if (node.end - node.begin == 1) {
    copyPiece(part, source(tile.part, size_t(node.begin)) + offset, part.source, out - tile.begin,
              packedStrides(part), tile.begin, tile.end);
    return;
  }
  llvm::SmallVector<TreeLeaf, 64> leaves;
  for (int64_t p = node.begin; p < node.end; ++p)
    leaves.push_back({.begin = p,
                      .end = p + 1,
                      .data = source(tile.part, size_t(p)) + offset,
                      .rowStride = part.source.outer});
  TreeShape shape{.kind = plan.reduction,
                  .type = part.type,
                  .positions = plan.positions,
                  .rowElements = isScatter ? part.run / part.elementBytes : 0};
  void *outs[] = {out};
  reduceTree(shape, leaves, tile.begin / part.elementBytes,
             (tile.end - tile.begin) / part.elementBytes, outs,
             /*keepAccumulators=*/true);
}

// Combines all subtrees of the group, local and received, into the result. Single members arrive in
// the element type, larger subtrees as accumulators. Local members are leaves of their own rather
// than subtrees: reading them again is cheaper than storing partial sums. The order of the tree is
// the same either way.
void RankRendezvous::combine(const Tile &tile) {
  const PartPlan &part = plan.parts[tile.part];
  bool isScatter = plan.kind == CollectiveKind::ReduceScatter;
  int64_t from = tile.begin / part.elementBytes,
          count = (tile.end - tile.begin) / part.elementBytes;
  TreeShape shape{.kind = plan.reduction,
                  .type = part.type,
                  .positions = plan.positions,
                  .rowElements = isScatter ? part.run / part.elementBytes : 0};
  llvm::SmallVector<TreeLeaf, 64> leaves;
  llvm::SmallVector<void *, 64> outs;
  for (const RankPlan::StagedNode &entry : ranks.tree[tile.part]) {
    bool accumulated = entry.node.end - entry.node.begin > 1;
    int64_t elementBytes = accumulated ? sizeOf(accumulatorOf(part.type)) : part.elementBytes;
    TreeLeaf leaf{.begin = entry.node.begin, .end = entry.node.end, .accumulated = accumulated};
    if (entry.isLocal) {
      const std::byte *bytes = source(tile.part, size_t(entry.node.begin));
      leaf.data = isScatter ? bytes + tile.position * part.source.piece : bytes + tile.begin;
      leaf.rowStride = part.source.outer;
    } else if (isScatter) {
      leaf.data = staging.data() + entry.offset + uint64_t(tile.from) * entry.stride;
      leaf.rowStride = shape.rowElements * elementBytes;
    } else {
      leaf.data = staging.data() + entry.offset +
                  (from - ranks.ownChunk[tile.part][0] / part.elementBytes) * elementBytes;
    }
    leaves.push_back(leaf);
  }
  if (isScatter) {
    outs.push_back(target(tile.part, size_t(tile.position)) + tile.begin);
  } else {
    from = 0; // the leaf addresses already begin at the tile
    for (int64_t position : ranks.mine().positions)
      outs.push_back(target(tile.part, size_t(position)) + tile.begin);
  }
  reduceTree(shape, leaves, from, count, outs, /*keepAccumulators=*/false);
}

} // namespace spmd::rt
