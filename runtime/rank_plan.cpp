// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans a collective between processes: who the parties are, and the messages and the local work of
// moves (AllGather, AllToAll, Permute). rank_sums.cpp plans sums.
//
// Messages carry no description of their contents. Both sides of a pair of ranks list their
// messages in the same order (party, part, position or subtree), and that order matches them.
#include "runtime/rank_plan.h"
#include "runtime/abi.h"
#include "runtime/transport_threads.h"
#include <algorithm>
#include <map>

namespace spmd::rt {

uint64_t RankPlan::reserve(uint64_t bytes) {
  uint64_t offset = stagingBytes;
  stagingBytes += (bytes + kBufferAlignment - 1) / kBufferAlignment * kBufferAlignment;
  return offset;
}

void RankPlan::Stage::addMessage(bool isSend, int64_t rank, End end, uint64_t bytes) {
  if (bytes)
    messages.push_back({{.peer = int32_t(rank), .isSend = isSend, .bytes = bytes}, end});
}

void RankPlan::Stage::addTiles(Tile whole, int64_t elementBytes, int64_t stagedStep) {
  constexpr int64_t kTileBytes = 256 << 10;
  for (int64_t begin = whole.begin; begin < whole.end; begin += kTileBytes) {
    Tile tile = whole;
    tile.begin = begin;
    tile.end = std::min(begin + kTileBytes, whole.end);
    tile.staged += uint64_t((begin - whole.begin) / elementBytes * stagedStep);
    tiles.push_back(tile);
  }
  movedBytes += 2 * (whole.end - whole.begin);
}

namespace {

using Stage = RankPlan::Stage;
using Party = RankPlan::Party;
using Work = RankPlan::Work;
using End = RankPlan::End;

/// Divides the members into parties, one for each rank. Example: 4 devices on 2 ranks, an
/// all_reduce over all of them: the parties are {0, 1} and {2, 3}, each one subtree, so each rank
/// sends one partial sum.
RankPlan withParties(const CollectivePlan &plan, const std::vector<int64_t> &members,
                     const RankMap &rankMap) {
  RankPlan ranks;
  std::map<int64_t, Party> byRank;
  for (size_t p = 0; p < members.size(); ++p)
    byRank[rankMap.rankOf(members[p])].positions.push_back(int64_t(p));
  ranks.partyOf.resize(members.size());
  for (auto &[rank, party] : byRank) {
    party.rank = rank;
    party.nodes = coverWithSubtrees(party.positions, plan.positions);
    for (int64_t position : party.positions)
      ranks.partyOf[size_t(position)] = int32_t(ranks.parties.size());
    if (rank == rankMap.rank())
      ranks.own = ranks.parties.size();
    ranks.parties.push_back(std::move(party));
  }
  return ranks;
}

/// Plans a move. Its private functions add the messages with one other party about one part.
class MovePlanner {
public:
  MovePlanner(const CollectivePlan &plan, RankPlan &ranks) : plan(plan), ranks(ranks) {}
  void run();

private:
  void gatherFrom(const Party &party, uint32_t index);
  void permuteWith(size_t other, uint32_t index);
  void exchangePieces(const Party &party, uint32_t index);

