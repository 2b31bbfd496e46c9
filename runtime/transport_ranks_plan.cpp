// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans the messages and the local work of a collective between processes.
//
// Messages carry no description of their contents. Both sides of a pair of ranks list their
// messages in the same order (party, part, position or subtree), and that order matches them.
#include "runtime/abi.h"
#include "runtime/transport_ranks.h"
#include <algorithm>
#include <cassert>
#include <map>

namespace spmd::rt {

namespace {

// Bytes of a tile of local work.
constexpr int64_t kTileBytes = 256 << 10;
/// An all_reduce of at most this many bytes is combined on every rank, which takes one exchange
/// instead of two.
constexpr int64_t kOnceBytes = 8 << 10;

} // namespace

// Divides the members into parties, one for each rank, and plans the stages. Example: 4 devices on
// 2 ranks, an all_reduce over all of them: the parties are {0, 1} and {2, 3}, each one subtree, so
// each rank sends one partial sum.
RankRendezvous::RankRendezvous(Workers &workers, const CollectivePlan &plan,
                               const CollectiveStart &start, const std::vector<int64_t> &members,
                               const Topology &topology, StagingPool &pool, int32_t messageTag,
                               const char *place)
    : Rendezvous(workers, plan,
                 std::count_if(
                     members.begin(), members.end(),
                     [&](int64_t device) { return topology.rankOf(device) == topology.rank(); })),
      transport(*topology.transport), pool(pool) {
  tag = messageTag;
  what = nameOf(plan.kind);
  location = place;
  std::map<int64_t, Party> byRank;
  for (size_t p = 0; p < members.size(); ++p)
    byRank[topology.rankOf(members[p])].positions.push_back(int64_t(p));
  partyOf.resize(members.size());
  for (auto &[rank, party] : byRank) {
    party.rank = rank;
    party.nodes = coverWithSubtrees(party.positions, plan.positions);
    for (int64_t position : party.positions)
      partyOf[size_t(position)] = int32_t(parties.size());
    if (rank == topology.rank())
      own = parties.size();
    parties.push_back(std::move(party));
  }
  switch (plan.kind) {
  case CollectiveKind::AllGather:
  case CollectiveKind::AllToAll:
  case CollectiveKind::Permute:
    planMoves(start, members);
    break;
  case CollectiveKind::ReduceScatter:
    planReduceScatter();
    break;
  case CollectiveKind::AllReduce:
    planAllReduce();
    break;
  }
  std::erase_if(stages,
                [](const Stage &stage) { return stage.tiles.empty() && stage.messages.empty(); });
  // Reserved here, so that no round allocates memory.
  size_t most = 0;
  for (const Stage &stage : stages)
    most = std::max(most, stage.messages.size());
  transfers.reserve(most);
  job->context = this;
  job->tile = [](void *self, int64_t index) {
    auto *rendezvous = static_cast<RankRendezvous *>(self);
    rendezvous->runTile(rendezvous->stages[rendezvous->at - 1].tiles[size_t(index)]);
  };
}

// Reserves space in the staging buffer; returns its offset.
uint64_t RankRendezvous::reserve(uint64_t bytes) {
  uint64_t offset = stagingBytes;
  stagingBytes += (bytes + kBufferAlignment - 1) / kBufferAlignment * kBufferAlignment;
  return offset;
}

// Adds a message. Empty ones are left out; both sides know the sizes, so both leave out the same
// ones.
void RankRendezvous::addMessage(Stage &stage, bool isSend, int64_t rank, End end, uint64_t bytes) {
  if (bytes)
    stage.messages.push_back({{.peer = int32_t(rank), .isSend = isSend, .bytes = bytes}, end});
}

// Cuts `whole` into tiles. `stagedStep` is the number of staging bytes per element, which differs
// from the element size where staging holds accumulators; 0 where the tiles do not write to
// staging.
void RankRendezvous::addTiles(Stage &stage, Tile whole, int64_t tileBytes, int64_t stagedStep) {
  int64_t elementBytes = plan.parts[whole.part].elementBytes;
  for (int64_t begin = whole.begin; begin < whole.end; begin += tileBytes) {
    Tile tile = whole;
    tile.begin = begin;
    tile.end = std::min(begin + tileBytes, whole.end);
    tile.staged += uint64_t((begin - whole.begin) / elementBytes * stagedStep);
    stage.tiles.push_back(tile);
  }
  stage.movedBytes += 2 * (whole.end - whole.begin);
}

/// Bytes per element of a subtree's values in a message: accumulators, but single members travel in
/// their own type.
int64_t RankRendezvous::nodeBytes(const TreeNode &node, const PartPlan &part) const {
  return node.end - node.begin == 1 ? part.elementBytes : sizeOf(accumulatorOf(part.type));
}

// Plans AllGather, AllToAll and Permute as three stages: pack, exchange, deliver.
void RankRendezvous::planMoves(const CollectiveStart &start, const std::vector<int64_t> &members) {
  if (plan.kind == CollectiveKind::Permute)
    sender = sendersOf(start, members);
  stagedSources.assign(plan.parts.size(), std::vector<uint64_t>(members.size()));
  Stage pack, exchange, deliveries;
  for (size_t other = 0; other < parties.size(); ++other)
    for (uint32_t index = 0; other != own && index < plan.parts.size(); ++index)
      addMoves(other, index, pack, exchange);
  // An AllGather tile writes the targets of all local members at once.
  const Party &mine = parties[own];
  size_t receivers = plan.kind == CollectiveKind::AllGather ? 1 : mine.positions.size();
  for (size_t i = 0; i < receivers; ++i)
    for (uint32_t index = 0; index < plan.parts.size(); ++index)
      addTiles(deliveries,
               {.work = Work::Deliver,
                .part = index,
                .position = int32_t(mine.positions[i]),
                .from = int32_t(i),
                .end = plan.parts[index].targetBytes},
               kTileBytes, 0);
  stages = {std::move(pack), std::move(exchange), std::move(deliveries)};
}

// Plans the messages of one part between this process and the party `other`.
//
// AllGather and Permute send whole sources from the members' buffers and need no packing. AllToAll
// packs one message for each other rank. It holds, for each of the receiver's members, the pieces
// of all local members: for senders {0, 1} and receivers {2, 3} that is 0->2, 1->2, 0->3, 1->3.
void RankRendezvous::addMoves(size_t other, uint32_t index, Stage &pack, Stage &exchange) {
  const Party &mine = parties[own], &party = parties[other];
  const PartPlan &part = plan.parts[index];
  uint64_t size = uint64_t(part.sourceBytes);
  std::vector<uint64_t> &staged = stagedSources[index];
  auto send = [&](int64_t from) {
    addMessage(exchange, true, party.rank, {End::Where::Source, index, int32_t(from), 0}, size);
  };
  auto receive = [&](int64_t position) {
    staged[size_t(position)] = reserve(size);
    addMessage(exchange, false, party.rank, {.offset = staged[size_t(position)]}, size);
  };
  if (plan.kind == CollectiveKind::AllGather) {
    std::for_each(mine.positions.begin(), mine.positions.end(), send);
    std::for_each(party.positions.begin(), party.positions.end(), receive);
    return;
  }
  if (plan.kind == CollectiveKind::Permute) {
    // Whether `position` receives from a member of the party.
    auto isFrom = [&](int64_t position, size_t sending) {
      int64_t from = sender[size_t(position)];
      return from >= 0 && partyOf[size_t(from)] == int32_t(sending);
    };
    for (int64_t position : party.positions)
      if (isFrom(position, own))
        send(sender[size_t(position)]);
    for (int64_t position : mine.positions)
      if (isFrom(position, other))
        receive(position);
    return;
  }
  // AllToAll: one packed message in each direction, of the same size.
  int64_t piece = part.pieceBytes();
  uint64_t bytes = uint64_t(piece) * mine.positions.size() * party.positions.size();
  uint64_t out = reserve(bytes), in = reserve(bytes);
  addMessage(exchange, true, party.rank, {.offset = out}, bytes);
  addMessage(exchange, false, party.rank, {.offset = in}, bytes);
  for (int64_t to : party.positions)
    for (int64_t from : mine.positions) {
      addTiles(pack,
               {.work = Work::PackPiece,
                .part = index,
                .position = int32_t(to),
                .from = int32_t(from),
                .end = piece,
                .staged = out},
               kTileBytes, part.elementBytes);
      out += uint64_t(piece);
    }
  for (size_t i = 0; i < party.positions.size(); ++i)
    staged[size_t(party.positions[i])] = in + i * uint64_t(piece);
}

// Plans three stages: combine local subtrees, exchange, combine all subtrees. Every rank sends to
// every other rank the subtree values for each of the receiver's members; values are padded to 16
// bytes, the size of the largest element.
void RankRendezvous::planReduceScatter() {
  Stage partials, exchange, combines;
  const Party &mine = parties[own];
  tree.resize(plan.parts.size());
  for (size_t other = 0; other < parties.size(); ++other)
    for (uint32_t index = 0; index < plan.parts.size(); ++index) {
      const Party &party = parties[other];
      const PartPlan &part = plan.parts[index];
      int64_t elements = part.pieceBytes() / part.elementBytes;
      if (other == own) {
        for (int64_t position : mine.positions)
          tree[index].push_back({.node = {position, position + 1}, .isLocal = true});
        continue;
      }
      // The message to the other rank holds, for each of its members, each local subtree. The
      // message from the other rank has the same form.
      uint64_t out = stagingBytes, sent = 0;
      for (int64_t to : party.positions)
        for (size_t node = 0; node < mine.nodes.size(); ++node) {
          int64_t bytes = nodeBytes(mine.nodes[node], part);
          addTiles(partials,
                   {.work = Work::AddUp,
                    .part = index,
                    .position = int32_t(to),
                    .from = int32_t(node),
                    .end = part.pieceBytes(),
                    .staged = out + sent},
                   kTileBytes, bytes);
          sent += uint64_t(elements * bytes + 15) / 16 * 16;
        }
      // Tiles got their offsets from `out` on; the space is reserved once the size is known.
      reserve(sent);
      addMessage(exchange, true, party.rank, {.offset = out}, sent);
      uint64_t in = stagingBytes, stride = 0;
      for (const TreeNode &node : party.nodes) {
        tree[index].push_back({.node = node, .offset = in + stride});
        stride += uint64_t(elements * nodeBytes(node, part) + 15) / 16 * 16;
      }
      for (size_t i = 0; i < party.nodes.size(); ++i)
        tree[index][tree[index].size() - 1 - i].stride = stride;
      reserve(stride * mine.positions.size());
      addMessage(exchange, false, party.rank, {.offset = in}, stride * mine.positions.size());
    }
  for (size_t i = 0; i < mine.positions.size(); ++i)
    for (uint32_t index = 0; index < plan.parts.size(); ++index)
      addTiles(combines,
               {.work = Work::Combine,
                .part = index,
                .position = int32_t(mine.positions[i]),
                .from = int32_t(i),
                .end = plan.parts[index].targetBytes},
               kTileBytes, 0);
  for (auto &nodes : tree)
    std::sort(nodes.begin(), nodes.end(),
              [](auto &a, auto &b) { return a.node.begin < b.node.begin; });
  stages = {std::move(partials), std::move(exchange), std::move(combines)};
}

/// The stages of an all_reduce while they are planned.
struct RankRendezvous::AllReduceStages {
  bool once; // every rank combines the whole result
  // By part and subtree, the staging offset of values that all ranks get; UINT64_MAX: not yet made.
  std::vector<std::vector<uint64_t>> added;
  Stage partials, exchange, combines, results, spread;
};

// Plans up to five stages: combine local subtrees, exchange them, combine one chunk of the result,
// exchange the chunks, copy received chunks to the other local members. Small reductions
// (kOnceBytes) combine the whole result on every rank and need only the first three.
// Example: 4 devices on 2 ranks, 4096 elements of f32. Each rank sends its partial sum of the
// other rank's half (8 KiB), combines its own half, and sends that half (8 KiB):
//   rank 0: send (p0 + p1) of half 1, receive (p2 + p3) of half 0, combine half 0, exchange halves
void RankRendezvous::planAllReduce() {
  const Party &mine = parties[own];
  int64_t total = 0;
  for (const PartPlan &part : plan.parts)
    total += part.sourceBytes;
  // Small arrays: latency counts more than bytes, so every rank combines everything.
  AllReduceStages all{.once = total <= kOnceBytes};
  all.added.assign(plan.parts.size(), std::vector<uint64_t>(mine.nodes.size(), UINT64_MAX));
  tree.resize(plan.parts.size());
  for (const PartPlan &part : plan.parts)
    ownChunk.push_back(chunkOf(part, own, all.once));
  for (size_t other = 0; other < parties.size(); ++other)
    for (uint32_t index = 0; index < plan.parts.size(); ++index)
      if (other != own)
        addReduction(other, index, all);
      else
        for (int64_t position : mine.positions)
          tree[index].push_back({.node = {position, position + 1}, .isLocal = true});
  for (uint32_t index = 0; index < plan.parts.size(); ++index) {
    addTiles(all.combines,
             {.work = Work::Combine,
              .part = index,
              .begin = ownChunk[index][0],
              .end = ownChunk[index][1]},
             kTileBytes, 0);
    std::sort(tree[index].begin(), tree[index].end(),
              [](auto &a, auto &b) { return a.node.begin < b.node.begin; });
  }
  stages = {std::move(all.partials), std::move(all.exchange), std::move(all.combines),
            std::move(all.results), std::move(all.spread)};
}

/// The bytes of a part's result that a party combines. Chunks are multiples of 256 bytes, which
/// keeps elements whole and chunks aligned.
std::array<int64_t, 2> RankRendezvous::chunkOf(const PartPlan &part, size_t party,
                                               bool once) const {
  if (once)
    return {0, part.targetBytes};
  int64_t count = int64_t(parties.size());
  int64_t chunk = ((part.targetBytes + count - 1) / count + 255) / 256 * 256;
  return {std::min(int64_t(party) * chunk, part.targetBytes),
          std::min(int64_t(party + 1) * chunk, part.targetBytes)};
}

// Plans what this process and the party `other` do for each other in the sum of one part.
void RankRendezvous::addReduction(size_t other, uint32_t index, AllReduceStages &all) {
  const Party &mine = parties[own], &party = parties[other];
  const PartPlan &part = plan.parts[index];
  auto [begin, end] = chunkOf(part, other, all.once);
  auto [ownBegin, ownEnd] = ownChunk[index];
  for (size_t i = 0; i < mine.nodes.size(); ++i) {
    const TreeNode &node = mine.nodes[i];
    uint64_t bytes = uint64_t((end - begin) / part.elementBytes * nodeBytes(node, part));
    // A single member needs no combination, so its buffer is sent as it is.
    if (node.end - node.begin == 1) {
      addMessage(all.exchange, true, party.rank,
                 {End::Where::Source, index, int32_t(node.begin), uint64_t(begin)}, bytes);
      continue;
    }
    uint64_t &out = all.added[index][i];
    // Where all ranks get the same values, they are combined once.
    if (!all.once || out == UINT64_MAX) {
      out = reserve(bytes);
      addTiles(all.partials,
               {.work = Work::AddUp,
                .part = index,
                .from = int32_t(i),
                .begin = begin,
                .end = end,
                .staged = out},
               kTileBytes, nodeBytes(node, part));
    }
    addMessage(all.exchange, true, party.rank, {.offset = out}, bytes);
  }
  for (const TreeNode &node : party.nodes) {
    uint64_t bytes = uint64_t((ownEnd - ownBegin) / part.elementBytes * nodeBytes(node, part));
    tree[index].push_back({.node = node, .offset = reserve(bytes)});
    addMessage(all.exchange, false, party.rank, {.offset = tree[index].back().offset}, bytes);
  }
  if (all.once)
    return;
  int32_t first = int32_t(mine.positions[0]);
  addMessage(all.results, true, party.rank, {End::Where::Target, index, first, uint64_t(ownBegin)},
             uint64_t(ownEnd - ownBegin));
  addMessage(all.results, false, party.rank, {End::Where::Target, index, first, uint64_t(begin)},
             uint64_t(end - begin));
  for (size_t i = 1; i < mine.positions.size(); ++i)
    addTiles(all.spread,
             {.work = Work::Spread,
              .part = index,
              .position = int32_t(mine.positions[i]),
              .begin = begin,
              .end = end},
             kTileBytes, 0);
}

} // namespace spmd::rt
