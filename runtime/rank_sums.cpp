// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans the messages and the local work of sums between processes. Partial sums travel as values of
// whole subtrees (sum_tree.h), so the result has the same bits as in a single process.
#include "runtime/rank_plan.h"
#include <algorithm>

namespace spmd::rt {

namespace {

using Stage = RankPlan::Stage;
using Party = RankPlan::Party;
using Work = RankPlan::Work;
using End = RankPlan::End;

class SumPlanner {
public:
  SumPlanner(const CollectivePlan &plan, RankPlan &ranks) : plan(plan), ranks(ranks) {
    ranks.tree.resize(plan.parts.size());
  }
  void planReduceScatter();
  void planAllReduce();
  /// Brings the leaves of the final combination into the order of positions.
  void sortTree();

private:
  std::array<int64_t, 2> chunkOf(const PartPlan &part, size_t party) const;
  void sendSubtrees(size_t other, uint32_t index, Stage &partials, Stage &exchange);
  void receiveSubtrees(const Party &party, uint32_t index, Stage &exchange);
  void exchangeChunks(size_t other, uint32_t index, Stage &results, Stage &spread);
  void addLocalLeaves(uint32_t index);

  const CollectivePlan &plan;
  RankPlan &ranks;
  /// AllReduce: every rank combines the whole result, because latency counts more than bytes.
  bool combinesOnce = false;
  /// AllReduce, if combinesOnce: by part and local subtree, the staging offset of its sum, which
  /// all ranks get; UINT64_MAX: not yet planned.
  std::vector<std::vector<uint64_t>> sharedSums;
};

/// Bytes per element of a subtree's values in a message: accumulators, but single members travel in
/// their own type.
int64_t nodeBytes(const TreeNode &node, const PartPlan &part) {
  return node.end - node.begin == 1 ? part.elementBytes : sizeOf(accumulatorOf(part.type));
}

// The members of this process are leaves of the final combination.
void SumPlanner::addLocalLeaves(uint32_t index) {
  for (int64_t position : ranks.mine().positions)
    ranks.tree[index].push_back({.node = {position, position + 1}, .isLocal = true});
}

void SumPlanner::sortTree() {
  for (auto &nodes : ranks.tree)
    std::sort(nodes.begin(), nodes.end(),
              [](auto &a, auto &b) { return a.node.begin < b.node.begin; });
}

// Plans three stages: combine local subtrees, exchange, combine all subtrees. Every rank sends to
// every other rank the subtree values for each of the receiver's members; values are padded to 16
// bytes, the size of the largest element.
void SumPlanner::planReduceScatter() {
  Stage partials, exchange, combines;
  const Party &mine = ranks.mine();
  for (size_t other = 0; other < ranks.parties.size(); ++other)
    for (uint32_t index = 0; index < plan.parts.size(); ++index) {
      const Party &party = ranks.parties[other];
      const PartPlan &part = plan.parts[index];
      int64_t elements = part.pieceBytes() / part.elementBytes;
      if (other == ranks.own) {
        addLocalLeaves(index);
        continue;
      }
      // The message to the other rank holds, for each of its members, each local subtree. The
      // message from the other rank has the same form.
      uint64_t first = ranks.stagingBytes, sent = 0;
      for (int64_t to : party.positions)
        for (size_t node = 0; node < mine.nodes.size(); ++node) {
          int64_t bytes = nodeBytes(mine.nodes[node], part);
          partials.addTiles({.work = Work::AddUp,
                             .part = index,
                             .position = int32_t(to),
                             .from = int32_t(node),
                             .end = part.pieceBytes(),
                             .staged = first + sent},
                            part.elementBytes, bytes);
          sent += uint64_t(elements * bytes + 15) / 16 * 16;
        }
      // Tiles got their offsets from `first` on; the space is reserved once the size is known.
      ranks.reserve(sent);
      exchange.addMessage(true, party.rank, {.offset = first}, sent);
      uint64_t in = ranks.stagingBytes, stride = 0;
      for (const TreeNode &node : party.nodes) {
        ranks.tree[index].push_back({.node = node, .offset = in + stride});
        stride += uint64_t(elements * nodeBytes(node, part) + 15) / 16 * 16;
      }
      for (size_t i = 0; i < party.nodes.size(); ++i)
        ranks.tree[index][ranks.tree[index].size() - 1 - i].stride = stride;
      ranks.reserve(stride * mine.positions.size());
      exchange.addMessage(false, party.rank, {.offset = in}, stride * mine.positions.size());
    }
  for (size_t i = 0; i < mine.positions.size(); ++i)
    for (uint32_t index = 0; index < plan.parts.size(); ++index)
      combines.addTiles({.work = Work::Combine,
                         .part = index,
                         .position = int32_t(mine.positions[i]),
                         .from = int32_t(i),
                         .end = plan.parts[index].targetBytes},
                        plan.parts[index].elementBytes, 0);
  ranks.stages = {std::move(partials), std::move(exchange), std::move(combines)};
}

/// The bytes of a part's result that a party combines. Chunks are multiples of 256 bytes, which
/// keeps elements whole and chunks aligned.
std::array<int64_t, 2> SumPlanner::chunkOf(const PartPlan &part, size_t party) const {
  if (combinesOnce)
    return {0, part.targetBytes};
  int64_t count = int64_t(ranks.parties.size());
  int64_t chunk = ((part.targetBytes + count - 1) / count + 255) / 256 * 256;
  return {std::min(int64_t(party) * chunk, part.targetBytes),
          std::min(int64_t(party + 1) * chunk, part.targetBytes)};
}

// AllReduce: combines the local subtrees of another party's chunk and sends them to it.
void SumPlanner::sendSubtrees(size_t other, uint32_t index, Stage &partials, Stage &exchange) {
  const PartPlan &part = plan.parts[index];
  const int64_t rank = ranks.parties[other].rank;
  auto [begin, end] = chunkOf(part, other);
  for (size_t i = 0; i < ranks.mine().nodes.size(); ++i) {
    const TreeNode &node = ranks.mine().nodes[i];
    uint64_t bytes = uint64_t((end - begin) / part.elementBytes * nodeBytes(node, part));
    // A single member needs no combination, so its buffer is sent as it is.
    if (node.end - node.begin == 1) {
      exchange.addMessage(true, rank,
                          {End::Where::Source, index, int32_t(node.begin), uint64_t(begin)}, bytes);
      continue;
    }
    uint64_t &sum = sharedSums[index][i];
    // Where all ranks get the same values, they are combined once.
    if (!combinesOnce || sum == UINT64_MAX) {
      sum = ranks.reserve(bytes);
      partials.addTiles({.work = Work::AddUp,
                         .part = index,
                         .from = int32_t(i),
                         .begin = begin,
                         .end = end,
                         .staged = sum},
                        part.elementBytes, nodeBytes(node, part));
    }
    exchange.addMessage(true, rank, {.offset = sum}, bytes);
  }
}

// AllReduce: receives the subtrees of another party for the own chunk.
void SumPlanner::receiveSubtrees(const Party &party, uint32_t index, Stage &exchange) {
  const PartPlan &part = plan.parts[index];
  auto [begin, end] = ranks.ownChunk[index];
  for (const TreeNode &node : party.nodes) {
    uint64_t bytes = uint64_t((end - begin) / part.elementBytes * nodeBytes(node, part));
    ranks.tree[index].push_back({.node = node, .offset = ranks.reserve(bytes)});
    exchange.addMessage(false, party.rank, {.offset = ranks.tree[index].back().offset}, bytes);
  }
}

// AllReduce: exchanges the combined chunks with another party, and copies its chunk to the local
// members other than the first.
void SumPlanner::exchangeChunks(size_t other, uint32_t index, Stage &results, Stage &spread) {
  const int64_t rank = ranks.parties[other].rank;
  const std::vector<int64_t> &mine = ranks.mine().positions;
  const int32_t first = int32_t(mine[0]);
  auto [begin, end] = chunkOf(plan.parts[index], other);
  auto [ownBegin, ownEnd] = ranks.ownChunk[index];
  results.addMessage(true, rank, {End::Where::Target, index, first, uint64_t(ownBegin)},
                     uint64_t(ownEnd - ownBegin));
  results.addMessage(false, rank, {End::Where::Target, index, first, uint64_t(begin)},
                     uint64_t(end - begin));
  for (size_t i = 1; i < mine.size(); ++i)
    spread.addTiles({.work = Work::Spread,
                     .part = index,
                     .position = int32_t(mine[i]),
                     .begin = begin,
                     .end = end},
                    plan.parts[index].elementBytes, 0);
}

// Plans up to five stages: combine local subtrees, exchange them, combine one chunk of the result,
// exchange the chunks, copy received chunks to the other local members. Small reductions
// (kLatencyBytes) combine the whole result on every rank and need only the first three.
// Example: 4 devices on 2 ranks, 4096 elements of f32. Each rank sends its partial sum of the
// other rank's half (8 KiB), combines its own half, and sends that half (8 KiB):
//   rank 0: send (p0 + p1) of half 1, receive (p2 + p3) of half 0, combine half 0, exchange halves
void SumPlanner::planAllReduce() {
  Stage partials, exchange, combines, results, spread;
  int64_t total = 0;
  for (const PartPlan &part : plan.parts)
    total += part.sourceBytes;
  combinesOnce = total <= kLatencyBytes;
  sharedSums.assign(plan.parts.size(),
                    std::vector<uint64_t>(ranks.mine().nodes.size(), UINT64_MAX));
  for (const PartPlan &part : plan.parts)
    ranks.ownChunk.push_back(chunkOf(part, ranks.own));
  for (size_t other = 0; other < ranks.parties.size(); ++other)
    for (uint32_t index = 0; index < plan.parts.size(); ++index) {
      if (other == ranks.own) {
        addLocalLeaves(index);
        continue;
      }
      sendSubtrees(other, index, partials, exchange);
      receiveSubtrees(ranks.parties[other], index, exchange);
      if (!combinesOnce)
        exchangeChunks(other, index, results, spread);
    }
  for (uint32_t index = 0; index < plan.parts.size(); ++index)
    combines.addTiles({.work = Work::Combine,
                       .part = index,
                       .begin = ranks.ownChunk[index][0],
                       .end = ranks.ownChunk[index][1]},
                      plan.parts[index].elementBytes, 0);
  ranks.stages = {std::move(partials), std::move(exchange), std::move(combines), std::move(results),
                  std::move(spread)};
}

} // namespace

void planSums(const CollectivePlan &plan, RankPlan &ranks) {
  SumPlanner planner(plan, ranks);
  if (plan.kind == CollectiveKind::AllReduce)
    planner.planAllReduce();
  else
    planner.planReduceScatter();
  planner.sortTree();
}

} // namespace spmd::rt