  const CollectivePlan &plan;
  RankPlan &ranks;
  Stage pack, exchange, deliveries;
};

// AllGather sends whole sources from the members' buffers and needs no packing.
void MovePlanner::gatherFrom(const Party &party, uint32_t index) {
  uint64_t size = uint64_t(plan.parts[index].sourceBytes);
  for (int64_t position : ranks.mine().positions)
    exchange.addMessage(true, party.rank, {End::Where::Source, index, int32_t(position), 0}, size);
  for (int64_t position : party.positions) {
    uint64_t &staged = ranks.stagedSources[index][size_t(position)];
    staged = ranks.reserve(size);
    exchange.addMessage(false, party.rank, {.offset = staged}, size);
  }
}

// Permute sends whole sources, too, but only to the member that wants each.
void MovePlanner::permuteWith(size_t other, uint32_t index) {
  const Party &party = ranks.parties[other];
  uint64_t size = uint64_t(plan.parts[index].sourceBytes);
  // Whether `position` receives from a member of a party.
  auto isFrom = [&](int64_t position, size_t sending) {
    int64_t from = ranks.sender[size_t(position)];
    return from >= 0 && ranks.partyOf[size_t(from)] == int32_t(sending);
  };
  for (int64_t position : party.positions)
    if (isFrom(position, ranks.own))
      exchange.addMessage(true, party.rank,
                          {End::Where::Source, index, int32_t(ranks.sender[size_t(position)]), 0},
                          size);
  for (int64_t position : ranks.mine().positions)
    if (isFrom(position, other)) {
      uint64_t &staged = ranks.stagedSources[index][size_t(position)];
      staged = ranks.reserve(size);
      exchange.addMessage(false, party.rank, {.offset = staged}, size);
    }
}

// AllToAll packs one message in each direction, of the same size. It holds, for each of the
// receiver's members, the pieces of all members of the sender: for senders {0, 1} and receivers
// {2, 3} that is 0->2, 1->2, 0->3, 1->3.
void MovePlanner::exchangePieces(const Party &party, uint32_t index) {
  const PartPlan &part = plan.parts[index];
  int64_t piece = part.pieceBytes();
  uint64_t bytes = uint64_t(piece) * ranks.mine().positions.size() * party.positions.size();
  uint64_t sent = ranks.reserve(bytes), received = ranks.reserve(bytes);
  exchange.addMessage(true, party.rank, {.offset = sent}, bytes);
  exchange.addMessage(false, party.rank, {.offset = received}, bytes);
  for (int64_t to : party.positions)
    for (int64_t from : ranks.mine().positions) {
      pack.addTiles({.work = Work::PackPiece,
                     .part = index,
                     .position = int32_t(to),
                     .from = int32_t(from),
                     .end = piece,
                     .staged = sent},
                    part.elementBytes, part.elementBytes);
      sent += uint64_t(piece);
    }
  for (size_t i = 0; i < party.positions.size(); ++i)
    ranks.stagedSources[index][size_t(party.positions[i])] = received + i * uint64_t(piece);
}

// Plans AllGather, AllToAll and Permute as three stages: pack, exchange, deliver.
void MovePlanner::run() {
  ranks.stagedSources.assign(plan.parts.size(), std::vector<uint64_t>(ranks.partyOf.size()));
  for (size_t other = 0; other < ranks.parties.size(); ++other)
    for (uint32_t index = 0; other != ranks.own && index < plan.parts.size(); ++index)
      if (plan.kind == CollectiveKind::AllGather)
        gatherFrom(ranks.parties[other], index);
      else if (plan.kind == CollectiveKind::Permute)
        permuteWith(other, index);
      else
        exchangePieces(ranks.parties[other], index);
  // An AllGather tile writes the targets of all local members at once.
  const std::vector<int64_t> &mine = ranks.mine().positions;
  size_t receivers = plan.kind == CollectiveKind::AllGather ? 1 : mine.size();
  for (size_t i = 0; i < receivers; ++i)
    for (uint32_t index = 0; index < plan.parts.size(); ++index)
      deliveries.addTiles({.work = Work::Deliver,
                           .part = index,
                           .position = int32_t(mine[i]),
                           .from = int32_t(i),
                           .end = plan.parts[index].targetBytes},
                          plan.parts[index].elementBytes, 0);
  ranks.stages = {std::move(pack), std::move(exchange), std::move(deliveries)};
}

} // namespace

RankPlan planForRank(const CollectivePlan &plan, const CollectiveStart &start,
                     const std::vector<int64_t> &members, const RankMap &rankMap) {
  RankPlan ranks = withParties(plan, members, rankMap);
  if (plan.kind == CollectiveKind::AllReduce || plan.kind == CollectiveKind::ReduceScatter) {
    planSums(plan, ranks);
  } else if (plan.kind == CollectiveKind::Broadcast) {
    planBroadcast(plan, ranks);
  } else {
    if (plan.kind == CollectiveKind::Permute)
      ranks.sender = sendersOf(start, members);
    MovePlanner(plan, ranks).run();
  }
  std::erase_if(ranks.stages, [](const Stage &stage) {
    return stage.tiles.empty() && stage.messages.empty() && !stage.hop;
  });
  return ranks;
}

} // namespace spmd::rt
