// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs collectives between devices of one process.
//
// The last member to arrive executes a small exchange itself. A larger exchange is offered to idle
// workers as tiles, and members that have nothing else to do take tiles too.
#include "runtime/transport_threads.h"
#include "runtime/sum_tree.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cstring>

namespace spmd::rt {

namespace {

/// Up to this many bytes read and written, waking other workers costs more than it gains.
constexpr int64_t kAlone = 64 << 10;

} // namespace

// Takes a job from the workers for the tiles of all rounds. The rendezvous itself is the job's
// continuation.
Rendezvous::Rendezvous(Workers &workers, const CollectivePlan &plan, int64_t localCount)
    : plan(plan), workers(workers), job(workers.newJob()),
      sources(plan.parts.size() * size_t(plan.positions)), targets(sources.size()),
      roots(sources.size()), localCount(localCount) {
  job->continuation = this;
}

Rendezvous::~Rendezvous() { workers.freeJob(job); }

// All members read the same number where the program is right. It is read in each round.
size_t Rendezvous::rootOf(size_t part, size_t position) const {
  int32_t root = 0;
  if (const std::byte *at = roots[part * size_t(plan.positions) + position])
    std::memcpy(&root, at, sizeof(root));
  return size_t(std::clamp<int64_t>(root, 0, plan.positions - 1));
}

// A runnable that marks a list of suspended members as closed. It is never run.
Runnable *Rendezvous::closed() {
  static struct final : Runnable {
    void run() override {}
  } mark;
  return &mark;
}

// `arrived` is reset before the exchange begins: the next round cannot arrive before this one has
// ended.
void Rendezvous::arrive() {
  if (arrived.fetch_add(1, std::memory_order_acq_rel) + 1 < localCount)
    return;
  arrived.store(0, std::memory_order_relaxed);
  begin();
}

// The round may end at any moment between two instructions. The member is pushed onto the list only
// if the list is still open when the compare-exchange succeeds; otherwise the loop sees closed()
// and the member continues at once.
bool Rendezvous::await(Runnable &member, uint32_t memberRound) {
  std::atomic<Runnable *> &list = waiting[memberRound & 1];
  Runnable *head = list.load(std::memory_order_acquire);
  if (head == closed())
    return true;
  if (workers.help(*job))
    run();
  head = list.load(std::memory_order_acquire);
  do {
    if (head == closed())
      return true;
    member.next = head;
  } while (!list.compare_exchange_weak(head, &member, std::memory_order_acq_rel,
                                       std::memory_order_acquire));
  return false;
}

// Reopens the list of the next round, closes the list of this one, and pushes all members that wait
// in it.
void Rendezvous::complete() {
  uint32_t ended = round++;
  waiting[(ended + 1) & 1].store(nullptr, std::memory_order_relaxed);
  Runnable *first = waiting[ended & 1].exchange(closed(), std::memory_order_acq_rel);
  // From here on this object may be destroyed, unless a suspended member keeps it alive.
  if (!first)
    return;
  int64_t count = 1;
  Runnable *last = first;
  for (; last->next; last = last->next)
    ++count;
  workers.push(first, last, count);
}

// The job's tiles are those of the plan, which do not change from round to round.
ThreadRendezvous::ThreadRendezvous(Workers &workers, const CollectivePlan &plan,
                                   const CollectiveStart &start,
                                   const std::vector<int64_t> &members)
    : Rendezvous(workers, plan, int64_t(members.size())) {
  if (plan.kind == CollectiveKind::Permute)
    sender = sendersOf(start, members);
  isLone = isLoneMember(start, members);
  job->context = this;
  job->tile = [](void *self, int64_t index) {
    auto *rendezvous = static_cast<ThreadRendezvous *>(self);
    rendezvous->runTile(rendezvous->plan.tiles[size_t(index)]);
  };
}

// Called by the last member to arrive. Small exchanges, and all exchanges of a single worker, run
// here at once.
void ThreadRendezvous::begin() {
  if (plan.movedBytes > kAlone && workers.threadCount() > 1 && plan.tiles.size() > 1) {
    workers.open(*job, int64_t(plan.tiles.size()));
    return;
  }
  for (const PlanTile &tile : plan.tiles)
    runTile(tile);
  complete();
}

// Executes one tile: bytes [tile.begin, tile.end) of the target of tile.position. An AllReduce or
// AllGather tile writes the targets of all positions.
void ThreadRendezvous::runTile(const PlanTile &tile) {
  const PartPlan &part = plan.parts[tile.part];
  switch (plan.kind) {
  case CollectiveKind::AllReduce:
  case CollectiveKind::ReduceScatter:
    return reduceTile(tile);
  case CollectiveKind::AllGather:
    return gatherRange(part, sourcesOf(tile.part), targetsOf(tile.part), tile.begin, tile.end);
  case CollectiveKind::AllToAll: {
    int64_t piece = part.pieceBytes();
    std::byte *to = target(tile.part, tile.position);
    // The bytes of an AllToAll count piece after piece; one tile may touch several.
    for (int64_t at = tile.begin; at < tile.end;) {
      int64_t from = at / piece;
      int64_t end = std::min(tile.end, (from + 1) * piece);
      copyPiece(part, source(tile.part, size_t(from)) + int64_t(tile.position) * part.source.piece,
                part.source, to + from * part.target.piece, part.target, at - from * piece,
                end - from * piece);
      at = end;
    }
    return;
  }
  case CollectiveKind::Permute: {
    int64_t from = sender[tile.position];
    std::byte *to = target(tile.part, tile.position) + tile.begin;
    if (from < 0)
      std::memset(to, 0, size_t(tile.end - tile.begin));
    else
      std::memmove(to, source(tile.part, size_t(from)) + tile.begin, size_t(tile.end - tile.begin));
    return;
  }
  case CollectiveKind::Broadcast: {
    const std::byte *from = source(tile.part, rootOf(tile.part, tile.position)) + tile.begin;
    std::byte *to = target(tile.part, tile.position) + tile.begin;
    if (isLone)
      std::memset(to, 0, size_t(tile.end - tile.begin));
    else
      std::memmove(to, from, size_t(tile.end - tile.begin));
    return;
  }
  }
}

// Combines the tile's elements of all positions. For a ReduceScatter the leaves are rows inside the
// sources, at the piece of the receiving position; for an AllReduce they are contiguous.
void ThreadRendezvous::reduceTile(const PlanTile &tile) {
  const PartPlan &part = plan.parts[tile.part];
  size_t n = size_t(plan.positions);
  llvm::SmallVector<TreeLeaf, 64> leaves(n);
  TreeShape shape{.kind = plan.reduction, .type = part.type, .positions = plan.positions};
  int64_t from = tile.begin / part.elementBytes,
          count = (tile.end - tile.begin) / part.elementBytes;
  bool isScatter = plan.kind == CollectiveKind::ReduceScatter;
  for (size_t p = 0; p < n; ++p)
    leaves[p] = {.begin = int64_t(p),
                 .end = int64_t(p) + 1,
                 .data = source(tile.part, p) +
                         (isScatter ? int64_t(tile.position) * part.source.piece : 0),
                 .rowStride = part.source.outer};
  llvm::SmallVector<void *, 64> outs;
  if (isScatter) {
    shape.rowElements = part.run / part.elementBytes;
    outs.push_back(target(tile.part, tile.position) + tile.begin);
  } else {
    for (std::byte *out : targetsOf(tile.part))
      outs.push_back(out + tile.begin);
  }
  reduceTree(shape, leaves, from, count, outs, /*keepAccumulators=*/false);
}

bool isLoneMember(const CollectiveStart &start, const std::vector<int64_t> &members) {
  const auto &listed = start.groups.listed;
  return start.kind == CollectiveKind::Broadcast && members.size() == 1 && !listed.empty() &&
         std::find(listed.begin(), listed.end(), members) == listed.end();
}

// `members` is sorted, because the groups of a permute are listed in rising order. Pairs (0, 2),
// (2, 0) in members {0, 2} -> {1, 0}.
std::vector<int64_t> sendersOf(const CollectiveStart &start, const std::vector<int64_t> &members) {
  std::vector<int64_t> sender(members.size(), -1);
  auto positionOf = [&](int64_t device) {
    return std::lower_bound(members.begin(), members.end(), device) - members.begin();
  };
  for (auto [source, target] : start.pairs)
    if (std::binary_search(members.begin(), members.end(), target))
      sender[size_t(positionOf(target))] = positionOf(source);
  return sender;
}

} // namespace spmd::rt
