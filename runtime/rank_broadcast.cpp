// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans the messages of a broadcast between processes. The root may be another one in each round,
// so the messages are made when it is known.
//
// A long tensor takes two hops: the root's process sends each other process one chunk, and these
// send their chunks to each other. So no process sends the tensor more than once.
//   ranks 0 (root), 1, 2, 3   hop 1: 0 -> 1 chunk 0, 0 -> 2 chunk 1, 0 -> 3 chunk 2
//                             hop 2: 1 -> 2, 3 chunk 0, 2 -> 1, 3 chunk 1, 3 -> 1, 2 chunk 2
// A short one takes one hop, because latency counts more than bytes.
#include "runtime/rank_plan.h"
#include <algorithm>

namespace spmd::rt {

namespace {

using Stage = RankPlan::Stage;
using End = RankPlan::End;

/// Whether the processes that do not have the root send to each other. With n processes and k
/// bytes, one hop keeps the root busy for (n - 1) k bytes. Two hops take k and then
/// (n - 2) / (n - 1) k, so they save (n - 2)^2 / (n - 1) k for one message more under way.
///   3 processes: from 16 KiB on    4: 6 KiB    8: 1.6 KiB
bool hasChunks(const PartPlan &part, const RankPlan &ranks) {
  int64_t others = int64_t(ranks.parties.size()) - 1;
  return others > 1 && part.sourceBytes > kLatencyBytes * others / ((others - 1) * (others - 1));
}

/// The bytes of a part that go from the root's process to another one: all, or the chunk of that
/// process. Chunks are multiples of 256 bytes, so they are aligned.
std::array<int64_t, 2> chunkOf(const PartPlan &part, const RankPlan &ranks, size_t party,
                               size_t rootParty) {
  if (!hasChunks(part, ranks))
    return {0, part.sourceBytes};
  int64_t count = int64_t(ranks.parties.size()) - 1;
  int64_t index = int64_t(party - (party > rootParty ? 1 : 0));
  int64_t chunk = ((part.sourceBytes + count - 1) / count + 255) / 256 * 256;
  return {std::min(index * chunk, part.sourceBytes),
          std::min((index + 1) * chunk, part.sourceBytes)};
}

} // namespace

// Chunks arrive in the target of the first local member; the others copy it.
void addBroadcastMessages(const CollectivePlan &plan, const RankPlan &ranks, int hop,
                          uint32_t index, size_t root, Stage &stage) {
  const PartPlan &part = plan.parts[index];
  size_t rootParty = size_t(ranks.partyOf[root]);
  bool isRoot = rootParty == ranks.own;
  // One message about the chunk of `party`, to or from `other`.
  auto add = [&](bool isSend, size_t other, size_t party) {
    auto [begin, end] = chunkOf(part, ranks, party, rootParty);
    End at = isRoot ? End{End::Where::Source, index, int32_t(root), uint64_t(begin)}
                    : End{End::Where::Target, index, int32_t(ranks.mine().positions[0]),
                          uint64_t(begin)};
    stage.addMessage(isSend, ranks.parties[other].rank, at, uint64_t(end - begin));
  };
  if (hop == 1 && !isRoot)
    add(false, rootParty, ranks.own);
  for (size_t other = 0; other < ranks.parties.size(); ++other) {
    if (other == ranks.own || other == rootParty)
      continue;
    if (hop == 1 && isRoot)
      add(true, other, other);
    if (hop == 2 && !isRoot && hasChunks(part, ranks)) {
      add(true, other, ranks.own);
      add(false, other, other);
    }
  }
}

// The second hop is there where some part needs it.
void planBroadcast(const CollectivePlan &plan, RankPlan &ranks) {
  Stage first, second, deliveries;
  first.hop = 1;
  for (uint32_t index = 0; index < plan.parts.size(); ++index) {
    const PartPlan &part = plan.parts[index];
    if (hasChunks(part, ranks))
      second.hop = 2;
    for (int64_t position : ranks.mine().positions)
      deliveries.addTiles({.work = RankPlan::Work::Deliver,
                           .part = index,
                           .position = int32_t(position),
                           .end = part.targetBytes},
                          part.elementBytes, 0);
  }
  ranks.stages = {std::move(first), std::move(second), std::move(deliveries)};
}

} // namespace spmd::rt
